"""A game of OpenSpiel as one of ours, through the same door as a game in Python."""

from __future__ import annotations

from .native import Error, Game, game
from .own import OwnGame


class _Spiel(OwnGame):
    """A sequential game of perfect information of OpenSpiel. Positions are its states, which are never changed here; they are
    known by their histories, because a state's text may leave out what counts."""

    def __init__(self, name: str):
        try:
            import pyspiel
        except ImportError as missing:
            raise Error("OpenSpiel is not installed: pip install open_spiel") from missing
        try:
            self.spiel = pyspiel.load_game(name)
        except pyspiel.SpielError as wrong:
            raise Error(f"OpenSpiel has no game {name!r}: {str(wrong).strip()}") from wrong
        kind = self.spiel.get_type()
        modes = pyspiel.GameType
        if kind.dynamics != modes.Dynamics.SEQUENTIAL or kind.information != modes.Information.PERFECT_INFORMATION:
            raise Error(f"{name} is not a sequential game of perfect information")
        if kind.chance_mode == modes.ChanceMode.SAMPLED_STOCHASTIC:
            raise Error(f"{name} cannot list its chance events")
        self.name = "openspiel_" + "".join(letter if letter.isalnum() else "_" for letter in name)
        self.load = name
        self.players = self.spiel.num_players()
        self.chance = kind.chance_mode == modes.ChanceMode.EXPLICIT_STOCHASTIC
        low, high = self.spiel.min_utility(), self.spiel.max_utility()
        self.bounds = (low, high)
        self.payoff = "outcome" if (low, high) == (-1.0, 1.0) and not self.chance else "margin"
        sums = {modes.Utility.ZERO_SUM: "zero", modes.Utility.CONSTANT_SUM: self.spiel.utility_sum()}
        self.sum = sums.get(kind.utility, "general")
        self.longest = self.spiel.max_history_length()
        self.distinct_moves = max(1, self.spiel.num_distinct_actions())

    def __reduce__(self):
        return (_Spiel, (self.load,))

    def start(self):
        return self.spiel.new_initial_state()

    def turn(self, state):
        return None if state.is_terminal() else "chance" if state.is_chance_node() else state.current_player()

    def moves(self, state):
        return state.legal_actions()

    def play(self, state, action):
        return state.child(action)

    def events(self, state):
        return [(outcome, probability) for outcome, probability in state.chance_outcomes() if probability > 0]

    happen = play

    def payoffs(self, state):
        return state.returns()

    def text(self, state):
        return state.history_str() or "start"

    def read(self, text):
        state = self.spiel.new_initial_state()
        for action in [] if text.strip() == "start" else text.replace(",", " ").split():
            state.apply_action_with_legality_check(int(action)) if not state.is_chance_node() else state.apply_action(int(action))
        return state

    def draw(self, state):
        return f"{state}\n"


def openspiel(name: str) -> Game:
    """A game of OpenSpiel by its name there, such as ``"hex(board_size=4)"``; its moves are OpenSpiel's actions."""
    return game(_Spiel(name))
