"""Games and evaluations that are written in Python."""

import pickle
import signal
import subprocess
import sys
import threading

import pytest

import plywood
from conftest import random_steps
from plywood.bench import Heap


def heap(count=9):
    return plywood.game(Heap(count))


def test_every_search_that_fits_plays_a_game_in_python():
    position = heap(10).start()
    tried = 0
    for entry in plywood.searches():
        budget = {"simulations": 200} if "simulations" in entry["budgets"] and "depth" not in entry["budgets"] else {"depth": 12}
        if not set(budget) <= set(entry["budgets"]):
            budget = {"nodes": 5000} if "nodes" in entry["budgets"] else {}
        try:
            report = position.think(entry["name"], **budget)
        except plywood.Error as misfit:
            assert "does not fit" in str(misfit) or "needs" in str(misfit) or "model" in str(misfit), (entry["name"], misfit)
            continue
        assert report.move in position.moves, entry["name"]
        tried += 1
    assert tried >= 15
    for spec in ["minimax", "ab", "mtdf", "dfpn"]:
        report = position.think(spec)
        assert (report.move, report.value, report.proven) == ("2", 1, True), spec


def test_it_agrees_with_the_game_of_ours():
    own, ours = heap(9).start(), plywood.game("nim(matches=9)").start()
    assert [own.perft(depth) for depth in range(8)] == [ours.perft(depth) for depth in range(8)]
    assert own.think("ab").value == ours.think("ab").value


def test_texts_positions_and_copies():
    game = heap()
    position = game.start().play(1, "2")
    assert str(position) == "(6, 0)" and position.steps == ["1", "2"] and game.read("(6, 0)") == position
    with pytest.raises(plywood.Error, match="cannot read"):
        game.read("six")
    assert pickle.loads(pickle.dumps(plywood.game("othello"))).spec == "othello"
    assert pickle.loads(pickle.dumps(game)).start().moves == ["1", "2", "3"]


class Coin(plywood.OwnGame):
    """Guess, then a coin that falls heads with a chance of 0.7."""

    name, chance, payoff, longest = "coin", True, "probability", 2

    def start(self):
        return ""

    def turn(self, position):
        return 0 if position == "" else "chance" if len(position) == 1 else None

    def moves(self, position):
        return ["h", "t"]

    def play(self, position, move):
        return position + move

    def events(self, position):
        return [("h", 0.7), ("t", 0.3)]

    happen = play

    def payoffs(self, position):
        return [1, -1] if position[0] == position[1] else [-1, 1]


def test_chance_in_python():
    report = plywood.game(Coin()).start().think("expectimax")
    assert report.move == "h" and report.value == pytest.approx(0.4) and report.proven


class Three(plywood.OwnGame):
    """Three players take one or two; whoever takes the last of seven wins."""

    name, players, sum, longest = "three", 3, 1, 7
    payoff, bounds = "margin", (0, 1)

    def start(self):
        return (7, 0)

    def turn(self, position):
        return position[1] if position[0] else None

    def moves(self, position):
        return [taken for taken in (1, 2) if taken <= position[0]]

    def play(self, position, move):
        return (position[0] - move, (position[1] + 1) % 3)

    def payoffs(self, position):
        return [float((position[1] + 2) % 3 == player) for player in range(3)]


def test_three_players_in_python():
    report = plywood.game(Three()).start().think("maxn")
    assert sum(report.values) == pytest.approx(1) and report.proven


def test_an_evaluation_is_asked_in_batches():
    sizes = []

    class Judged(Heap):
        def evaluate(self, positions, player):
            assert player == 0
            sizes.append(len(positions))
            return [0.5 if (left % 4 == 0) == (mover == 1) else -0.5 for left, mover in positions]

    game = plywood.game(Judged(21))
    assert game.evaluations == ["python", "zero"]
    report = game.start().think("ab(depth=3)")
    assert report.move == "1" and max(sizes) == 3 and report.evaluations >= len(sizes)
    assert game.start().think("ab(depth=3, eval=zero)").value == 0
    assert heap().evaluations == ["zero"]


def test_a_game_of_ours_with_an_evaluation_of_ones_own():
    def corners(positions, player):
        return [sum({"X": 1, "O": -1}.get(str(position)[place], 0) for place in (0, 7, 56, 63)) / 4 for position in positions]

    game = plywood.with_evaluation("othello", corners)
    position = random_steps(plywood.game("othello").start(), 3, most=30)
    own = game.read(str(position))
    assert own.evaluate() == pytest.approx(corners([position], 0)[0] * (1 if position.player == 0 else -1))
    assert own.perft(2) == position.perft(2)
    assert own.think("ab(depth=2)").move in position.moves
    with pytest.raises(plywood.Error, match="repetition"):
        plywood.with_evaluation("loa", corners)


