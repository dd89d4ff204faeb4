"""Games, positions, searches, pictures, statistics, billiards."""

import doctest
import signal
import threading
import time

import numpy
import pytest

import plywood
from conftest import random_steps


def test_the_documentation_is_true():
    assert doctest.testmod(plywood).failed == 0


def test_every_game_plays_from_its_spec_and_reads_what_it_writes():
    for entry in plywood.games():
        for spec in entry["examples"][:2]:
            game = plywood.game(spec)
            position = game.start()
            if game.nature["chance"] == "sampled":
                continue  # Its moves are candidates out of a continuum: reading is tested with billiards.
            end = random_steps(position, 1, most=12)
            assert len(end.steps) <= 12
            again = game.start().play(*end.steps)
            assert str(again) == str(end) and again.key == end.key
            assert again.is_over or again.is_chance or again.moves
            assert str(game.read(str(end))) == str(end)
            assert position.steps == [] and position.draw()


def test_levels_are_players():
    game = plywood.game("connect4")
    names = [name for name, _ in game.levels]
    assert names[:2] == ["beginner", "novice"]
    assert all(game.player(spec).spec for _, spec in game.levels)


def test_a_tutor_says_what_would_have_been_better():
    tutor = plywood.Tutor("nim(matches=7)")
    position = tutor.game.start()
    move, remark = tutor.reply(position)
    assert move in position.moves and remark is None
    position.step("1")
    move, remark = tutor.reply(position)
    assert move in position.moves and (remark["best"]["play"], remark["loss"]) == ("3", 2.0)
    assert (tutor.model["choices"], tutor.model["found"]) == (1, 0)
    with pytest.raises(plywood.Error):
        tutor.reply(plywood.game("nim(matches=1)").start().play("1"))


def test_steps_are_made_and_taken_back():
    position = plywood.game("tictactoe").start()
    before = str(position)
    position.step("b2")
    assert position.player == 1 and position.steps == ["b2"] and "b2" not in position.moves
    assert position.undo() and str(position) == before and not position.undo()
    over = position.play("a1", "b2", "a2", "b3", "a3")
    assert over.is_over and over.payoffs == [1.0, -1.0] and over.ending == "rules" and over.moves == []
    assert position.steps == [], "play leaves it as it is"
    with pytest.raises(plywood.Error, match="is not a legal move"):
        position.step("z9")
    with pytest.raises(plywood.Error, match="player 0 is on turn"):
        position.payoffs


def test_chance_lists_and_draws():
    position = plywood.game("pig(target=20)").start().play("roll")
    assert position.is_chance and position.player is None
    assert sum(probability for _, probability in position.events) == pytest.approx(1)
    drawn = position.copy().sample(7)
    assert drawn in [text for text, _ in position.events] and drawn == position.copy().sample(7)
    with pytest.raises(plywood.Error, match="no event to draw"):
        plywood.game("nim").start().sample(1)


def test_a_search_answers_and_tells_rows_on_the_way():
    position = plywood.game("connect4").start()
    search = position.search("ab(depth=7)")
    rows = list(search)
    report = search.report()
    assert [row.depth for row in rows] == list(range(1, 8)) == [row.depth for row in report.rows]
    assert report.move in position.moves and report.pv[0] == report.move and report.nodes > rows[0].nodes
    assert report.to_dict()["move"] == report.move and f"move   {report.move}" in str(report)
    again = position.think("ab", depth=7)
    assert (again.move, again.value, again.nodes) == (report.move, report.value, report.nodes)
    solved = plywood.game("tictactoe").start().think()
    assert solved.proven and solved.value == 0


def test_the_same_seed_gives_the_same_answer():
    position = plywood.game("othello").start()
    one, two = (position.think("uct", simulations=500, seed=3) for _ in range(2))
    assert one.to_dict() | {"seconds": 0, "rows": 0} == two.to_dict() | {"seconds": 0, "rows": 0}
    assert one.simulations == 500 == sum(visits for _, visits, _ in one.tried)
    assert max(one.tried, key=lambda tried: tried[1])[0] == one.move
    assert position.think("ab(depth=2)").tried == []


def test_a_player_keeps_what_it_learned_until_a_new_game():
    game = plywood.game("connect4")
    player, position = game.player("ab(table=1MB)"), game.start()
    first = player.think(position, depth=8).nodes
    assert player.think(position, depth=8).nodes < first
    player.new_game()
    assert player.think(position, depth=8).nodes == first
    with pytest.raises(plywood.Error, match="made for another game"):
        player.think(plywood.game("nim").start())


