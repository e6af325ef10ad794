"""Loads the exported model, tells pairs of pictures apart that it has never seen, and fails below the accuracy asked for."""

import argparse
import os
import sys

import network

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--export-dir", default=os.environ.get("MODEL_EXPORT_PATH", "/data/export/1"))
parser.add_argument("--people", type=int, default=16)
parser.add_argument("--first-picture", type=int, default=1000, help="that it compares, of each person")
parser.add_argument("--min-accuracy", type=float, default=0.8)
flags = parser.parse_args()

accuracy = network.accuracy(network.load(flags.export_dir), flags.people, flags.first_picture)
print(f"{flags.export_dir}: accuracy {accuracy:.4f} of {2 * flags.people} pairs", flush=True)
sys.exit(None if accuracy >= flags.min_accuracy else f"accuracy {accuracy:.4f} is below {flags.min_accuracy}")
