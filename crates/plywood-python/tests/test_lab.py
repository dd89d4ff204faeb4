"""Matches, suites, the store."""

import pandas
import pytest

import plywood


def test_a_match_is_the_same_on_any_threads_and_goes_on_where_it_was(tmp_path):
    call = dict(game="connect4", players=["ab(depth=3)", "uct(simulations=50)"], openings="random(plies=4)")
    first = plywood.match(**call, games=6, data=tmp_path / "one", threads=1)
    more = plywood.match(**call, games=10, data=tmp_path / "one")
    whole = plywood.match(**call, games=10, data=tmp_path / "two", threads=2)
    assert (first["played"], more["played"], more["stored_before"]) == (6, 4, 6)
    one, two = (plywood.Store(tmp_path / name) for name in ("one", "two"))
    assert one.games(more.run) == two.games(whole.run) and len(one.games(more.run)) == 10
    assert more["pairings"] == whole["pairings"] == one.results(more.run)["pairings"]
    steps = pandas.DataFrame(one.steps(more.run))
    assert set(steps["number"]) == set(range(10)) and steps["nodes"].min() >= 0
    assert one.runs()[0]["name"] == more.run and "score" in more.text


def test_slices_join(tmp_path):
    call = dict(game="nim", players=["ab(depth=3)", "random"], games=8, openings="random(plies=1)")
    for place in (1, 2):
        plywood.match(**call, shard=f"{place}/2", data=tmp_path / str(place))
    plywood.merge(tmp_path / "all", [tmp_path / "1", tmp_path / "2"])
    whole = plywood.match(**call, data=tmp_path / "whole")
    assert plywood.Store(tmp_path / "all").games(whole.run) == plywood.Store(tmp_path / "whole").games(whole.run)


def test_a_tournament_with_a_sweep():
    heard = []
    results = plywood.match(
        "nim", ["random", {"spec": "ab", "depth": [1, 3]}], 4, progress=lambda *news: heard.append(news)
    )
    assert len(results["pairings"]) == 3 and heard[-1][:2] == (12, 12)
    frame = results.to_pandas()
    assert len(frame) == 3 and "games" in frame.columns


def test_progress_that_raises_stops_the_match(tmp_path):
    def wrong(done, planned, half_points):
        raise ZeroDivisionError("no more")

    with pytest.raises(ZeroDivisionError):
        plywood.match("connect4", ["random", "random"], 1000, data=tmp_path, progress=wrong)


def test_a_suite_meets_every_position():
    start = plywood.game("connect4").start()
    positions = [str(start.play(*moves)) for moves in (["4"], ["4", "4"], ["1", "2"])]
    results = plywood.suite("connect4", ["ab", "pvs"], positions, depths=[2, 4])
    assert len(results["searches"]) == 4 and results["positions"] == positions
    assert results.to_pandas()["search"].nunique() == 4 or len(results.to_pandas()) == 4


def test_wrong_experiments_are_told(tmp_path):
    with pytest.raises(plywood.Error, match="for 2 players"):
        plywood.match("nim", ["random"])
    with pytest.raises(plywood.Error, match="at least one game"):
        plywood.match("nim", ["random", "random"], 0)
    with pytest.raises(plywood.Error, match="1/3"):
        plywood.match("nim", ["random", "random"], shard="4/3")
    with pytest.raises(plywood.Error, match="there is no store"):
        plywood.Store(tmp_path / "nowhere")
    plywood.match("nim", ["random", "random"], 2, name="one", data=tmp_path)
    with pytest.raises(plywood.Error, match="another experiment"):
        plywood.match("nim", ["random", "random"], 2, name="one", seed=2, data=tmp_path)
