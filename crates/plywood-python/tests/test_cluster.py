"""A match on Ray workers is the match of one machine, whoever dies. Runs in a network namespace where the system lets it,
and on the loopback interface in any case."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import plywood

pytest.importorskip("ray")

HERE = Path(__file__).parent
GAMES = 2000
EXPERIMENT = plywood.experiment(
    "connect4(columns=5, rows=4)", ["ab(depth=2)", "uct(simulations=20)"], games=GAMES, seed=3, openings="random(plies=4)"
)


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


def on_cluster(tmp_path, *arguments):
    """Runs `cluster_run.py`, which runs the experiment, in a process of its own, and gives what it says."""
    (tmp_path / "experiment.json").write_text(json.dumps(EXPERIMENT))
    command = alone([sys.executable, str(HERE / "cluster_run.py"), str(tmp_path), *arguments])
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
    assert said["killed"] and said["processes"] >= 2
    data = EXPERIMENT | {}
    whole = plywood.match(
        data["game"], data["players"], GAMES, seed=data["seed"], openings=data["openings"], data=tmp_path / "whole"
    )
    games, steps = content(tmp_path / "cluster", whole.run)
    expected = content(tmp_path / "whole", whole.run)
    assert len(games) == GAMES == len({game["number"] for game in games})
    assert games == expected[0] and steps == expected[1]
    assert said["pairings"] == json.loads(json.dumps(whole["pairings"]))


def test_a_run_goes_on_a_suite_runs_and_another_build_is_refused(tmp_path):
    said = on_cluster(tmp_path, "others")
    assert said["interrupted"] < said["resumed"] == 200
    assert said["suite"] == said["suite_here"]
    assert "other-build" in said["refusal"] and plywood.__build__ in said["refusal"]
    assert "sequential test" in said["sequential"]
