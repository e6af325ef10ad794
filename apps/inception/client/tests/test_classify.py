"""python3 -m unittest discover -s tests; needs no TensorFlow."""

import contextlib
import io
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import classify  # noqa: E402


class ClassifyTest(unittest.TestCase):
    def test_the_five_best_come_first_in_their_order(self):
        names, scores = [b"a", b"b", b"c", b"d", b"e", b"f"], [0.1, 0.3, 0.05, 0.2, 0.25, 0.1]
        self.assertEqual([name for name, _ in classify.best(names, scores)], ["b", "e", "d", "a", "f"])

    def test_it_sends_the_bytes_of_the_file_and_prints_a_line_for_each_class(self):
        sent, printed = [], io.StringIO()

        def ask(flags, picture):
            sent.append((flags.server, flags.model, flags.model_version, picture))
            return [b"cat", b"dog"], [0.75, 0.25]

        with tempfile.NamedTemporaryFile(suffix=".jpg") as file, contextlib.redirect_stdout(printed):
            file.write(b"bytes of a picture")
            file.flush()
            classify.main([f"--image={file.name}", "--server=203.0.113.7:9000"], ask)
        self.assertEqual(sent, [("203.0.113.7:9000", "inception", None, b"bytes of a picture")])
        self.assertEqual(printed.getvalue(), " 0.75000  cat\n 0.25000  dog\n")

    def test_fails_for_a_server_without_a_port(self):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()) as said:
            classify.parse(["--image=cat.jpg", "--server=203.0.113.7"])
        self.assertIn("is not host:port", said.getvalue())

    def test_fails_for_a_picture_that_is_not_there_before_it_asks(self):
        with self.assertRaises(FileNotFoundError):
            classify.main(["--image=no-such-picture.jpg"], lambda *_: self.fail("it asked"))


if __name__ == "__main__":
    unittest.main()
