"""python3 -m unittest discover -s tests; needs no TensorFlow."""

import json
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from task import resolve  # noqa: E402


def by_flags(job, index=0, ps="p:1,q:2", workers="w:1,x:2", chief="", environ=None):
    return resolve(ps, workers, chief, job, index, environ or {})


def by_environment(cluster, kind, index):
    config = {"cluster": cluster, "task": {"type": kind, "index": index}}
    return resolve("", "", "", "", 0, {"TF_CONFIG": json.dumps(config)})


class TaskTest(unittest.TestCase):
    def test_without_flags_and_tf_config_the_process_is_alone_and_leads(self):
        task = resolve("", "", "", "", 0, {})
        self.assertEqual((task.form, task.leads), ("single", True))

    def test_parameter_servers_with_a_chief_have_a_coordinator(self):
        cluster = {"chief": ["c:1"], "ps": ["p:1"], "worker": ["w:1"]}
        chief, worker = by_environment(cluster, "chief", 0), by_environment(cluster, "worker", 0)
        self.assertEqual((chief.form, chief.leads, worker.leads), ("coordinator", True, False))
        self.assertEqual(by_flags("chief", chief="c:1").form, "coordinator")

    def test_parameter_servers_without_a_chief_are_replicas_led_by_worker_0(self):
        first, second = by_flags("worker", 0), by_flags("worker", 1)
        self.assertEqual((first.form, first.leads, second.leads), ("replicas", True, False))

    def test_workers_alone_are_mirrored(self):
        self.assertEqual(by_environment({"worker": ["w:1", "x:2"]}, "worker", 1).form, "mirrored")

    def test_one_worker_alone_is_single(self):
        self.assertEqual(by_environment({"worker": ["w:1"]}, "worker", 0).form, "single")

    def test_flags_come_before_the_tf_config_that_an_operator_sets(self):
        config = {"TF_CONFIG": json.dumps({"cluster": {"worker": ["z:1"]}, "task": {"type": "worker", "index": 0}})}
        self.assertEqual(by_flags("ps", 1, environ=config).type, "ps")

    def test_the_evaluator_is_no_part_of_the_cluster(self):
        task = by_environment({"evaluator": ["e:1"], "worker": ["w:1"]}, "evaluator", 0)
        self.assertEqual((task.type, dict(task.cluster), task.leads), ("evaluator", {"worker": ["w:1"]}, False))

    def test_fails_for_a_task_that_the_cluster_does_not_have(self):
        with self.assertRaisesRegex(ValueError, "worker 2 is not in the cluster"):
            by_flags("worker", 2)

    def test_fails_for_hosts_without_a_job_name(self):
        with self.assertRaisesRegex(ValueError, "--job_name"):
            by_flags("")

    def test_fails_for_an_unknown_type(self):
        with self.assertRaisesRegex(ValueError, "none of chief, worker, ps, evaluator"):
            by_environment({"master": ["m:1"]}, "master", 0)

    def test_fails_for_parameter_servers_without_workers(self):
        with self.assertRaisesRegex(ValueError, "without workers"):
            by_flags("ps", workers="")


if __name__ == "__main__":
    unittest.main()
