"""Players by name with their settings as keyword arguments: what a player is called in a spec is a function here.

>>> from plywood import players
>>> players.ab(depth=6, lmr=2, killers=False)
'ab(killers=off, lmr=2, depth=6)'
>>> players.ab(depht=6)
Traceback (most recent call last):
    ...
TypeError: got an unexpected keyword argument 'depht'

The functions are made from the table that help and errors are drawn from (:func:`plywood.searches`), so that a new setting
is here at once. ``help(players.ab)`` shows each with its meaning and default. A switch is a ``bool``; ``None`` is the word
that stands for no number; everything else is written as in a spec.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable

from .native import searches

#: The type of a keyword argument by what its key takes.
_TYPES = {"switch": bool, "choice": str, "table": str, "memory": str, "time": str}


def _type(takes: dict[str, Any]) -> Any:
    if takes["kind"] != "number":
        return _TYPES.get(takes["kind"], str)
    number = int if takes["whole"] else float
    return number if takes["off"] is None else number | None


def _default(key: dict[str, Any]) -> Any:
    takes, default = key["takes"], key["default"]
    if takes["kind"] == "switch":
        return default == "on"
    if takes["kind"] == "number":
        if default == takes["off"]:
            return None
        try:
            return (int if takes["whole"] else float)(default)
        except ValueError:
            return default
    return default


def _written(key: dict[str, Any], value: Any) -> str:
    if value is None:
        return key["takes"].get("off") or "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _function(entry: dict[str, Any]) -> Callable[..., str]:
    keys = {key["name"]: key for key in [*entry["keys"], *entry["budget_keys"]]}
    # A keyword of Python gets an underscore behind it.
    names = {f"{name}_" if name in _RESERVED else name: name for name in keys}
    signature = inspect.Signature(
        [
            inspect.Parameter(
                argument,
                inspect.Parameter.KEYWORD_ONLY,
                default=_default(keys[name]),
                annotation=_type(keys[name]["takes"]),
            )
            for argument, name in names.items()
        ],
        return_annotation=str,
    )

    def spec(**settings: Any) -> str:
        signature.bind(**settings)
        given = [f"{name}={_written(keys[name], settings[argument])}" for argument, name in names.items() if argument in settings]
        return f"{entry['name']}({', '.join(given)})" if given else entry["name"]

    meanings = "\n".join(f"{argument}: {keys[name]['about']} ({keys[name]['default']})" for argument, name in names.items())
    spec.__name__ = spec.__qualname__ = entry["name"]
    spec.__signature__ = signature  # type: ignore[attr-defined]
    spec.__doc__ = f"{entry['about']}\n\n{meanings}"
    return spec


_RESERVED = {"match", "lambda", "from"}
_FUNCTIONS = {
    f"{entry['name']}_" if entry["name"] in _RESERVED else entry["name"]: _function(entry) for entry in searches()
}


def __getattr__(name: str) -> Callable[..., str]:
    try:
        return _FUNCTIONS[name]
    except KeyError:
        raise AttributeError(f"no player {name!r}; there are {', '.join(_FUNCTIONS)}") from None


def __dir__() -> list[str]:
    return sorted(_FUNCTIONS)
