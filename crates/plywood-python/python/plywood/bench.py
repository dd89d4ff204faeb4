"""Measures what crossing the border to Python costs, and what it brings: ``python -m plywood.bench``.

Rivals run interleaved and medians are told. OpenSpiel and Ray are measured where they are installed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from typing import Callable, Iterator, Optional

from . import native
from .lab import experiment
from .own import OwnGame

#: OpenSpiel's name, our spec, and how many times as many simulations a second we want.
RIVALS = [("connect_four", "connect4", 10), ("othello", "othello", 100), ("lines_of_action", "loa", 70)]
ROUNDS = 3


class Heap(OwnGame):
    """Take one to three of a heap; whoever takes the last one wins. The game in Python that is measured."""

    name, longest = "heap", 60

    def __init__(self, size: int = 21):
        self.size = size

    def start(self):
        return (self.size, 0)

    def turn(self, position):
        return position[1] if position[0] > 0 else None

    def moves(self, position):
        return [taken for taken in (1, 2, 3) if taken <= position[0]]

    def play(self, position, move):
        return (position[0] - move, 1 - position[1])

    def payoffs(self, position):
        return [-1, 1] if position[1] == 0 else [1, -1]


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much work is done a second: the work says how much it was, and is repeated for some time."""
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        done += work()
    return done / (time.perf_counter() - begun)


def interleaved(works: list, seconds: float) -> list:
    """The median rate of each work, measured in turns."""
    rounds = [[rate(work, seconds / ROUNDS) for work in works] for _ in range(ROUNDS)]
    return [statistics.median(rates) for rates in zip(*rounds)]


def border(seconds: float) -> Iterator[tuple]:
    """Calls a second across the border."""
    position = native.game("connect4").start()

    def many(call: Callable[[], object]) -> Callable[[], int]:
        def work() -> int:
            for _ in range(1000):
                call()
            return 1000

        return work

    def there_and_back() -> None:
        position.step("4")
        position.undo()

    calls = {
        "position.player": lambda: position.player,
        "position.moves": lambda: position.moves,
        "step and undo": there_and_back,
        "think(depth=1)": lambda: position.think("ab", depth=1),
    }
    rates = interleaved([many(call) for call in calls.values()], seconds)
    for name, found in zip(calls, rates):
        yield f"border: {name}", f"{found:,.0f} calls/s"


def simulations(seconds: float) -> Iterator[tuple]:
    """UCT from Python beside OpenSpiel's search in C++, from the start position."""
    try:
        import pyspiel
    except ImportError:
        yield "simulations", "OpenSpiel is not installed: pip install open_spiel"
        return
    for name, spec, wanted in RIVALS:
        player, position = native.game(spec).player("uct"), native.game(spec).start()
        rules = pyspiel.load_game(name)
        state = rules.new_initial_state()
        bot = pyspiel.MCTSBot(rules, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 500, 1000, False, 1, False)

        def ours() -> int:
            player.new_game()
            return player.think(position, simulations=5000).simulations

        def theirs() -> int:
            bot.step(state)
            return 500

        mine, other = interleaved([ours, theirs], seconds)
        told = f"{mine:,.0f} beside {other:,.0f} simulations/s: {mine / other:.0f} times (aim {wanted})"
        yield f"uct: {spec}", told


def own_game(seconds: float) -> Iterator[tuple]:
    """A game in Python, searched."""
    position = native.game(Heap()).start()
    searched = lambda: position.think("ab(table=off)", nodes=3000).nodes
    played = lambda: position.think("uct", simulations=100).simulations
    nodes, playouts = interleaved([searched, played], seconds)
    yield "game in Python: ab", f"{nodes:,.0f} nodes/s"
    yield "game in Python: uct", f"{playouts:,.0f} simulations/s"


def clusters(seconds: float, workers: int = 2) -> Iterator[tuple]:
    """What a task costs on Ray, what the store takes, and what a second worker brings."""
    try:
        import ray
    except ImportError:
        yield "cluster", "Ray is not installed: pip install ray"
        return
    from . import cluster

    # Ray is polite by default: its workers would wait for everything else that the machine does.
    os.environ.setdefault("RAY_worker_niceness", "0")
    tiny = experiment("nim", ["random", "random"], games=2)
    quiet = dict(progress=lambda *_: None)
    real = experiment("othello", ["uct(simulations=500)", "uct(simulations=400)"], openings="random(plies=4)")
    pair = native.Work.of_match(_json(real | {"games": 2}), ".", None)
    begun = time.perf_counter()
    pair.play([(0, 0), (0, 1)])
    # Long enough for a dozen batches of full size.
    games = 2 * max(4, round(4 * seconds / (time.perf_counter() - begun)))
    times = {}
    for count in (1, workers):
        cluster.start(workers=count)
        with tempfile.TemporaryDirectory() as folder:
            # The first run starts the processes.
            cluster.run(tiny | {"games": 4 * count}, data=folder, name="first", **quiet)
            if count == 1:
                tasks = 200
                begun = time.perf_counter()
                cluster.run(tiny | {"games": 2 * tasks}, data=folder, name="tiny", batch_seconds=0.0, **quiet)
                yield "cluster: a task", f"{1000 * (time.perf_counter() - begun) / tasks:.1f} ms over its games"
            batches, begun, before = [], time.perf_counter(), time.process_time()
            settings = dict(batch_seconds=seconds / 3, on_batch=lambda *batch: batches.append(batch), **quiet)
            cluster.run(real | {"games": games}, data=folder, name="match", **settings)
            times[count] = time.perf_counter() - begun
            own = time.process_time() - before
        ray.shutdown()
    yield f"cluster: {workers} workers", f"{times[1] / times[workers]:.2f} times one, {games} games in {times[workers]:.1f} s"
    yield "cluster: the caller", f"{1000 * own / len(batches):.1f} ms of processor time a batch, {len(batches)} batches"
    yield from store(seconds)


def store(seconds: float) -> Iterator[tuple]:
    """Games that one store takes a second, as they come from workers."""
    count = 2000
    work = native.Work.of_match(_json(experiment("connect4", ["random", "random"], games=count)), ".", None)
    played = work.play([(0, number) for number in range(count)])
    with tempfile.TemporaryDirectory() as folder:
        run = work.begin(folder)
        begun = time.perf_counter()
        run.add(played)
        run.settle()
        passed = time.perf_counter() - begun
        run.finish()
    yield "cluster: the store", f"{count / passed:,.0f} games/s written"


def _json(described: dict) -> str:
    import json

    return json.dumps(described)


def main(arguments: Optional[list] = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m plywood.bench", description=__doc__.splitlines()[0])
    parts = {"border": border, "simulations": simulations, "own": own_game, "cluster": clusters}
    parser.add_argument("part", nargs="*", help=f"what is measured: {', '.join(parts)} [default: all]")
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds a measurement [default: 3]")
    options = parser.parse_args(arguments)
    if unknown := [part for part in options.part if part not in parts]:
        parser.error(f"unknown part {unknown[0]!r}; there are {', '.join(parts)}")
    print(f"plywood {native.__version__} ({native.__build__})")
    for part in options.part or parts:
        for name, told in parts[part](options.seconds):
            print(f"{name:28} {told}", flush=True)


if __name__ == "__main__":
    main()
