"""Runs the experiment of a folder on two local Ray workers: FOLDER kill|others|more. Says what came of it as JSON."""

import json
import logging
import os
import signal
import sys
from pathlib import Path

import plywood
from plywood import cluster, native

# Ray is polite by default: its workers would wait for everything else that the machine does.
os.environ["RAY_worker_niceness"] = "0"
folder, task = Path(sys.argv[1]), sys.argv[2]
experiment = json.loads((folder / "experiment.json").read_text())


class Enough(Exception):
    """Raised by a listener that has heard enough."""


class Losses(logging.Handler):
    """Counts what the run says of workers that died."""

    count = 0

    def emit(self, record):
        self.count += 1


def kill():
    """Kills a worker half-way, as the system would. One that had no batch just then is no loss: then, some batches later, the
    next one is killed."""
    seen, losses, killed = set(), Losses(), []
    logging.getLogger("plywood.cluster").addHandler(losses)
    at = {"batch": 0, "next": 0, "stored": 0}

    def progress(done, planned, _):
        at["stored"] = done

    def on_batch(process, games):
        seen.add(process)
        at["batch"] += 1
        if at["stored"] >= experiment["games"] // 2 and losses.count == 0 and at["batch"] >= at["next"]:
            os.kill(process, signal.SIGKILL)
            killed.append(process)
            at["next"] = at["batch"] + 6

    results = cluster.run(
        experiment, data=folder / "cluster", workers=2, batch_seconds=0.2, progress=progress, on_batch=on_batch
    )
    return {"killed": len(killed), "lost": losses.count, "processes": len(seen), "pairings": results["pairings"]}


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

    position = plywood.game("othello").start().play("f5", "d6")
    joined = [cluster.uct(position, 3001, workers=3, seed=5) for _ in range(2)]
    said["uct"] = [[one["move"], one["value"], one["tried"]] for one in joined]
    alone = cluster.uct(position, 500, workers=1, seed=5)
    said["uct_alone"] = [alone["move"], sorted(alone["tried"])]
    report = position.think("uct", simulations=500, seed=cluster.seed_of(5, 0))
    said["uct_here"] = [report.move, sorted(report.tried)]
    try:
        cluster.uct(position, 2, workers=3)
    except plywood.Error as refusal:
        said["uct_refusal"] = str(refusal)

    code, native.__code__ = native.__code__, "other-build"
    try:
        cluster.run(small | {"seed": 9}, data=folder / "refused", progress=lambda *_: None)
    except plywood.Error as refusal:
        said["refusal"] = str(refusal)
    native.__code__ = code
    try:
        sprt = {"elo0": 0, "elo1": 5, "alpha": 0.05, "beta": 0.05}
        cluster.run(small | {"sprt": sprt}, data=folder / "sprt")
    except plywood.Error as refusal:
        said["sequential"] = str(refusal)
    return said


def more():
    """A tuning, broken off and resumed, and entries; then all of it once more."""
    said = {"entries": {}}

    def stop(done, planned, _):
        said["interrupted"] = [done, planned]
        if done >= 16:
            raise Enough

    quiet, done = dict(progress=lambda *_: None), []
    counted = quiet | {"on_batch": lambda process, fresh: done.append((process, fresh))}

    def batches():
        """How many processes did how much since the last time."""
        told = [len({process for process, _ in done}), sum(fresh for _, fresh in done)]
        done.clear()
        return told

    try:
        cluster.run(experiment["tuning"], data=folder / "tuned", name="c", workers=2, progress=stop)
    except Enough:
        pass
    for key in ("tuning", "tuning_again"):
        tuned = cluster.run(experiment["tuning"], data=folder / "tuned", name="c", **counted)
        told = {one: tuned[one] for one in ("run", "pairs", "way", "found", "player", "verdict", "text")}
        said[key] = [told, batches()]
    for entry, scale in experiment["entries"].items():
        said["entries"][entry] = []
        for _ in range(2):
            ran = cluster.run({"entry": entry, "scale": scale}, data=folder / "entries", **counted)
            said["entries"][entry].append([ran["outcome"], batches()])
    return said


print(json.dumps({"kill": kill, "others": others, "more": more}[task]()))
