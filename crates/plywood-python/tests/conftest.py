"""What the tests share."""

import random

import pytest

import plywood


class Nim(plywood.OwnGame):
    """Take one to three of a heap; whoever takes the last one wins."""

    name = "heap"
    longest = 30

    def __init__(self, heap=9):
        self.heap = heap

    def start(self):
        return (self.heap, 0)

    def turn(self, position):
        return position[1] if position[0] > 0 else None

    def moves(self, position):
        return [taken for taken in (1, 2, 3) if taken <= position[0]]

    def play(self, position, move):
        return (position[0] - move, 1 - position[1])

    def payoffs(self, position):
        return [-1, 1] if position[1] == 0 else [1, -1]


@pytest.fixture
def nim():
    return Nim


def random_steps(position, seed, most=1000):
    """Steps of a random game from a position, drawn by a seed of Python's own."""
    draw = random.Random(seed)
    position = position.copy()
    for _ in range(most):
        if position.is_over:
            break
        if position.is_chance:
            texts, weights = zip(*position.events)
            position.step(draw.choices(texts, weights)[0])
        else:
            position.step(draw.choice(position.moves))
    return position
