"""Experiments on many machines, by Ray.

:func:`run` does a match, a tournament, a suite, a tuning or an entry of ``plywood repro`` on whatever machines a Ray cluster has.
Games are handed out in batches of whole pairs that take some 15 seconds each; what comes back is written to the one store
by the caller alone, each game once, and counts when it is on disk. A worker that dies loses its batch, which is handed out
again; the same call after a crash of the caller goes on with what is missing. What a game comes to depends on its number
alone, so the run is the same, game by game, as on one machine.

A tuning learns step by step: the pairs of one step are handed out, and its result is written down before the next. An
entry runs in the caller, and whenever it comes to games or numbered pieces, these are handed out.

Ray listens on all interfaces by default and runs whatever it is sent: on machines that others can reach, keep its ports behind
a firewall, or start it with ``--node-ip-address`` of a private network. A cluster that is started here, without an address,
listens on the loopback interface.
"""

from __future__ import annotations

import functools
import json
import logging
import os
import sys
import time
from collections import deque
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Callable, Iterator, Optional, Union

from . import native
from .lab import Progress
from .native import Error
from .results import Results

_LOG = logging.getLogger(__name__)

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
    `positions`), one of a tuning (what ``plywood tune`` reads), an experiment file of the command line with any of these, or
    an entry of ``plywood repro`` (`entry`, and where wanted `scale`, a multiple of the default effort or "full", and `seed`).
    Everything is kept in the folder `data`, as the command line would.

    `workers` is how many processes a cluster gets that is started here. `progress` is called with what is done and what is
    planned (games; pairs of a tuning, then its games; thousandths of an entry); without one, a line on the terminal shows
    them. `on_batch` is called with the process that did a batch and how much of it was new, as they come.
    """
    kind, text, folder, name = _described(experiment, name)
    work = _work(kind, text, folder, name)
    start(address, workers)
    tell = progress or _Line(work.name)
    team = _Team(batch_seconds, on_batch or (lambda process, fresh: None))
    do = {"tuning": _run_tuning, "entry": _run_entry}.get(kind, _run_games)
    try:
        return Results(do(team, (kind, text, folder, name), Path(data), tell, any_build))
    finally:
        if isinstance(tell, _Line):
            tell.close()


def _run_games(team: _Team, described: tuple, data: Path, tell: Progress, any_build: bool, of_entry: bool = False) -> dict:
    """Has the missing games of a match or the missing positions of a suite done."""
    open_run = _work(*described).begin(data, any_build, of_entry)
    # Files that an entry has written for its games go with them.
    files = {file.name: file.read_bytes() for file in data.iterdir() if of_entry and file.name in described[1]}
    try:
        missing = open_run.missing
        planned = open_run.stored + sum(map(len, missing))
        with closing(team.work(described, files, missing)) as batches:
            for _, process, games in batches:
                fresh = open_run.add(games)
                tell(open_run.stored, planned, 0)
                team.on_batch(process, fresh)
        open_run.settle()
        tell(open_run.stored, planned, 0)
    finally:
        result = open_run.finish()
    return result


def _run_tuning(team: _Team, described: tuple, data: Path, tell: Progress, any_build: bool) -> dict:
    """Has the pairs of a tuning played step by step, then the match that confirms or not."""
    course, pace = _work(*described).open(data), _Pace(team.batch_seconds)
    tell(*course.pairs, 0)
    while (step := course.step) is not None:
        this, pairs = step
        results = {}
        with closing(team.work(described, this, [[pair] for pair in pairs], pace)) as batches:
            for batch, process, played in batches:
                results.update(zip(batch, played))
                team.on_batch(process, len(played))
        course.learn([results[pair] for pair in pairs])
        tell(*course.pairs, 0)
    text, name = course.confirming()
    confirmed = _run_games(team, ("match", text, described[2], name), data, tell, any_build)
    score = confirmed["pairings"][0]["score"]
    found = course.found(score and (score["value"], score["low"], score["high"]))
    text = f"{found['table']}\nplayer {found['player']}\n\n{confirmed['text']}\n{found['verdict']}\n"
    return {**confirmed, **found, "text": text}


def _run_entry(team: _Team, described: tuple, data: Path, tell: Progress, any_build: bool) -> dict:
    """Runs an entry here and has its games and pieces done as it comes to them."""
    known: list = []
    running = _work(*described).begin(data, os.cpu_count() or 1)
    try:
        while True:
            said, *what = running.next()
            if said == "progress":
                tell(round(1000 * what[0]), 1000, 0)
                continue
            if said == "ended":
                return what[0]
            begin, end = what[-1]
            part = lambda done, of, _: tell(round(1000 * (begin + (end - begin) * done / max(1, of))), 1000, 0)
            if said == "games":
                experiment, folder, name, _ = what
                _run_games(team, ("match", experiment, str(folder), name), folder, part, any_build, of_entry=True)
            else:
                _run_pieces(team, described, what[0], known, part)
            running.go_on()
    finally:
        running.stop()


def _run_pieces(team: _Team, described: tuple, pieces: native.Pieces, known: list, tell: Progress) -> None:
    """Has the missing pieces of a job done. Workers come to the job by what those before it came to."""
    missing = pieces.missing
    try:
        stage = (pieces.job, list(known))
        with closing(team.work(described, stage, [[number] for number in missing])) as batches:
            for _, process, done in batches:
                if done is None:
                    _LOG.warning("workers do not come to %s; it is done here", pieces.job)
                    break
                fresh = pieces.add(done)
                tell(len(pieces) - len(pieces.missing), len(pieces), 0)
                team.on_batch(process, fresh)
        known.append(team.ray.put(pieces.all()))
    finally:
        pieces.close()


class _Team:
    """Hands work out to whatever workers there are."""

    def __init__(self, batch_seconds: float, on_batch: Callable[[int, int], Any]):
        self.ray, self.batch_seconds, self.on_batch = _ray(), batch_seconds, on_batch
        died = ["WorkerCrashedError", "NodeDiedError", "ObjectLostError", "OutOfMemoryError"]
        self.lost = tuple(getattr(self.ray.exceptions, name) for name in died)
        self.do = self.ray.remote(num_cpus=1, max_retries=0)(_do)

    def work(self, described: tuple, stage: Any, groups: list, pace: Optional[_Pace] = None) -> Iterator[tuple]:
        """Has groups of tasks of an experiment done, in batches of groups. Gives each batch's tasks, the process that did them
        and what they came to, in the order they come back."""
        if not groups:
            return
        ray, pace = self.ray, pace or _Pace(self.batch_seconds)
        shared = ray.put((described, stage, native.__code__, _work(*described).basis))
        submit = lambda batch: self.do.remote(shared, [task for group in batch for task in group])
        waiting, pending, looked = deque(groups), {}, 0.0
        try:
            while waiting or pending:
                # Workers may come and go.
                if time.monotonic() - looked > 1.0:
                    lanes, looked = max(1, int(ray.cluster_resources().get("CPU", 1))), time.monotonic()
                # Two batches a worker: one under way, one to go on with.
                while waiting and len(pending) < 2 * lanes:
                    # Towards the end batches become smaller, so that all workers end together.
                    count = max(1, min(pace.size, max(pace.size // 8, len(waiting) // (2 * lanes))))
                    batch = [waiting.popleft() for _ in range(min(count, len(waiting)))]
                    pending[submit(batch)] = (batch, 0)
                done, _ = ray.wait(list(pending), num_returns=1, timeout=1.0)
                for reference in done:
                    batch, losses = pending.pop(reference)
                    try:
                        process, seconds, result = ray.get(reference)
                    except self.lost as death:
                        if losses + 1 >= MOST_LOSSES:
                            raise Error(f"{losses + 1} workers died of one batch, first {batch[0][0]}") from death
                        count = sum(map(len, batch))
                        _LOG.warning("a worker died; its batch of %d is handed out again", count)
                        pending[submit(batch)] = (batch, losses + 1)
                        continue
                    pace.took(len(batch), seconds)
                    yield [task for group in batch for task in group], process, result
        finally:
            for reference in pending:
                ray.cancel(reference, force=True)


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
        think.remote(game, str(origin), steps, spec, share, seed_of(seed, place), native.__code__)
        for place, share in enumerate(shares)
    ]
    return _joined(ray.get(asked), simulations)


def seed_of(seed: int, place: int) -> int:
    """The seed of one of the trees."""
    return (seed * 0x9E3779B97F4A7C15 + place) % 2**64


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
    kind = "entry" if "entry" in experiment else "tuning" if "parameters" in experiment else "match"
    return kind, json.dumps(experiment), folder, name


@functools.lru_cache(maxsize=4)
def _work(kind: str, text: str, folder: str, name: Optional[str]) -> Union[native.Work, native.Tuning, native.Entry]:
    """An experiment worked out, once a process."""
    if kind == "entry":
        return _entry(**json.loads(text))
    if kind == "tuning":
        return native.Tuning.of(text, folder, name)
    return native.Work.of_suite(text, name) if kind == "suite" else native.Work.of_match(text, folder, name)


def _with_files(described: tuple, files: dict) -> native.Work:
    """The same where the caller's folder may not be at hand, but some of its files are."""
    kind, text, folder, name = described
    if all((Path(folder) / file).exists() for file in files):
        return _work(*described)
    with TemporaryDirectory() as folder:
        for file, content in files.items():
            (Path(folder) / file).write_bytes(content)
        return _work(kind, text, folder, name)


