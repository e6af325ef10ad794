"""python3 -m unittest discover -s tests; needs no MXNet."""

import os
import struct
import sys
import unittest
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import faces  # noqa: E402


def difference(one, other):
    return sum(abs(a - b) for a, b in zip(one, other)) / len(one)


class FacesTest(unittest.TestCase):
    def test_the_same_numbers_give_the_same_picture(self):
        self.assertEqual(faces.draw(3, 7), faces.draw(3, 7))
        self.assertEqual(len(faces.draw(3, 7)), 3 * faces.SIDE**2)

    def test_pictures_of_a_person_differ_and_so_do_people(self):
        self.assertNotEqual(faces.draw(3, 7), faces.draw(3, 8))
        people = [tuple(faces.features(person).items()) for person in range(50)]
        self.assertEqual(len(set(people)), 50)

    def test_pictures_are_lit(self):
        for person in range(5):
            picture = faces.draw(person, 0)
            self.assertGreater(difference(picture, bytes(len(picture))), 20)

    def test_a_picture_becomes_a_file_that_holds_its_pixels(self):
        pixels = faces.draw(1, 1)
        file = faces.png(pixels)
        self.assertTrue(file.startswith(b"\x89PNG\r\n\x1a\n"))
        start = file.index(b"IDAT")
        (length,) = struct.unpack(">I", file[start - 4 : start])
        rows = zlib.decompress(file[start + 4 : start + 4 + length])
        width = 3 * faces.SIDE + 1
        self.assertEqual(b"".join(rows[row * width + 1 : (row + 1) * width] for row in range(faces.SIDE)), pixels)


if __name__ == "__main__":
    unittest.main()
