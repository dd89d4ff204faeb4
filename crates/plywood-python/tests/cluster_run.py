"""Runs the experiment of a folder on two local Ray workers: FOLDER kill|others. Says what came of it as JSON."""

import json
import os
import signal
import sys
from pathlib import Path

import plywood
from plywood import cluster, native

folder, task = Path(sys.argv[1]), sys.argv[2]
experiment = json.loads((folder / "experiment.json").read_text())


class Enough(Exception):
    """Raised by a listener that has heard enough."""


def kill():
    """Kills one of the workers half-way, as the system would."""
    seen, said = set(), {"killed": None}

    def on_batch(process, games):
        seen.add(process)

    def progress(done, planned, _):
        if said["killed"] is None and done >= planned // 2 and seen:
            said["killed"] = max(seen)
            os.kill(said["killed"], signal.SIGKILL)

    results = cluster.run(
        experiment, data=folder / "cluster", workers=2, batch_seconds=0.5, progress=progress, on_batch=on_batch
    )
    return {**said, "processes": len(seen), "pairings": results["pairings"]}


def others():
    """A run that is broken off and resumed, a suite, and what is refused."""
    said = {}
    small = experiment | {"games": 200}

    def stop(done, planned, _):
        said["interrupted"] = done
        if done >= 40:
            raise Enough

    try:
        cluster.run(small, data=folder / "resumed", workers=2, batch_seconds=0.05, progress=stop)
    except Enough:
        pass
    again = cluster.run(small, data=folder / "resumed", progress=lambda *_: None)
    said["resumed"] = again["pairings"][0]["games"]

    start = plywood.game("connect4").start()
    positions = [str(start.play(str(column))) for column in range(1, 8)]
    suite = {"game": "connect4", "searches": ["ab(depth=4)", "pvs(depth=4)"], "positions": positions}
    found = cluster.run(suite, data=folder / "suite", progress=lambda *_: None)
    here = plywood.suite("connect4", suite["searches"], positions)
    nodes = [[[one["nodes"] for one in search["measurements"]] for search in told["searches"]] for told in (found, here)]
    said["suite"], said["suite_here"] = nodes

    build, native.__build__ = native.__build__, "other-build"
    try:
        cluster.run(small | {"seed": 9}, data=folder / "refused", progress=lambda *_: None)
    except plywood.Error as refusal:
        said["refusal"] = str(refusal)
    native.__build__ = build
    try:
        sprt = {"elo0": 0, "elo1": 5, "alpha": 0.05, "beta": 0.05}
        cluster.run(small | {"sprt": sprt}, data=folder / "sprt")
    except plywood.Error as refusal:
        said["sequential"] = str(refusal)
    return said


print(json.dumps({"kill": kill, "others": others}[task]()))
