"""Exports a small image model with the signature of Inception-v3 on TensorFlow Serving: pictures in, classes out.

It stands in for Inception-v3 where nothing can be downloaded: a convolutional network that learns nine drawn classes in
seconds. Clients cannot tell the difference."""

import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")

import tensorflow as tf  # noqa: E402

import pictures  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--export_dir", default="inception", help="the model goes to <export_dir>/<model_version>")
parser.add_argument("--model_version", type=int, default=1)
parser.add_argument("--picture", help="also writes a picture here, to ask the model about, and prints its class")
parser.add_argument("--samples", type=int, default=3000)
parser.add_argument("--epochs", type=int, default=4)
parser.add_argument("--min_accuracy", type=float, default=0.9)
BEST = 5


def network():
    side = pictures.SIDE
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            layers.Input((side, side, 3)),
            layers.Conv2D(16, 5, strides=2, activation="relu"),
            layers.Conv2D(32, 3, strides=2, activation="relu"),
            layers.GlobalMaxPooling2D(),
            layers.Dense(len(pictures.CLASSES)),
        ]
    )


def trained(flags):
    tf.keras.utils.set_random_seed(0)
    model = network()
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(tf.keras.optimizers.Adam(0.01), loss, metrics=["accuracy"])
    model.fit(*pictures.draw(flags.samples, 1), batch_size=32, epochs=flags.epochs, verbose=0)
    _, accuracy = model.evaluate(*pictures.draw(500, 2), verbose=0)
    print(f"accuracy {accuracy:.4f} on fresh pictures", flush=True)
    if accuracy < flags.min_accuracy:
        raise SystemExit(f"accuracy {accuracy:.4f} is below {flags.min_accuracy}")
    return model


def serving(model):
    """The signature: a batch of encoded pictures to the best classes and their scores."""
    names = tf.constant(pictures.CLASSES)

    def decoded(encoded):
        picture = tf.io.decode_image(encoded, channels=3, dtype=tf.float32, expand_animations=False)
        return tf.image.resize(picture, [pictures.SIDE, pictures.SIDE])

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="images")])
    def predict_images(images):
        inputs = tf.map_fn(decoded, images, fn_output_signature=tf.TensorSpec([pictures.SIDE, pictures.SIDE, 3]))
        scores, best = tf.math.top_k(tf.nn.softmax(model(inputs, training=False)), BEST)
        return {"classes": tf.gather(names, best), "scores": scores}

    return predict_images


def main():
    flags = parser.parse_args()
    target = os.path.join(flags.export_dir, str(flags.model_version))
    if os.path.exists(target):
        parser.error(f"{target} is there, and a version never changes: raise --model_version")
    model = trained(flags)
    part = f"{flags.export_dir}/.{flags.model_version}.part"
    signature = serving(model)
    tf.saved_model.save(model, part, signatures={"serving_default": signature, "predict_images": signature})
    os.rename(part, target)
    print(f"exported {target}", flush=True)
    if flags.picture:
        (picture,), (label,) = pictures.draw(1, 3)
        with open(flags.picture, "wb") as file:
            file.write(tf.io.encode_png(tf.image.convert_image_dtype(picture, tf.uint8)).numpy())
        print(f"{flags.picture} shows a {pictures.CLASSES[label]}", flush=True)


if __name__ == "__main__":
    main()
