"""Games of ours with the names that OpenSpiel's users know: ``from plywood import pyspiel`` in the place of ``import pyspiel``.

Four games have OpenSpiel's own names, action numbers and planes: tic_tac_toe, connect_four, othello, lines_of_action. Every
other game goes by its spec here, such as ``"kalah(holes=4)"``: its moves and events get numbers as they are met, so that
numbers are the same within one game object only, and it has no planes.
"""

from __future__ import annotations

import enum
from types import SimpleNamespace
from typing import Optional, Sequence, Union

from . import native
from .native import Error as SpielError


class PlayerId(enum.IntEnum):
    """Who is on turn where no player is."""

    CHANCE = -1
    INVALID = -3
    TERMINAL = -4


INVALID_ACTION = -1


class _Squares:
    """Moves on a board that is written row by row from the top, and read from there or upward from the last row; each plane
    shows the cells of one letter."""

    def __init__(self, width: int, height: int, planes: str, upward: bool = False):
        self.width, self.height, self.planes, self.upward = width, height, planes, upward

    def cells(self, position: native.Position) -> str:
        """The board, row by row."""
        rows = str(position).split()[0].split("/")
        return "".join(reversed(rows) if self.upward else rows)

    def shape(self) -> list:
        return [len(self.planes), self.height, self.width]

    def shown(self, player: int) -> str:
        """The planes as a player sees them: all see the same."""
        return self.planes

    def tensor(self, position: native.Position, player: int) -> list:
        cells = self.cells(position)
        return [float(cell == shown) for shown in self.shown(player) for cell in cells]


class _TicTacToe(_Squares):
    count = 9

    def number(self, text: str) -> int:
        return (3 - int(text[1])) * 3 + ord(text[0]) - ord("a")

    def text(self, number: int) -> str:
        return f"{'abc'[number % 3]}{3 - number // 3}"

    def name(self, player: int, number: int) -> str:
        return f"{'xo'[player]}({number // 3},{number % 3})"


class _ConnectFour(_Squares):
    count = 7

    def number(self, text: str) -> int:
        return int(text) - 1

    def text(self, number: int) -> str:
        return str(number + 1)

    def name(self, player: int, number: int) -> str:
        return f"{'xo'[player]}{number}"


class _Othello(_Squares):
    count = 65

    def shown(self, player: int) -> str:
        """One's own discs before those of the other."""
        return self.planes if player == 0 else "-OX"

    def number(self, text: str) -> int:
        return 64 if text == "pass" else (int(text[1]) - 1) * 8 + ord(text[0]) - ord("a")

    def text(self, number: int) -> str:
        return "pass" if number == 64 else f"{'abcdefgh'[number % 8]}{number // 8 + 1}"

    def name(self, player: int, number: int) -> str:
        return self.text(number)


