"""Matches, tournaments and suites on this machine."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Optional, Sequence, Union

from . import native
from .results import Results

Progress = Callable[[int, int, int], Any]


def experiment(game: Union[str, native.Game], players: Sequence[Any], **keys: Any) -> dict:
    """An experiment as the experiment files of the command line have it: game, players, and any of games, seed, openings,
    swap, longest, clock, mode, note and sprt."""
    spec = game.spec if isinstance(game, native.Game) else game
    return {"game": spec, "players": list(players), **{key: value for key, value in keys.items() if value is not None}}


def match(
    game: Union[str, native.Game],
    players: Sequence[Any],
    games: int = 100,
    *,
    seed: int = 1,
    openings: str = "start",
    swap: bool = True,
    longest: Optional[int] = None,
    clock: Optional[str] = None,
    mode: Optional[str] = None,
    sprt: Optional[dict] = None,
    note: Optional[str] = None,
    name: Optional[str] = None,
    data: Union[str, os.PathLike, None] = None,
    threads: Optional[int] = None,
    shard: Optional[str] = None,
    any_build: bool = False,
    progress: Optional[Progress] = None,
) -> Results:
    """Plays players against each other, every opening once from each seat, and says what the result is worth.

    With a folder as `data` every game is stored there, and the same call goes on where it was stopped. A player is a spec,
    or a dictionary ``{"spec": "ab", "depth": [2, 3]}`` that stands for several. `progress` is called with games done,
    games planned and half-points of the first player. A game in Python plays on one thread unless `threads` says more.
    """
    played = native.game(game)
    keys = dict(games=games, seed=seed, openings=openings, swap=swap, longest=longest, clock=clock, mode=mode)
    described = experiment(played, players, **keys, sprt=sprt, note=note)
    return Results(
        native.run_match(json.dumps(described), os.getcwd(), name, data, threads, shard, any_build, played, progress)
    )


def suite_file(game: str, searches: Sequence[str], positions: Sequence[str], depths: Sequence[int] = (), seed: int = 1) -> dict:
    """A suite as the store keeps it."""
    return {
        "game": game,
        "seed": seed,
        "depths": list(depths),
        "searches": list(searches),
        "positions": [str(position) for position in positions],
    }


def suite(
    game: str,
    searches: Sequence[str],
    positions: Sequence[str],
    *,
    depths: Sequence[int] = (),
    seed: int = 1,
    name: Optional[str] = None,
    data: Union[str, os.PathLike, None] = None,
    threads: Optional[int] = None,
    any_build: bool = False,
    progress: Optional[Progress] = None,
) -> Results:
    """Searches every position with every search, each at every depth where depths are given."""
    file = suite_file(game, searches, positions, depths, seed)
    return Results(native.run_suite(json.dumps(file), name, data, threads, any_build, progress))


def train(
    game: str,
    trainer: str,
    *,
    data: Union[str, os.PathLike, None] = None,
    progress: Optional[Progress] = None,
) -> dict:
    """Learns an evaluation or a model, such as ``"opponent(from=RUN, file=\"opponent.model\")"`` from a run in the store of `data`.

    Returns the file with what was learned, what that is, and commands that use it. The same call goes on from that file.
    """
    return native.run_training(game, trainer, data, progress)