def _entry(entry: str, scale: Union[float, str] = 1, seed: int = 1) -> native.Entry:
    return native.Entry(entry, str(scale), seed)


def _same_code(code: str) -> None:
    if native.__code__ != code:
        raise Error(f"the worker has code {native.__code__}, the caller {code}; results of two builds do not mix")


def _do(shared: tuple, tasks: list) -> tuple:
    """What a worker does."""
    described, stage, code, basis = shared
    _same_code(code)
    work = _with_files(described, stage) if isinstance(stage, dict) else _work(*described)
    if work.basis != basis:
        raise Error(f"the worker has other files than the caller:\nthere\n{work.basis}\nhere\n{basis}")
    begun = time.perf_counter()
    if isinstance(stage, dict):
        done = work.play(tasks)
    elif isinstance(work, native.Tuning):
        done = work.play(stage, tasks)
    else:
        job, known = stage
        done = work.work(job, tasks, _ray().get(known))
    return os.getpid(), time.perf_counter() - begun, done


def _think(game, start, steps, spec, simulations, seed, code) -> list:
    """A worker's tree."""
    _same_code(code)
    position = native.game(game).read(start).play(*steps)
    return position.think(spec, simulations=simulations, seed=seed).tried


class _Pace:
    """How many groups a batch should have, so that it takes as long as is wanted."""

    def __init__(self, wanted: float):
        self.wanted, self.groups, self.seconds, self.size = wanted, 0.0, 0.0, 1

    def took(self, groups: int, seconds: float) -> None:
        # Older batches count less and less, and small ones little: what a batch costs beside its games is not theirs.
        self.groups = 0.8 * self.groups + groups
        self.seconds = 0.8 * self.seconds + max(seconds, 1e-4)
        self.size = max(1, int(min(self.wanted * self.groups / self.seconds, 4 * groups)))


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
