"""A small convolutional network that turns a face into a direction, and the margin by which it is trained (ArcFace)."""

import math
import os
import shutil

import mxnet as mx
from mxnet import gluon

import plan
import records

SIZE = 64  # numbers of an embedding


class Margin(gluon.HybridBlock):
    """How alike a face is to each person; to its own person by `margin` less, so that training has to bring it closer."""

    def __init__(self, people, scale, margin, **kwargs):
        super().__init__(**kwargs)
        self._people, self._scale = people, scale
        self._cos, self._sin = math.cos(margin), math.sin(margin)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(people, SIZE), init=mx.init.Normal(0.1))

    def hybrid_forward(self, F, embedding, person, weight):
        alike = F.FullyConnected(
            F.L2Normalization(embedding), F.L2Normalization(weight), num_hidden=self._people, no_bias=True
        )
        apart = F.sqrt(F.maximum(1 - F.square(alike), 1e-6))
        own = F.one_hot(person, self._people)
        return self._scale * (own * (alike * self._cos - apart * self._sin) + (1 - own) * alike)


class Faces(gluon.HybridBlock):
    """The network and the people that it learns to tell apart."""

    def __init__(self, people, scale, margin):
        super().__init__()
        with self.name_scope():
            self.body = gluon.nn.HybridSequential()
            for channels in (16, 32, 64):
                self.body.add(
                    gluon.nn.Conv2D(channels, 3, padding=1), gluon.nn.LeakyReLU(0.1), gluon.nn.MaxPool2D(2)
                )
            self.body.add(gluon.nn.Dense(SIZE))
            self.margin = Margin(people, scale, margin)

    def hybrid_forward(self, F, picture, person):
        return self.margin(self.body(picture), person)


def accuracy(embed, people, pictures):
    """How well a network tells pairs of pictures apart that it has never seen."""

    def likeness(pairs):
        first, second = (mx.nd.L2Normalization(embed(records.pictures(side))) for side in zip(*pairs))
        return (first * second).sum(axis=1).asnumpy().tolist()

    return plan.accuracy_of(*(likeness(pairs) for pairs in plan.pairs_of(people, pictures)))


def export(body, folder):
    """Write the network without its margin; return whether it was written. Nobody sees half of it, and it never changes."""
    if os.path.exists(folder):
        return False
    new = f"{folder.rstrip('/')}.new"
    shutil.rmtree(new, ignore_errors=True)
    os.makedirs(new)
    body.export(os.path.join(new, "face"))
    os.rename(new, folder)
    return True


def load(folder):
    """The exported network, ready to use."""
    files = [os.path.join(folder, name) for name in ("face-symbol.json", "face-0000.params")]
    return gluon.SymbolBlock.imports(files[0], ["data"], files[1])
