"""OpenSpiel's manner, against OpenSpiel itself."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

import plywood
from plywood import pyspiel as ours

theirs = pytest.importorskip("pyspiel")

NAMES = ["tic_tac_toe", "connect_four", "othello", "lines_of_action"]
SPECS = {"tic_tac_toe": "tictactoe", "connect_four": "connect4", "othello": "othello", "lines_of_action": "loa"}


def walk(state, depth):
    """Leaves at a depth, and games that were over earlier, by the state's own methods."""
    if depth == 0:
        return (1, 0)
    if state.is_terminal():
        return (0, 1)
    counts = [walk(state.child(action), depth - 1) for action in state.legal_actions()]
    return (sum(leaves for leaves, _ in counts), sum(finished for _, finished in counts))


@pytest.mark.parametrize("name, depth", list(zip(NAMES, [7, 5, 6, 3])))
def test_perft_counts_are_theirs(name, depth):
    counts = [walk(theirs.load_game(name).new_initial_state(), plies) for plies in range(depth + 1)]
    start = plywood.game(SPECS[name]).start()
    assert [start.perft(plies) for plies in range(depth + 1)] == counts
    shallow = depth - 1
    assert [walk(ours.load_game(name).new_initial_state(), plies) for plies in range(shallow)] == counts[:shallow]
    through_the_door = plywood.openspiel(name).start()
    assert [through_the_door.perft(plies) for plies in range(shallow)] == counts[:shallow]


@pytest.mark.parametrize("name, games", list(zip(NAMES, [100, 60, 25, 15])))
def test_random_games_go_alike(name, games):
    for seed in range(games):
        draw = random.Random(seed)
        one, two = ours.load_game(name).new_initial_state(), theirs.load_game(name).new_initial_state()
        while not two.is_terminal():
            actions = two.legal_actions()
            assert one.legal_actions() == actions and not one.is_terminal(), two
            assert one.current_player() == two.current_player()
            assert one.legal_actions(1 - two.current_player()) == []
            for player in (0, 1):
                assert one.observation_tensor(player) == two.observation_tensor(player), two
            texts = [two.action_to_string(action) for action in actions]
            assert [one.action_to_string(action) for action in actions] == texts
            assert one.string_to_action(texts[0]) == actions[0]
            assert one.returns() == two.returns() == [0, 0]
            action = draw.choice(actions)
            one.apply_action(action)
            two.apply_action(action)
        assert one.is_terminal() and one.returns() == two.returns() and one.rewards() == two.rewards()
        assert one.current_player() == two.current_player() == ours.PlayerId.TERMINAL
        assert one.history() == two.history() and one.legal_actions() == []
        assert one.player_return(1) == two.player_return(1)


@pytest.mark.parametrize("name", NAMES)
def test_games_declare_alike(name):
    one, two = ours.load_game(name), theirs.load_game(name)
    for question in ["num_players", "num_distinct_actions", "min_utility", "max_utility", "utility_sum"]:
        assert getattr(one, question)() == getattr(two, question)(), question
    assert one.observation_tensor_shape() == two.observation_tensor_shape()
    assert one.observation_tensor_size() == two.observation_tensor_size()
    mask = one.new_initial_state().legal_actions_mask()
    assert mask == two.new_initial_state().legal_actions_mask()


def test_undo_clone_and_refusals():
    state = ours.load_game("connect_four").new_initial_state()
    state.apply_actions([3, 3])
    copy = state.clone()
    copy.apply_action(2)
    assert state.history() == [3, 3] and copy.history_str() == "3, 3, 2" and copy.move_number() == 3
    copy.undo_action(0, 2)
    assert copy.history() == [3, 3] and str(copy) == str(state)
    with pytest.raises(ours.SpielError):
        copy.undo_action(0, 5)
    with pytest.raises(ours.SpielError):
        state.apply_action(7)
    with pytest.raises(ours.SpielError, match="chance is not on turn"):
        state.chance_outcomes()
    with pytest.raises(ours.SpielError):
        ours.load_game("havannah")
    assert {*NAMES, "kalah"} <= set(ours.registered_names())


def test_games_of_ours_have_chance_outcomes():
    state = ours.load_game("pig(target=10)").new_initial_state()
    state.apply_action(state.string_to_action("roll"))
    assert state.is_chance_node() and state.current_player() == ours.PlayerId.CHANCE
    outcomes = state.chance_outcomes()
    assert sum(probability for _, probability in outcomes) == pytest.approx(1)
    assert sorted(action for action, _ in outcomes) == state.legal_actions()
    with pytest.raises(ours.SpielError, match="numbered as they are met"):
        state.num_distinct_actions()
    with pytest.raises(ours.SpielError, match="no planes"):
        state.observation_tensor()


def test_a_game_of_theirs_is_searched_by_ours():
    game = plywood.openspiel("tic_tac_toe")
    assert game.start().think("ab(depth=4)").move in game.start().moves
    won = game.read("0, 3, 1, 4").think("ab")
    assert (won.move, won.value, won.proven) == ("2", 1, True)
    random_game = plywood.openspiel("pig(players=2,winscore=20)").start()
    assert random_game.play(0).is_chance and random_game.think("expectimax(depth=3)").move in ["0", "1"]
    with pytest.raises(plywood.Error, match="no game"):
        plywood.openspiel("havannah_by_night")
    with pytest.raises(plywood.Error, match="perfect information"):
        plywood.openspiel("kuhn_poker")


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_a_script_runs_with_its_import_changed(name):
    script = (Path(__file__).parent / "mcts_against_random.py").read_text()
    changed = script.replace("import pyspiel", "from plywood import pyspiel")
    assert changed != script
    told = [
        subprocess.run([sys.executable, "-c", text, name, "3"], capture_output=True, text=True, check=True).stdout
        for text in (script, changed)
    ]
    assert told[0] == told[1] and "games" in told[0]
