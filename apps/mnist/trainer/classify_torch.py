"""Loads the exported TorchScript, classifies digits that it has never seen, and fails below the accuracy asked for."""

import argparse
import os
import sys

import numpy as np
import torch

import digits
from train_torch import FILE

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--export_path", default="/data/export/1", help="the folder of the version")
parser.add_argument("--samples", type=int, default=500)
parser.add_argument("--seed", type=int, default=1000)
parser.add_argument("--min_accuracy", type=float, default=0.9)
flags = parser.parse_args()

model = torch.jit.load(os.path.join(flags.export_path, FILE))
images, labels = digits.draw(flags.samples, flags.seed)
with torch.no_grad():
    answers = model(torch.from_numpy(images.astype(np.float32) / 255.0)).argmax(1).numpy()
accuracy = float(np.mean(answers == labels))
print(f"accuracy {accuracy:.4f} on {flags.samples} fresh samples", flush=True)
if accuracy < flags.min_accuracy:
    sys.exit(f"accuracy {accuracy:.4f} is below {flags.min_accuracy}")
