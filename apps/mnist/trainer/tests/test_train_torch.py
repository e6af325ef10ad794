"""python3 -m unittest discover -s tests; needs no PyTorch."""

import contextlib
import io
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import train_torch  # noqa: E402


class FlagsTest(unittest.TestCase):
    def test_files_are_below_the_data_unless_they_are_named(self):
        flags = train_torch.parse(["--data_dir=/mine"], {})
        self.assertEqual([flags.checkpoint, flags.export_path], ["/mine/checkpoints/torch.pt", "/mine/export/1"])
        flags = train_torch.parse(["--checkpoint=/a.pt"], {"MODEL_EXPORT_PATH": "/models/7"})
        self.assertEqual([flags.checkpoint, flags.export_path], ["/a.pt", "/models/7"])

    def test_no_steps_are_refused(self):
        said = io.StringIO()
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(said):
            train_torch.parse(["--train_steps=0"], {})
        self.assertIn("start at 1", said.getvalue())


class PlaceTest(unittest.TestCase):
    def test_it_is_alone_without_variables(self):
        self.assertEqual(train_torch.place({}), (0, 1, 0))

    def test_variables_tell_it_apart_from_the_others(self):
        self.assertEqual(train_torch.place({"RANK": "3", "WORLD_SIZE": "4", "LOCAL_RANK": "1"}), (3, 4, 1))


class WriteTest(unittest.TestCase):
    def test_a_file_is_there_when_it_is_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "below", "file")

            def save(path):
                self.assertFalse(os.path.exists(target))
                with open(path, "w") as file:
                    file.write("whole")

            train_torch.write(target, save)
            self.assertEqual(os.listdir(os.path.dirname(target)), ["file"])


if __name__ == "__main__":
    unittest.main()
