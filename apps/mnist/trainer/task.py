"""Which task of which cluster this process is: from the flags if they name one, else from TF_CONFIG, else alone."""

import json
from typing import Mapping, NamedTuple

TYPES = ("chief", "worker", "ps", "evaluator")


class Task(NamedTuple):
    type: str
    index: int
    cluster: Mapping[str, list]  # without the evaluator, which is no part of the training cluster

    @property
    def form(self):
        """How the cluster trains: 'coordinator', 'replicas' (parameter servers without one), 'mirrored' or 'single'."""
        if "ps" in self.cluster:
            return "coordinator" if "chief" in self.cluster else "replicas"
        return "mirrored" if len(self.cluster.get("chief", [])) + len(self.cluster.get("worker", [])) > 1 else "single"

    @property
    def leads(self):
        """Whether this task makes the data, keeps the checkpoints and exports: one task of every cluster does."""
        return self.type == "chief" or (self.type == "worker" and self.index == 0 and "chief" not in self.cluster)


def resolve(ps_hosts, worker_hosts, chief_hosts, job_name, task_index, environ):
    """Flags come before TF_CONFIG: an operator sets TF_CONFIG in its pods whether or not the program asked for it."""
    if job_name:
        hosts = {"chief": chief_hosts, "worker": worker_hosts, "ps": ps_hosts}
        cluster = {name: value.split(",") for name, value in hosts.items() if value}
        return _checked(Task(job_name, task_index, cluster))
    if ps_hosts or worker_hosts or chief_hosts:
        raise ValueError("hosts without --job_name: say which of them this process is with --job_name and --task_index")
    config = json.loads(environ.get("TF_CONFIG") or "{}")
    if not config.get("task"):
        return Task("chief", 0, {})
    cluster = {name: hosts for name, hosts in config.get("cluster", {}).items() if name != "evaluator"}
    return _checked(Task(config["task"]["type"], int(config["task"].get("index", 0)), cluster))


def _checked(task):
    if task.type not in TYPES:
        raise ValueError(f"task type '{task.type}' is none of {', '.join(TYPES)}")
    if task.type == "evaluator":
        return task
    if "ps" in task.cluster and "worker" not in task.cluster:
        raise ValueError("parameter servers without workers: name the workers too")
    if task.cluster and task.index not in range(len(task.cluster.get(task.type, []))):
        raise ValueError(f"{task.type} {task.index} is not in the cluster {json.dumps(dict(task.cluster))}")
    return task
