"""The data: digits of a 5x7 font at a random place, in random ink, on noise. The same seed draws the same bytes."""

import numpy as np

SIDE = 28
COUNTS = {"train": (8192, 1), "validation": (1024, 2)}  # records, seed

FONT = """
01110 00100 01110 11111 00010 11111 00110 11111 01110 01110
10001 01100 10001 00010 00110 10000 01000 00001 10001 10001
10011 00100 00001 00100 01010 11110 10000 00010 10001 10001
10101 00100 00010 00010 10010 00001 11110 00100 01110 01111
11001 00100 00100 00001 11111 00001 10001 01000 10001 00001
10001 00100 01000 10001 00010 10001 10001 01000 10001 00010
01110 01110 11111 01110 00010 01110 01110 01000 01110 01100
"""


def _glyphs():
    rows = np.array([[list(glyph) for glyph in line.split()] for line in FONT.split("\n") if line], dtype=np.float32)
    return rows.transpose(1, 0, 2).repeat(3, axis=1).repeat(3, axis=2)  # ten of 21x15


def draw(count, seed):
    """count images (uint8, 28x28) and their labels."""
    random = np.random.default_rng(seed)
    glyphs, labels = _glyphs(), random.integers(0, 10, count)
    tops, lefts, inks = random.integers(2, 6, count), random.integers(4, 10, count), random.uniform(0.6, 1.0, count)
    images = np.abs(random.normal(0.0, 0.2, (count, SIDE, SIDE)).astype(np.float32))
    for image, label, top, left, ink in zip(images, labels, tops, lefts, inks):
        image[top : top + 21, left : left + 15] += ink * glyphs[label]
    return (images.clip(0, 1) * 255).astype(np.uint8), labels.astype(np.uint8)
