"""A match on Ray workers is the match of one machine, whoever dies. Runs in a network namespace where the system lets it,
and on the loopback interface in any case."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import plywood
from plywood import cluster, native

pytest.importorskip("ray")

HERE = Path(__file__).parent
GAMES = 2000
EXPERIMENT = plywood.experiment(
    "connect4(columns=5, rows=4)", ["ab(depth=2, table=off)", "uct(simulations=150)"], games=GAMES, seed=3, openings="random(plies=4)"
)


TUNING = {
    "game": "connect4(columns=5, rows=4)",
    "player": "uct(simulations=30, c={c})",
    "openings": "random(plies=2)",
    "pairs": 40,
    "confirm": 20,
    "parameters": {"c": {"start": 4.0, "min": 0.0, "max": 8.0, "step": 1.0}},
}
# Several jobs of pieces after each other, and several matches.
ENTRIES = {"prom/figure7.6": 0.02, "lecture/text-chess": 0.02}


def alone(command):
    """The command in a network of its own, with nothing but the loopback interface, where the system lets us make one."""
    shell = 'ip link set lo up 2>/dev/null || true; exec "$@"'
    inside = ["unshare", "--net", "--map-root-user", "sh", "-c", shell, "sh"]
    if os.geteuid() == 0:
        inside.remove("--map-root-user")
    try:
        tried = subprocess.run([*inside, sys.executable, str(HERE / "loopback.py")], capture_output=True)
    except OSError:
        return command
    return [*inside, *command] if tried.returncode == 0 else command


def on_cluster(tmp_path, task, experiment=EXPERIMENT):
    """Runs `cluster_run.py`, which runs the experiment, in a process of its own, and gives what it says."""
    (tmp_path / "experiment.json").write_text(json.dumps(experiment))
    command = alone([sys.executable, str(HERE / "cluster_run.py"), str(tmp_path), task])
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def content(folder, run):
    """Every game and step of a run but for the time they took."""
    store = plywood.Store(folder)
    steps = [{key: value for key, value in step.items() if key != "micros"} for step in store.steps(run)]
    return store.games(run), steps


def test_a_killed_worker_changes_nothing(tmp_path):
    said = on_cluster(tmp_path, "kill")
    assert said["killed"] >= 1 and said["lost"] >= 1 and said["processes"] >= 2
    keys = {key: value for key, value in EXPERIMENT.items() if key not in ("game", "players")}
    whole = plywood.match(EXPERIMENT["game"], EXPERIMENT["players"], **keys, data=tmp_path / "whole")
    games, steps = content(tmp_path / "cluster", whole.run)
    expected = content(tmp_path / "whole", whole.run)
    assert len(games) == GAMES == len({game["number"] for game in games})
    assert games == expected[0] and steps == expected[1]
    assert said["pairings"] == json.loads(json.dumps(whole["pairings"]))


def test_a_run_goes_on_a_suite_runs_and_another_build_is_refused(tmp_path):
    said = on_cluster(tmp_path, "others")
    assert said["interrupted"] < said["resumed"] == 200
    assert said["suite"] == said["suite_here"]
    assert "other-build" in said["refusal"] and native.__code__ in said["refusal"]
    assert "sequential test" in said["sequential"]
    # One search on several workers: the same by seed, every simulation counted, and one worker is the search itself.
    (move, value, tried), again = said["uct"]
    assert again == [move, value, tried] and sum(visits for _, visits, _ in tried) == 3001
    assert (move, value) == (tried[0][0], tried[0][2]) and tried[0][1] == max(visits for _, visits, _ in tried)
    (alone, tried_alone), (here, tried_here) = said["uct_alone"], said["uct_here"]
    assert alone == here and [one[:2] for one in tried_alone] == [one[:2] for one in tried_here]
    assert [one[2] for one in tried_alone] == pytest.approx([one[2] for one in tried_here])
    assert "cannot be shared" in said["uct_refusal"]


def test_a_tuning_and_entries_are_those_of_one_machine(tmp_path):
    said = on_cluster(tmp_path, "more", {"tuning": TUNING, "entries": ENTRIES})
    (tuned, (processes, played)), (again, (_, fresh)) = said["tuning"], said["tuning_again"]
    done, planned = said["interrupted"]
    assert 16 <= done < planned == 40
    # What was learned before is not played again: the other pairs, and the games of the match.
    assert played == 40 - done + 20 and processes == 2
    assert again == tuned and fresh == 0
    tuning = native.Tuning.of(json.dumps(TUNING), str(tmp_path), "c")
    course = tuning.open(tmp_path / "alone")
    while course.step:
        course.learn(tuning.play(*course.step))
    experiment, name = course.confirming()
    assert name == tuned["run"] and course.found(None)["way"] == tuned["way"]
    native.run_match(experiment, tmp_path, name, tmp_path / "alone", 1, None, False, None, None)
    assert content(tmp_path / "alone", name) == content(tmp_path / "tuned", name)

    for entry, scale in ENTRIES.items():
        (outcome, (processes, done)), (again, (_, fresh)) = said["entries"][entry]
        assert processes == 2 and done > 50 and fresh == 0, entry
        here = alone_entry(entry, scale, tmp_path / "here")
        assert outcome == again == json.loads(json.dumps(here["outcome"])), entry
    folders = [tmp_path / one / "lecture" / "text-chess" for one in ("here", "entries")]
    runs = [run["name"] for run in plywood.Store(folders[0]).runs()]
    assert len(runs) == 5
    for run in runs:
        assert content(folders[0], run) == content(folders[1], run)


def alone_entry(entry, scale, folder):
    """An entry that is handed to nobody."""
    running = native.Entry(entry, str(scale), 1).begin(folder, 1)
    while True:
        said, *what = running.next()
        if said == "ended":
            return what[0]
        if said == "pieces":
            what[0].close()
        if said != "progress":
            running.go_on()


def test_what_cannot_be_run_is_refused(tmp_path):
    for entry, reason in [
        ({"entry": "no/entry"}, "no published entry"),
        ({"entry": "prom/figure7.6", "scale": 0}, "expected a number above 0"),
        ({"game": "connect4", "player": "uct(c={c})", "pairs": 8, "parameters": {}}, "nothing to tune"),
    ]:
        with pytest.raises(plywood.Error, match=reason):
            cluster.run(entry, data=tmp_path)
    running = native.Entry("lecture/text-chess", "0.02", 1).begin(tmp_path, 1)
    while running.next()[0] == "progress":
        pass
    running.stop()
    with pytest.raises(plywood.Error, match="has ended"):
        running.next()
    # Pieces that a worker does not come to: the entry has games before.
    assert native.Entry("lecture/text-chess", "0.02", 1).work("a job", [0], []) is None


def test_files_of_an_entry_go_with_its_games(tmp_path):
    """Lines of action is played from positions that the entry has written beside its games."""
    running = native.Entry("loa/table7.2", "0.2", 1).begin(tmp_path, 1)
    while (said := running.next())[0] == "progress":
        pass
    _, experiment, folder, name, _ = said
    work, file = native.Work.of_match(experiment, folder, name), Path(folder) / "positions.txt"
    elsewhere = ("match", experiment, str(tmp_path / "elsewhere"), name)
    shared = (elsewhere, {file.name: file.read_bytes()}, native.__code__, work.basis)
    _, _, games = cluster._do(shared, [(0, 0)])
    assert json.loads(games)[0]["number"] == 0
    with pytest.raises(plywood.Error, match="positions.txt"):
        cluster._do((elsewhere, {}, *shared[2:]), [(0, 0)])
    running.stop()
