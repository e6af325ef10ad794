"""python3 -m unittest discover -s tests; needs no MXNet."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import plan  # noqa: E402


class PartTest(unittest.TestCase):
    def test_a_worker_reads_the_part_of_its_index(self):
        self.assertEqual(plan.part_of({"DMLC_WORKER_ID": "2", "DMLC_NUM_WORKER": "4"}, 0, 4), (2, 4))

    def test_without_an_index_it_is_the_part_of_its_rank(self):
        self.assertEqual(plan.part_of({}, 1, 3), (1, 3))

    def test_fails_for_a_part_that_the_file_does_not_have(self):
        with self.assertRaisesRegex(ValueError, "no part 4 of 4"):
            plan.part_of({"DMLC_WORKER_ID": "4", "DMLC_NUM_WORKER": "4"}, 0, 4)


class StepsTest(unittest.TestCase):
    def test_all_workers_take_as_many_steps_as_the_smallest_part_has_batches(self):
        self.assertEqual(plan.steps_of(640, 2, 32), 10)
        self.assertEqual(plan.steps_of(650, 3, 32), 6)

    def test_they_take_one_at_least(self):
        self.assertEqual(plan.steps_of(10, 4, 32), 1)


class CompressionTest(unittest.TestCase):
    def test_flags_become_the_argument_of_mxnet(self):
        self.assertIsNone(plan.compression_of("none", 0.5))
        self.assertEqual(plan.compression_of("2bit", 0.25), {"type": "2bit", "threshold": 0.25})


class AccuracyTest(unittest.TestCase):
    def test_pairs_are_of_pictures_that_come_after_those_of_the_training(self):
        same, different = plan.pairs_of(3, 20)
        self.assertEqual(same[0], ((0, 20), (0, 21)))
        self.assertEqual(different[2], ((2, 20), (0, 21)))
        self.assertTrue(all(one[0] == other[0] for one, other in same))
        self.assertTrue(all(one[0] != other[0] for one, other in different))

    def test_likenesses_apart_are_all_told_apart(self):
        self.assertEqual(plan.accuracy_of([0.9, 0.8], [0.1, 0.7]), 1.0)

    def test_likenesses_that_overlap_are_told_apart_in_part(self):
        self.assertEqual(plan.accuracy_of([0.9, 0.2], [0.1, 0.5]), 0.75)

    def test_likenesses_the_wrong_way_round_are_no_better_than_a_guess(self):
        self.assertEqual(plan.accuracy_of([0.1, 0.2], [0.8, 0.9]), 0.5)


if __name__ == "__main__":
    unittest.main()
