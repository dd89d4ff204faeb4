"""Experiments on many machines, by Ray.

:func:`run` plays a match, a tournament or a suite on whatever machines a Ray cluster has. Games are handed out in batches of
whole pairs that take some 15 seconds each; what comes back is written to the one store by the caller alone, each game once,
and counts when it is on disk. A worker that dies loses its batch, which is handed out again; the same call after a crash
of the caller goes on with what is missing. What a game comes to depends on its number alone, so the run is the same, game
by game, as on one machine.

Ray listens on all interfaces by default and runs whatever it is sent: on machines that others can reach, keep its ports behind
a firewall, or start it with ``--node-ip-address`` of a private network. A cluster that is started here, without an address,
listens on the loopback interface.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any, Callable, Optional, Union

from . import native
from .lab import Progress
from .native import Error
from .results import Results

#: Seconds that a batch should take.
BATCH_SECONDS = 15.0
#: How often a batch may lose its worker before the run gives up.
MOST_LOSSES = 5


def start(address: Optional[str] = None, workers: Optional[int] = None) -> None:
    """Connects to the Ray cluster at an address, or starts one on this machine that only this machine can reach. Does nothing
    where this process is connected already."""
    ray = _ray()
    if ray.is_initialized():
        return
    if address is not None:
        ray.init(address=address, log_to_driver=False, logging_level="warning")
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(
        address="local",
        num_cpus=workers or os.cpu_count(),
        include_dashboard=False,
        log_to_driver=False,
        logging_level="error",
        _node_ip_address="127.0.0.1",
    )


def run(
    experiment: Union[dict, str, os.PathLike],
    *,
    address: Optional[str] = None,
    data: Union[str, os.PathLike],
    name: Optional[str] = None,
    workers: Optional[int] = None,
    batch_seconds: float = BATCH_SECONDS,
    any_build: bool = False,
    progress: Optional[Progress] = None,
    on_batch: Optional[Callable[[int, int], Any]] = None,
) -> Results:
    """Runs an experiment on a cluster: a dictionary as :func:`plywood.experiment` makes it, one of a suite (`game`, `searches`,
    `positions`), or an experiment file of the command line. Every game is stored in the folder `data`.

    `workers` is how many processes a cluster gets that is started here. `progress` is called with games stored and games
    planned; without one, a line on the terminal shows them. `on_batch` is called with the process that did a batch and
    the number of its games, as they come.
    """
    ray = _ray()
    kind, text, folder, name = _described(experiment, name)
    work = _work(kind, text, folder, name)
    start(address, workers)
    play = ray.remote(num_cpus=1, max_retries=0)(_play)
    shared = ray.put((kind, text, folder, name, native.__build__, native.__version__, work.basis))
    died = ["WorkerCrashedError", "NodeDiedError", "ObjectLostError", "OutOfMemoryError"]
    lost = tuple(getattr(ray.exceptions, name) for name in died)

    open_run = work.begin(data, any_build)
    waiting = deque(open_run.missing)
    planned = open_run.stored + sum(map(len, waiting))
    tell = progress or _Line(work.name)
    size, pending, looked = 1, {}, 0.0
    try:
        while waiting or pending:
            # Workers may come and go.
            if time.monotonic() - looked > 1.0:
                lanes, looked = max(1, int(ray.cluster_resources().get("CPU", 1))), time.monotonic()
            # Two batches a worker: one under way, one to go on with.
            while waiting and len(pending) < 2 * lanes:
                # Towards the end batches become smaller, so that all workers end together.
                count = max(1, min(size, max(size // 8, len(waiting) // (2 * lanes))))
                batch = [waiting.popleft() for _ in range(min(count, len(waiting)))]
                pending[_submit(play, shared, batch)] = (batch, 0)
            done, _ = ray.wait(list(pending), num_returns=1, timeout=1.0)
            for reference in done:
                batch, losses = pending.pop(reference)
                try:
                    process, seconds, games = ray.get(reference)
                except lost as death:
                    if losses + 1 >= MOST_LOSSES:
                        raise Error(f"{losses + 1} workers died of one batch of games, first {batch[0][0]}") from death
                    pending[_submit(play, shared, batch)] = (batch, losses + 1)
                    continue
                fresh = open_run.add(games)
                size = _next_size(size, len(batch), seconds, batch_seconds)
                tell(open_run.stored, planned, 0)
                if on_batch is not None:
                    on_batch(process, fresh)
        open_run.settle()
        tell(open_run.stored, planned, 0)
    finally:
        for reference in pending:
            ray.cancel(reference, force=True)
        if isinstance(tell, _Line):
            tell.close()
        result = open_run.finish()
    return Results(result)


def uct(
    position: native.Position,
    simulations: int,
    *,
    workers: int,
    seed: int = 1,
    spec: str = "uct",
    address: Optional[str] = None,
) -> dict:
    """One search on several machines: as many trees as workers, each with its share of the simulations and a seed of its own,
    and the visits of the root's moves added up. The answer depends on seed and number of workers, never on their speed.

    Returns a dictionary with the move, its value for the player on turn, the simulations, and the moves as
    (move, visits, value), most visited first.
    """
    ray = _ray()
    if workers < 1 or simulations < workers:
        raise Error(f"{simulations} simulations cannot be shared among {workers} workers")
    start(address, workers)
    think = ray.remote(num_cpus=1)(_think)
    game, steps = position.game.spec, position.steps
    origin = position.copy()
    while origin.undo():
        pass
    shares = [simulations // workers + (place < simulations % workers) for place in range(workers)]
    asked = [
        think.remote(game, str(origin), steps, spec, share, seed * 1_000_003 + place, native.__build__, native.__version__)
        for place, share in enumerate(shares)
    ]
    return _joined(ray.get(asked), simulations)


def _joined(answers: list, simulations: int) -> dict:
    """The trees' roots added up, in the order of their seeds."""
    visits: dict = {}
    rewards: dict = {}
    for tried in answers:
        for move, count, value in tried:
            visits[move] = visits.get(move, 0) + count
            rewards[move] = rewards.get(move, 0.0) + count * value
    moves = [(move, count, rewards[move] / count) for move, count in visits.items()]
    moves.sort(key=lambda one: (-one[1], -one[2]))
    best = moves[0] if moves else (None, 0, 0.0)
    return {"move": best[0], "value": best[2], "simulations": simulations, "tried": moves}


