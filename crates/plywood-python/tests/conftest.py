"""What the tests share."""

import random
import signal

import pytest


@pytest.fixture(autouse=True, scope="session")
def ctrl_c():
    """A shell that starts the tests in the background makes them ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def random_steps(position, seed, most=1000):
    """Steps of a random game from a position, drawn by a seed of Python's own."""
    draw = random.Random(seed)
    position = position.copy()
    for _ in range(most):
        if position.is_over:
            break
        if position.is_chance:
            texts, weights = zip(*position.events)
            position.step(draw.choices(texts, weights)[0])
        else:
            position.step(draw.choice(position.moves))
    return position