def raises(error, match, **methods):
    """Searching the game with some methods changed raises this, on one thread and on two."""
    game = plywood.game(type("Broken", (Heap,), methods)(12))
    for spec in ["ab(depth=6)", "ab(depth=6, threads=2)", "uct(simulations=50)", "uct(simulations=50, threads=2)"]:
        with pytest.raises(error, match=match):
            game.start().think(spec)


def test_what_a_game_raises_comes_out():
    def moves(self, position):
        if position[0] < 6:
            raise KeyError("lost the rules")
        return [1, 2]

    raises(KeyError, "lost the rules", moves=moves)
    game = plywood.game(type("Broken", (Heap,), {"moves": moves})(7))
    position = game.start()
    with pytest.raises(KeyError):
        position.play(1, 1).moves
    assert position.moves == ["1", "2"], "what went before is as it was"
    with pytest.raises(KeyError):
        plywood.match(game, ["ab(depth=3)", "random"], 4, threads=2)


@pytest.mark.parametrize(
    "match, methods",
    [
        ("lists 1 twice", {"moves": lambda self, position: [1, 1]}),
        ("lists none", {"moves": lambda self, position: []}),
        ("turn must return", {"turn": lambda self, position: 5 if position[0] < 9 else position[1]}),
        ("chance = False", {"turn": lambda self, position: "chance" if position[0] < 9 else position[1]}),
        ("sum to zero", {"payoffs": lambda self, position: [1, 1]}),
        ("bounds of the game", {"payoffs": lambda self, position: [2, -2]}),
        ("list of 2 numbers", {"payoffs": lambda self, position: "won"}),
        ("returned None", {"play": lambda self, position, move: None}),
        ("text must return", {"text": lambda self, position: 7}),
        ("2 values for|values for", {"evaluate": lambda self, positions, player: [0] * (len(positions) + 1)}),
        ("outside its bounds", {"evaluate": lambda self, positions, player: [3] * len(positions)}),
        ("outside its bounds", {"evaluate": lambda self, positions, player: [float("nan")] * len(positions)}),
    ],
)
def test_a_game_that_cheats_is_found_out(match, methods):
    game = plywood.game(type("Cheat", (Heap,), methods)(12)) if "text" not in methods else None
    with pytest.raises(plywood.Error, match=match):
        if game is None:
            game = plywood.game(type("Cheat", (Heap,), methods)(12))
        game.start().think("ab(depth=4)" if "evaluate" in methods else "ab(depth=12)")


def test_a_changed_position_is_found_out():
    class Changing(Heap):
        def start(self):
            return [9, 0]

        def play(self, position, move):
            position[0] -= move
            position[1] = 1 - position[1]
            return position

    for spec in ["ab(depth=4)", "uct(simulations=20)"]:
        with pytest.raises(plywood.Error, match="changed the position"):
            plywood.game(Changing()).start().think(spec)


def test_too_many_moves_are_told():
    class Many(Heap):
        distinct_moves = 2

    with pytest.raises(plywood.Error, match="distinct_moves"):
        plywood.game(Many()).start().moves


def test_wrong_declarations_are_told():
    for wrong in [{"players": 9}, {"payoff": "fame"}, {"bounds": (1, -1)}, {"sum": "some"}, {"name": "a b"}]:
        with pytest.raises(plywood.Error, match=next(iter(wrong))):
            plywood.game(type("Wrong", (Heap,), wrong)())

    class Nameless(Heap):
        def start(self):
            return object()

    with pytest.raises(plywood.Error, match="method text"):
        plywood.game(Nameless()).start()


def test_ctrl_c_stops_a_search_of_a_game_in_python():
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        heap(25).start().think("uct", time=600)


def test_a_match_between_players_of_a_game_in_python():
    results = plywood.match(heap(10), ["ab(depth=10)", "random"], 10)
    assert results["pairings"][0]["wins"] >= 5 and results["played"] == 10
    assert len(results.to_pandas()) == 1


def test_the_interpreter_ends_while_a_search_runs():
    script = """
import plywood
from plywood.bench import Heap
search = plywood.game(Heap(25)).start().search("uct", time=600)
row = next(search)
plywood.game("othello").start().search("ab", time=600)
print("leaving")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "leaving\n", "")


def test_a_game_may_search_while_it_is_searched():
    class Nested(Heap):
        def moves(self, position):
            assert plywood.game(Heap(position[0])).start().think("ab(depth=2)").move
            return super().moves(position)

    assert plywood.game(Nested(7)).start().think("ab").move == "3"


def test_threads_may_share_a_position():
    position, found = heap(9).start(), []
    threads = [threading.Thread(target=lambda: found.append(position.think("ab").move)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert found == ["1"] * 4


def test_a_game_without_an_end_is_searched_within_the_budget():
    class Endless(Heap):
        longest = None

        def play(self, position, move):
            return (position[0], 1 - position[1])

    position = plywood.game(Endless()).start()
    assert position.think("uct", simulations=5).simulations == 5
    assert position.think("ab", nodes=300).nodes == 300