class _LinesOfAction(_Squares):
    count = 64 * 64 * 2

    def number(self, text: str) -> int:
        def square(name: str) -> int:
            return (int(name[1]) - 1) * 8 + ord(name[0]) - ord("a")

        return square(text[:2]) * 128 + square(text[3:]) * 2 + (text[2] == "x")

    def text(self, number: int) -> str:
        def square(place: int) -> str:
            return f"{'abcdefgh'[place % 8]}{place // 8 + 1}"

        return square(number // 128) + "-x"[number % 2] + square(number // 2 % 64)

    def name(self, player: int, number: int) -> str:
        return self.text(number)


class _Met:
    """Numbers in the order in which texts are met."""

    count = None

    def __init__(self) -> None:
        self.numbers: dict = {}
        self.texts: list = []

    def number(self, text: str) -> int:
        if text not in self.numbers:
            self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return self.numbers[text]

    def text(self, number: int) -> str:
        if not 0 <= number < len(self.texts):
            raise SpielError(f"no action has the number {number}")
        return self.texts[number]

    def name(self, player: int, number: int) -> str:
        return self.text(number)

    def shape(self):
        raise SpielError("this game has no planes")

    def tensor(self, position, player):
        raise SpielError("this game has no planes")


_KNOWN = {
    "tic_tac_toe": ("tictactoe", lambda: _TicTacToe(3, 3, ".OX")),
    "connect_four": ("connect4", lambda: _ConnectFour(7, 6, "XO.", upward=True)),
    "othello": ("othello", lambda: _Othello(8, 8, "-XO")),
    "lines_of_action": ("loa", lambda: _LinesOfAction(8, 8, "XO.", upward=True)),
}


class Game:
    """The rules of a game."""

    def __init__(self, name: str):
        spec, codec = _KNOWN.get(name, (name, _Met))
        self._name, self._game, self._actions = name, native.game(spec), codec()

    def new_initial_state(self) -> State:
        return State(self, self._game.start(), [])

    def num_players(self) -> int:
        return self._game.players

    def num_distinct_actions(self) -> int:
        if self._actions.count is None:
            raise SpielError(f"the actions of {self._name} are numbered as they are met; nobody knows how many there are")
        return self._actions.count

    def max_game_length(self) -> int:
        longest = self._game.nature["longest"]
        if longest is None:
            raise SpielError(f"nobody knows how long games of {self._name} can be")
        return longest

    def min_utility(self) -> float:
        return self._game.nature["bounds"][0]

    def max_utility(self) -> float:
        return self._game.nature["bounds"][1]

    def utility_sum(self) -> Optional[float]:
        total = self._game.nature["sum"]
        return 0.0 if total == "zero" else total["constant"] if isinstance(total, dict) else None

    def observation_tensor_shape(self) -> list:
        return self._actions.shape()

    def observation_tensor_size(self) -> int:
        planes, rows, columns = self._actions.shape()
        return planes * rows * columns

    def get_type(self) -> SimpleNamespace:
        planes = self._actions.count is not None
        return SimpleNamespace(short_name=self._name, long_name=self._name, provides_observation_tensor=planes)

    def get_parameters(self) -> dict:
        return {}

    def to_string(self) -> str:
        return self._name + "()"

    __str__ = to_string

    def __reduce__(self):
        return (Game, (self._name,))


class State:
    """A game so far."""

    def __init__(self, game: Game, position: native.Position, history: list):
        self._game, self._position, self._history = game, position, history

    # Whose turn it is.

    def current_player(self) -> int:
        player = self._position.player
        if player is not None:
            return player
        return PlayerId.TERMINAL if self._position.is_over else PlayerId.CHANCE

    def is_terminal(self) -> bool:
        return self._position.is_over

    def is_chance_node(self) -> bool:
        return self._position.is_chance

    def is_player_node(self) -> bool:
        return self._position.player is not None

    def is_simultaneous_node(self) -> bool:
        return False

    def is_initial_state(self) -> bool:
        return not self._history

    # What can be done.

    def legal_actions(self, player: Optional[int] = None) -> list:
        if player is not None and player != self.current_player():
            return []
        number = self._game._actions.number
        if self._position.is_chance:
            return sorted(number(text) for text, _ in self._position.events)
        return sorted(map(number, self._position.moves))

    def legal_actions_mask(self, player: Optional[int] = None) -> list:
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list:
        if not self._position.is_chance:
            raise SpielError("chance is not on turn")
        number = self._game._actions.number
        return sorted((number(text), probability) for text, probability in self._position.events)

    def apply_action(self, action: int) -> None:
        self._position.step(self._game._actions.text(int(action)))
        self._history.append(int(action))

    apply_action_with_legality_check = apply_action

    def apply_actions(self, actions: Sequence[int]) -> None:
        for action in actions:
            self.apply_action(action)

    def undo_action(self, player: int, action: int) -> None:
        if not self._history or self._history[-1] != action:
            raise SpielError(f"{action} was not the last action")
        self._position.undo()
        self._history.pop()

    def clone(self) -> State:
        return State(self._game, self._position.copy(), list(self._history))

    __copy__ = clone

    def __deepcopy__(self, _) -> State:
        return self.clone()

    def child(self, action: int) -> State:
        after = self.clone()
        after.apply_action(action)
        return after

    # What it is worth.

    def returns(self) -> list:
        return self._position.payoffs if self.is_terminal() else [0.0] * self.num_players()

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    player_reward = player_return

    # How it came to this, and how it looks.

    def history(self) -> list:
        return list(self._history)

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        return len(self._history)

    def information_state_string(self, player: Optional[int] = None) -> str:
        return self.history_str()

    def observation_string(self, player: Optional[int] = None) -> str:
        return self._position.draw()

    def observation_tensor(self, player: Optional[int] = None) -> list:
        seen_by = self.current_player() if player is None else player
        return self._game._actions.tensor(self._position, seen_by)

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        if action is None:
            player, action = self.current_player(), player
        return self._game._actions.name(player, action)

    def string_to_action(self, player: Union[int, str], text: Optional[str] = None) -> int:
        wanted = player if text is None else text
        for action in self.legal_actions():
            if self.action_to_string(action) == wanted:
                return action
        raise SpielError(f"{wanted!r} is no legal action here")

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def get_game(self) -> Game:
        return self._game

    def to_string(self) -> str:
        return self._position.draw()

    __str__ = to_string

    def _repr_svg_(self) -> str:
        return self._position._repr_svg_()


def load_game(name: str) -> Game:
    """The game of a name of OpenSpiel's that is known here, or of a spec of ours."""
    return Game(name)


def registered_names() -> list:
    """OpenSpiel's names that are known here, and ours."""
    return [*_KNOWN, *(entry["name"] for entry in native.games())]
