"""Ends well where the loopback interface works: here a namespace may have it switched off."""

import socket

listener = socket.create_server(("127.0.0.1", 0))
socket.create_connection(listener.getsockname(), timeout=5)
