"""Draws people who do not exist. Each has a face of its own; each picture has other light, another place and other noise."""

import random
import struct
import zlib

SIDE = 32


def features(person):
    """What makes a face this person's, in shares of the picture's side and of full light."""
    chance = random.Random(f"person {person}").uniform
    return {
        "skin": (chance(0.5, 0.95), chance(0.4, 0.8), chance(0.3, 0.7)),
        "hair": (chance(0.0, 0.6), chance(0.0, 0.5), chance(0.0, 0.4)),
        "width": chance(0.26, 0.40),
        "height": chance(0.36, 0.46),
        "hairline": chance(0.18, 0.36),
        "eyes": chance(0.09, 0.18),
        "eye": chance(0.03, 0.065),
        "mouth": chance(0.06, 0.17),
        "chin": chance(0.16, 0.26),
    }


def draw(person, picture):
    """A picture of a person: rows of red, green and blue, a byte each. The same numbers give the same picture."""
    face = features(person)
    chance = random.Random(f"picture {picture} of {person}")
    x0, y0 = 0.5 + chance.uniform(-0.05, 0.05), 0.5 + chance.uniform(-0.05, 0.05)
    light, ground = chance.uniform(0.75, 1.15), chance.uniform(0.1, 0.9)
    pixels = bytearray()
    for row in range(SIDE):
        for column in range(SIDE):
            x, y = (column + 0.5) / SIDE - x0, (row + 0.5) / SIDE - y0
            noise = chance.uniform(-0.04, 0.04)
            pixels.extend(min(255, max(0, int(255 * (part * light + noise)))) for part in color(face, x, y, ground))
    return bytes(pixels)


def color(face, x, y, ground):
    """The color of a place, seen from the middle of the face."""
    if (x / face["width"]) ** 2 + (y / face["height"]) ** 2 > 1:
        return (ground, ground, ground)
    if y < -face["hairline"]:
        return face["hair"]
    if (abs(x) - face["eyes"]) ** 2 + (y + 0.06) ** 2 < face["eye"] ** 2:
        return (0.05, 0.05, 0.1)
    if abs(x) < face["mouth"] and abs(y - face["chin"]) < 0.03:
        return (0.6, 0.15, 0.15)
    return face["skin"]


def png(pixels):
    """The pixels as a file that every reader of pictures knows."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    width = 3 * SIDE
    rows = b"".join(b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