def _ray():
    try:
        import ray
    except ImportError as missing:
        raise Error("Ray is not installed: pip install ray") from missing
    return ray


def _described(experiment: Union[dict, str, os.PathLike], name: Optional[str]) -> tuple:
    """Kind, text, folder and name of an experiment."""
    folder = os.getcwd()
    if not isinstance(experiment, dict):
        import tomllib

        path = Path(experiment)
        try:
            experiment = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as wrong:
            raise Error(f"cannot read the experiment {path}: {wrong}") from wrong
        folder, name = str(path.resolve().parent), name or path.stem
    if "searches" in experiment:
        return "suite", json.dumps({"depths": [], "seed": 1, **experiment}), folder, name
    return "match", json.dumps(experiment), folder, name


@functools.lru_cache(maxsize=4)
def _work(kind: str, text: str, folder: str, name: Optional[str]) -> native.Work:
    """An experiment worked out, once a process."""
    return native.Work.of_suite(text, name) if kind == "suite" else native.Work.of_match(text, folder, name)


def _submit(play, shared, batch: list):
    return play.remote(shared, [task for group in batch for task in group])


def _same_build(build: str, version: str) -> None:
    if (native.__build__, native.__version__) != (build, version):
        here = f"{native.__build__} ({native.__version__})"
        raise Error(f"the worker has build {here}, the caller {build} ({version}); results of two builds do not mix")


def _play(shared: tuple, tasks: list) -> tuple:
    """What a worker does."""
    kind, text, folder, name, build, version, basis = shared
    _same_build(build, version)
    work = _work(kind, text, folder, name)
    if work.basis != basis:
        raise Error(f"the worker has other files than the caller:\nthere\n{work.basis}\nhere\n{basis}")
    begun = time.perf_counter()
    games = work.play(tasks)
    return os.getpid(), time.perf_counter() - begun, games


def _think(game, start, steps, spec, simulations, seed, build, version) -> list:
    """A worker's tree."""
    _same_build(build, version)
    position = native.game(game).read(start).play(*steps)
    return position.think(spec, simulations=simulations, seed=seed).tried


def _next_size(size: int, groups: int, seconds: float, wanted: float) -> int:
    """How many groups a batch should have, given how long one took; it grows fourfold at most at a time."""
    fitting = wanted * groups / max(seconds, 1e-4)
    return max(1, int(min(fitting, 4 * max(size, groups))))


class _Line:
    """A line of progress on the terminal, where there is one."""

    def __init__(self, name: str):
        self.name, self.begun, self.shown = name, time.monotonic(), sys.stderr.isatty()

    def __call__(self, done: int, planned: int, _: int) -> None:
        if self.shown:
            passed = time.monotonic() - self.begun
            print(f"\r{self.name}  {done:,} of {planned:,}  {passed:.0f} s", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.shown:
            print(file=sys.stderr)