def test_wrong_input_is_told():
    with pytest.raises(plywood.Error, match="chekers"):
        plywood.game("chekers")
    with pytest.raises(plywood.Error, match="spec"):
        plywood.game(7)
    position = plywood.game("othello").start()
    with pytest.raises(plywood.Error, match="dpeth"):
        position.think("ab(dpeth=3)")
    with pytest.raises(plywood.Error, match="does not keep a budget in depth"):
        position.think("uct", depth=3)
    with pytest.raises(plywood.Error, match="seconds"):
        position.think("ab", time=-1)
    with pytest.raises(TypeError):
        position.think("ab", depth="deep")
    with pytest.raises(TypeError, match="unknown argument plies"):
        position.think("ab", plies=3)
    with pytest.raises(OverflowError):
        position.think("ab", nodes=-1)
    with pytest.raises(plywood.Error, match="theme|light"):
        position.svg("mauve")
    assert issubclass(plywood.Error, ValueError)


def test_other_threads_run_while_a_search_does():
    search = plywood.game("othello").start().search("ab", time=20)
    count = 0
    begun = time.monotonic()
    while count < 1000 and time.monotonic() - begun < 20:
        count += 1
    search.stop()
    assert count == 1000 and search.report().move


def test_a_search_that_is_dropped_stops():
    player = plywood.game("othello").player("ab")
    search = player.search(plywood.game("othello").start(), time=600)
    with pytest.raises(plywood.Error, match="thinking already"):
        player.think(plywood.game("othello").start(), depth=1)
    del search
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            player.think(plywood.game("othello").start(), depth=1)
            return
        except plywood.Error:
            time.sleep(0.01)
    raise AssertionError("the search went on")


def test_ctrl_c_stops_a_search():
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        plywood.game("othello").start().think("ab", time=600)
    assert time.monotonic() - begun < 300


def test_pictures_show_themselves():
    position = plywood.game("othello").start()
    assert position._repr_svg_().startswith("<svg") and position.svg("dark") != position.svg()
    assert position.picture["cells"]
    tree = plywood.game("tree:(A=[3 12 8] B=[2 4 6] C=[14 5 2])").start().tree()
    assert tree._repr_svg_().startswith("<svg") and "B  min" in str(tree) and len(tree) == len(tree.nodes) == 11


def test_perft_counts():
    assert plywood.game("othello").start().perft(5) == (1396, 0)


def test_statistics():
    told = plywood.elo(60, 20, 20)["elo"]
    assert told["low"] < told["value"] < told["high"]
    assert told["value"] == pytest.approx(plywood.elo_of_score(0.7))
    assert plywood.score_of_elo(0) == 0.5
    assert plywood.wilson(5, 10)["value"] == pytest.approx(0.5)
    assert plywood.summary([1, 2, 3, 4])["mean"] == 2.5
    assert plywood.welch([1, 2, 3], [11, 12, 13])["p"] < 0.01
    with pytest.raises(plywood.Error, match="no share"):
        plywood.wilson(3, 2)


def test_a_shot_has_its_ways_as_arrays():
    shot = plywood.shoot("0@0.5:0.5 1@0.6:1.2", "phi=81.9/theta=5/v=2")
    way = shot.trajectory(0, rate=200)
    assert isinstance(way, numpy.ndarray) and way.shape[1] == 5 and way.dtype == numpy.float64
    assert way.base is not None and way.base.base is not None, "the array sees what the simulation wrote"
    assert way[0, 1:3] == pytest.approx([0.5, 0.5]) and way[-1, 3:] == pytest.approx([0, 0], abs=1e-6)
    assert way[-1, 0] == pytest.approx(shot.duration) and (numpy.diff(way[:, 0]) >= 0).all()
    assert 0 in shot.balls and shot.events and shot._repr_svg_().startswith("<svg")
    with pytest.raises(plywood.Error, match="did not move"):
        shot.trajectory(9)
    with pytest.raises(plywood.Error, match="in the way|elevation|is no|expected|not a parameter|needs"):
        plywood.shoot("0@0.5:0.5", "hard")
    with pytest.raises(plywood.Error, match="there is no table"):
        plywood.shoot("0@0.5:0.5", "phi=90/v=2", table="kitchen")


def test_the_shots_of_a_frame_are_seen_again():
    position = plywood.game("8ball").start()
    player = plywood.game("8ball").player("random")
    while len(position.steps) < 7 and not position.is_over:
        if position.is_chance:
            position.sample(len(position.steps))
        else:
            position.step(player.think(position, seed=len(position.steps)).move)
    if position.is_chance:
        position.sample(99)
    shots = plywood.frame(position)
    assert len(shots) == 3 and shots[-1].state == str(position) and all(shot.ruling for shot in shots)
    assert shots[0].trajectory(0).shape[0] > 10
    with pytest.raises(plywood.Error):
        plywood.frame(plywood.game("othello").start())


def test_the_bench_measures(capsys):
    from plywood import bench

    bench.main(["border", "own", "simulations", "--seconds", "0.01"])
    told = capsys.readouterr().out
    assert "calls/s" in told and "nodes/s" in told and "times (aim" in told
    with pytest.raises(SystemExit):
        bench.main(["everything"])
