"""python3 -m unittest discover -s tests; needs no TensorFlow."""

import contextlib
import io
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import ask  # noqa: E402


def sure_of(digit):
    return [0.91 if each == digit else 0.01 for each in range(10)]


def run(labels, answers, *arguments):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        complaint = ask.main(list(arguments), lambda flags: (3, labels, [sure_of(answer) for answer in answers]))
    return complaint, printed.getvalue().splitlines()


class AskTest(unittest.TestCase):
    def test_it_tells_each_answer_and_the_version_that_gave_it(self):
        complaint, lines = run([7, 0], [7, 0])
        self.assertIsNone(complaint)
        self.assertEqual(lines, ["drew a 7: it is a 7 (0.91)", "drew a 0: it is a 0 (0.91)", "version 3: 2 of 2 right"])

    def test_fails_below_the_accuracy_asked_for(self):
        complaint, lines = run([7, 0], [7, 6])
        self.assertEqual(complaint, "accuracy 0.5000 is below 0.9")
        self.assertEqual(lines[-1], "version 3: 1 of 2 right")

    def test_a_lower_accuracy_can_be_enough(self):
        self.assertIsNone(run([7, 0], [7, 6], "--min_accuracy=0.5")[0])


if __name__ == "__main__":
    unittest.main()
