"""Games that are written in Python, and evaluations of one's own.

A game is a class made from :class:`OwnGame`. Its positions are values: any objects whose text tells them apart, and which
no method changes. Every generic search then plays it: ``plywood.game(MyGame()).start().think("ab(depth=8)")``.
"""

from __future__ import annotations

import ast
from typing import Any, Callable, Iterable, Optional, Sequence, Union

from .native import Error, Game, Position, game


class OwnGame:
    """A game in Python. Five methods make one: start, turn, moves, play, payoffs.

    Whatever a method raises ends the search and comes out of it. Answers that cannot be (a move listed twice, payoffs that
    do not add up, a position that was changed) end it with :class:`plywood.Error`.
    """

    #: How the game is called in reports: letters, digits and ``_``.
    name: str = "own_game"
    #: How many players there are.
    players: int = 2
    #: Whether chance is ever on turn; then there are `events` and `happen` too.
    chance: bool = False
    #: ``"outcome"`` (1, 0, -1; a shorter win is better), ``"margin"`` or ``"probability"``.
    payoff: str = "outcome"
    #: What all payoffs add up to: ``"zero"``, ``"general"`` or a number.
    sum: Union[str, float] = "zero"
    #: No payoff lies outside these.
    bounds: tuple = (-1.0, 1.0)
    #: No game is longer than this many moves and events, where that is known.
    longest: Optional[int] = None
    #: How many different moves there are in all at most; tables are as large.
    distinct_moves: int = 4096
    #: No evaluation lies outside these.
    evaluation_bounds: tuple = (-1.0, 1.0)
    #: ``evaluate(self, positions, player)`` returns a number for each position of a list. Of two players whose payoffs add
    #: up to zero it is asked for player 0 alone. A class without one is searched without an evaluation.
    evaluate: Optional[Callable[..., Sequence[float]]] = None

    def start(self) -> Any:
        """The position a game starts from."""
        raise NotImplementedError(f"{type(self).__name__} has no method start")

    def turn(self, position: Any) -> Union[int, str, None]:
        """The player on turn, counted from 0; ``"chance"``; or None where the game is over."""
        raise NotImplementedError(f"{type(self).__name__} has no method turn")

    def moves(self, position: Any) -> Iterable[Any]:
        """The legal moves, at least one: any objects, told apart by their texts. Only asked on a player's turn."""
        raise NotImplementedError(f"{type(self).__name__} has no method moves")

    def play(self, position: Any, move: Any) -> Any:
        """The position after a legal move; the one that is given stays as it is."""
        raise NotImplementedError(f"{type(self).__name__} has no method play")

    def payoffs(self, position: Any) -> Sequence[float]:
        """What each player gets in a finished game."""
        raise NotImplementedError(f"{type(self).__name__} has no method payoffs")

    def events(self, position: Any) -> Iterable[tuple]:
        """The possible events as (event, probability). Only asked on chance's turn."""
        raise NotImplementedError(f"{type(self).__name__} has no method events")

    def happen(self, position: Any, event: Any) -> Any:
        """The position after an event."""
        raise NotImplementedError(f"{type(self).__name__} has no method happen")

    def text(self, position: Any) -> str:
        """The position as text: positions are the same where their texts are."""
        if type(position).__str__ is object.__str__ and type(position).__repr__ is object.__repr__:
            raise Error(f"positions of {type(position).__name__} have no text of their own: give {type(self).__name__} a method text")
        return str(position)

    def read(self, text: str) -> Any:
        """The position that a text describes; by default a Python literal, such as a tuple of numbers."""
        return ast.literal_eval(text)

    def draw(self, position: Any) -> str:
        """The position as a drawing in characters."""
        return self.text(position) + "\n"


class _Judged(OwnGame):
    """A game of ours with an evaluation in Python, through the same door as a game in Python."""

    def __init__(self, played: Game, evaluate: Callable[..., Sequence[float]], bounds: tuple):
        nature = played.nature
        if nature["chance"] == "sampled" or nature["history"]:
            why = "its events can only be drawn" if nature["chance"] == "sampled" else "it can end by repetition"
            raise Error(f"{played.spec} cannot have an evaluation in Python: {why}")
        self.played, self.judge = played, evaluate
        self.name = "".join(letter if letter.isalnum() else "_" for letter in played.spec)
        self.players, self.chance = nature["players"], nature["chance"] != "none"
        self.payoff, self.bounds, self.longest = nature["payoff"], tuple(nature["bounds"]), nature["longest"]
        self.sum = nature["sum"]["constant"] if isinstance(nature["sum"], dict) else nature["sum"]
        self.evaluation_bounds, self.distinct_moves = bounds, 1 << 16

    def start(self):
        return self.played.start()

    def turn(self, position):
        return None if position.is_over else "chance" if position.is_chance else position.player

    def moves(self, position):
        return position.moves

    def play(self, position, move):
        return position.play(move)

    happen = play

    def payoffs(self, position):
        return position.payoffs

    def events(self, position):
        return position.events

    def text(self, position):
        return str(position)

    def read(self, text):
        return self.played.read(text)

    def draw(self, position):
        return position.draw()

    def evaluate(self, positions, player):
        return self.judge(positions, player)


def with_evaluation(
    played: Union[str, Game],
    evaluate: Callable[[list[Position], int], Sequence[float]],
    bounds: tuple = (-1.0, 1.0),
) -> Game:
    """A game with an evaluation of one's own, which every search uses: slow, because its rules are then called through Python.

    ``evaluate(positions, player)`` returns a number for each position, within the bounds: for player 0 alone where there
    are two players whose payoffs add up to zero.
    """
    return game(_Judged(game(played), evaluate, bounds))
