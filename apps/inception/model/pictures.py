"""Pictures that need no download: a disc, a square or a cross in one of three colors, on noise."""

import numpy as np

SIDE = 32
COLOURS = {"red": (0.9, 0.15, 0.1), "green": (0.1, 0.75, 0.2), "blue": (0.15, 0.25, 0.9)}
SHAPES = ("disc", "square", "cross")
CLASSES = [f"{color} {shape}" for color in COLOURS for shape in SHAPES]


def outline(shape, size):
    """Where a shape of this size is, as an array of truth values."""
    across, down = np.meshgrid(np.arange(size) - (size - 1) / 2, np.arange(size) - (size - 1) / 2)
    if shape == "disc":
        return across**2 + down**2 <= (size / 2) ** 2
    if shape == "cross":
        return (abs(across) <= size / 8) | (abs(down) <= size / 8)
    return np.ones((size, size), bool)


def draw(count, seed):
    """count pictures (float from 0 to 1, SIDE x SIDE x 3) and the indices of their classes."""
    random = np.random.default_rng(seed)
    labels = random.integers(0, len(CLASSES), count)
    pictures = random.uniform(0.3, 0.7, (count, SIDE, SIDE, 3)).astype(np.float32)
    for picture, label in zip(pictures, labels):
        color, shape = CLASSES[label].split(" ")
        size = random.integers(SIDE // 2, SIDE - 4)
        top, left = random.integers(0, SIDE - size, 2)
        picture[top : top + size, left : left + size][outline(shape, size)] = COLOURS[color]
    return pictures, labels
