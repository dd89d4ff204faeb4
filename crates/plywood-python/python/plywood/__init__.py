"""Plywood: a workbench for game-tree search.

>>> import plywood
>>> position = plywood.game("connect4").start().play("4", "4")
>>> report = position.think("ab(depth=8)")
>>> report.move in position.moves
True

Games and searches are specs, as on the command line; :func:`games` and :func:`searches` list them, and
:mod:`plywood.players` has a function with keyword arguments for each search. :class:`OwnGame` is a
game of one's own. :mod:`plywood.pyspiel` has the names that OpenSpiel's users know, :func:`openspiel` is a game of theirs as
one of ours. :mod:`plywood.cluster` runs experiments on many machines; ``python -m plywood.bench`` measures.
"""

from . import players
from .lab import experiment, match, suite, train
from .native import (
    Error,
    Game,
    Player,
    Position,
    Report,
    Row,
    Search,
    Shot,
    Store,
    Tree,
    Tutor,
    __build__,
    __version__,
    elo,
    elo_of_score,
    frame,
    game,
    games,
    merge,
    score_of_elo,
    searches,
    shoot,
    summary,
    welch,
    wilson,
)
from .own import OwnGame, with_evaluation
from .results import Results
from .spiel import openspiel

__all__ = [
    "Error",
    "Game",
    "OwnGame",
    "Player",
    "Position",
    "Report",
    "Results",
    "Row",
    "Search",
    "Shot",
    "Store",
    "Tree",
    "Tutor",
    "elo",
    "elo_of_score",
    "experiment",
    "frame",
    "game",
    "games",
    "match",
    "merge",
    "openspiel",
    "players",
    "score_of_elo",
    "searches",
    "shoot",
    "suite",
    "summary",
    "train",
    "welch",
    "wilson",
    "with_evaluation",
]
