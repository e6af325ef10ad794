"""What each worker does, and how good a model is: arithmetic that needs no MXNet."""


def part_of(environ, rank, workers):
    """Which part of the record file a worker reads, of how many: by its index in the job, or else by MXNet's rank."""
    part, parts = int(environ.get("DMLC_WORKER_ID", rank)), int(environ.get("DMLC_NUM_WORKER", workers))
    if not 0 <= part < parts:
        raise ValueError(f"there is no part {part} of {parts}")
    return part, parts


def steps_of(pictures, parts, batch_size):
    """Steps of an epoch, the same for all workers: servers wait for every worker at every step."""
    return max(1, pictures // (parts * batch_size))


def compression_of(kind, threshold):
    """The argument of `set_gradient_compression`."""
    return None if kind == "none" else {"type": kind, "threshold": threshold}


def pairs_of(people, pictures):
    """Pairs of (person, picture): as many of one person as of two. The pictures come after those of the training."""
    first, second = pictures, pictures + 1
    same = [((person, first), (person, second)) for person in range(people)]
    different = [((person, first), ((person + 1) % people, second)) for person in range(people)]
    return same, different


def accuracy_of(same, different):
    """The share of pairs that the best limit of likeness tells apart."""
    limits = sorted([*same, *different])
    right = [sum(each >= limit for each in same) + sum(each < limit for each in different) for limit in limits]
    return max(right, default=0) / max(1, len(limits))
