"""What the tests share."""

import random


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
