"""Trains a small network on digits, alone or as one task of a cluster, and exports it as a SavedModel."""

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
import time
import traceback

START = time.monotonic()
# Before TensorFlow is loaded: threads inherit it, and mirrored workers would else swallow the signal.
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
os.environ.setdefault("GRPC_FAIL_FAST", "use_caller")  # read at import: wait for peers without an address yet
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")

import tensorflow as tf  # noqa: E402

import model as network  # noqa: E402
import recording  # noqa: E402
import records  # noqa: E402
import replicas  # noqa: E402
import task as tasks  # noqa: E402


def log(text):
    print(f"{time.monotonic() - START:7.1f}s {text}", flush=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--ps_hosts", default="", help="host:port,… of the parameter servers")
    add("--worker_hosts", default="", help="host:port,… of the workers")
    add("--chief_hosts", default="", help="host:port of the chief, which then coordinates")
    add("--job_name", default="", choices=["", *tasks.TYPES], help="what this process is; without it TF_CONFIG says so")
    add("--task_index", type=int, default=0)
    add("--data_dir", default="/data", help="a folder that all tasks share")
    add("--checkpoint_dir", help="default: <data_dir>/checkpoints")
    # Whoever starts the job may say where its model goes, by the folder of the version.
    folder, version = os.path.split(os.environ.get("MODEL_EXPORT_PATH", ""))
    add("--export_dir", default=folder, help="of versions; default: of MODEL_EXPORT_PATH, or <data_dir>/export")
    add("--model_version", type=int, default=version or 1)
    add("--train_steps", type=int, default=200)
    add("--save_steps", type=int, default=50, help="steps between two checkpoints")
    add("--batch_size", type=int, default=64, help="of one step of one worker (of one replica when mirrored)")
    add("--learning_rate", type=float, default=0.002)
    add("--registered_model", help="the model of a registry of which the export becomes a version; default: none")
    add("--seed", type=int, default=0)
    add("--wait", type=int, default=600, help="seconds to wait for the data, or for the next checkpoint (evaluator)")
    flags = parser.parse_args()
    if min(flags.train_steps, flags.save_steps, flags.batch_size, flags.model_version) < 1:
        parser.error("--train_steps, --save_steps, --batch_size and --model_version start at 1")
    flags.checkpoint_dir = flags.checkpoint_dir or os.path.join(flags.data_dir, "checkpoints")
    flags.export_dir = flags.export_dir or os.path.join(flags.data_dir, "export")
    return flags


def main():
    flags = parse()
    hosts = flags.ps_hosts, flags.worker_hosts, flags.chief_hosts
    task = tasks.resolve(*hosts, flags.job_name, flags.task_index, os.environ)
    log(f"tensorflow {tf.__version__}: {task.type} {task.index}, {task.form}, cluster {json.dumps(dict(task.cluster))}")
    for gpu in tf.config.list_physical_devices("GPU"):
        log(f"sees {gpu.name}")
        tf.config.experimental.set_memory_growth(gpu, True)
    if task.type == "evaluator":
        return evaluate(flags)
    if task.type == "ps" or (task.type == "worker" and task.form == "coordinator"):
        serve(task).join()
    elif finished(flags):
        log(f"already finished: {finished_path(flags)}; nothing to do")
    elif task.form == "replicas":
        train_replicas(task, flags)
    else:
        train_together(task, flags)


# ---- every task


def session_config():
    config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
    config.gpu_options.allow_growth = True
    return config


def serve(task):
    """A server at this task's own address in the cluster."""
    cluster = tf.train.ClusterSpec(task.cluster)
    server = tf.distribute.Server(cluster, task.type, task.index, protocol="grpc", config=session_config())
    log(f"serves at {task.cluster[task.type][task.index]}")
    return server


def prepare(task, flags):
    """See to the data; return the step to train from, having refused a version that someone may be serving."""
    if not task.leads:
        records.wait_for(flags.data_dir, flags.wait)
    elif records.write_once(flags.data_dir):
        log(f"wrote the data below {flags.data_dir}")
    checkpoint = tf.train.latest_checkpoint(flags.checkpoint_dir)
    step = int(checkpoint.rsplit("-", 1)[1]) if checkpoint else 0
    if step < flags.train_steps and network.exported(version_path(flags)):
        raise FileExistsError(f"{version_path(flags)} exists but training is at step {step}: raise --model_version")
    log(f"resumes from {checkpoint}" if checkpoint else "no checkpoint: starts from step 0")
    return step


def conclude(weights, step, flags):
    """Validate, export, and leave the mark by which the evaluator and restarted tasks know the end."""
    loss, accuracy = network.validate(weights, *records.validation(flags.data_dir))
    log(f"step {step}: validation loss {loss:.4f} accuracy {accuracy:.4f}")
    print(f"loss={loss:.6f} accuracy={accuracy:.6f}", flush=True)  # as Katib reads metrics
    if network.export(weights, version_path(flags)):
        log(f"exported {version_path(flags)}")
    else:
        log(f"{version_path(flags)} was there and stays: an exported version never changes")
    recorded = recording.metrics(step, validation_loss=loss, accuracy=accuracy)
    if recorded and flags.registered_model:
        version = recording.register(flags.registered_model, version_path(flags))
        log(f"registered version {version} of {flags.registered_model}")
    with tf.io.gfile.GFile(finished_path(flags), "w") as file:
        file.write(json.dumps({"step": step, "model_version": flags.model_version, "loss": loss, "accuracy": accuracy}))


def version_path(flags):
    return os.path.join(flags.export_dir, str(flags.model_version))


def finished_path(flags):
    return os.path.join(flags.checkpoint_dir, f"finished-{flags.model_version}.json")


def finished(flags):
    """Whether the run that these flags ask for is over (a mark of fewer steps is an older run's)."""
    if not tf.io.gfile.exists(finished_path(flags)):
        return False
    with tf.io.gfile.GFile(finished_path(flags)) as file:
        text = file.read()
    return bool(text) and json.loads(text)["step"] >= flags.train_steps


# ---- with a coordinator, mirrored, or alone: one Keras model under a strategy


def strategy_of(task):
    if task.form == "single":
        several = len(tf.config.list_physical_devices("GPU")) > 1
        return tf.distribute.MirroredStrategy() if several else tf.distribute.get_strategy()
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(
        tf.train.ClusterSpec(task.cluster), task_type=task.type, task_id=task.index, rpc_layer="grpc"
    )
    if task.form == "mirrored":
        return tf.distribute.MultiWorkerMirroredStrategy(cluster_resolver=resolver)
    return tf.distribute.ParameterServerStrategy(resolver)


def train_together(task, flags):
    strategy = strategy_of(task)  # before any other operation of TensorFlow; returns when all tasks are there
    log(f"{type(strategy).__name__}: connected")
    step = prepare(task, flags)
    with strategy.scope():
        model, optimizer = network.build(), tf.keras.optimizers.Adam(flags.learning_rate)
        optimizer.build(model.trainable_variables)  # so that restoring finds all variables made
        model.compile(optimizer, tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    for variable in model.trainable_variables:
        log(f"variable {variable.name} {variable.shape} on {variable.device}")
    # All mirrored tasks take part in saving, but only one may write to the shared folder.
    folder = flags.checkpoint_dir if task.leads else tempfile.mkdtemp()
    checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
    manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=3)
    if step:
        checkpoint.restore(tf.train.latest_checkpoint(flags.checkpoint_dir)).assert_existing_objects_matched()

    def on_epoch_end(_, logs):
        now = int(optimizer.iterations.numpy())
        manager.save(checkpoint_number=now)
        log(f"step {now} loss {logs['loss']:.4f}, saved")
        if task.leads and recording.metrics(now, loss=logs["loss"]):
            log(f"recorded step {now}")

    callbacks = [tf.keras.callbacks.LambdaCallback(on_epoch_end=on_epoch_end)]
    data = data_for(task, strategy, flags, step)
    epochs, rest = divmod(max(0, flags.train_steps - step), flags.save_steps)
    for epochs, steps in ((epochs, flags.save_steps), (1, rest)):
        if epochs and steps:
            model.fit(data, epochs=epochs, steps_per_epoch=steps, verbose=0, callbacks=callbacks)
    if task.leads:
        conclude(model.get_weights(), int(optimizer.iterations.numpy()), flags)


def data_for(task, strategy, flags, step):
    if task.form == "coordinator":  # this function's dataset is made on each worker, and reads there
        seed = flags.seed + step
        return tf.keras.utils.experimental.DatasetCreator(
            lambda context: records.dataset(flags.data_dir, flags.batch_size, seed + context.input_pipeline_id)
        )
    return records.dataset(flags.data_dir, flags.batch_size * strategy.num_replicas_in_sync, flags.seed + step)


# ---- parameter servers without a coordinator


def train_replicas(task, flags):
    server = serve(task)
    step = prepare(task, flags)
    if step < flags.train_steps:
        replicas.train(task, server, flags, session_config(), log)
    if task.leads:
        last = tf.train.latest_checkpoint(flags.checkpoint_dir)
        conclude(network.weights_in(last), int(last.rsplit("-", 1)[1]), flags)


# ---- the evaluator


def evaluate(flags):
    records.wait_for(flags.data_dir, flags.wait)
    images, labels = records.validation(flags.data_dir)
    seen, end = None, time.monotonic() + flags.wait
    while time.monotonic() < end:
        over = finished(flags)  # asked before looking for a checkpoint, so that the last one is never missed
        latest = tf.train.latest_checkpoint(flags.checkpoint_dir)
        if latest and latest != seen:
            try:
                loss, accuracy = network.validate(network.weights_in(latest), images, labels)
            except (tf.errors.NotFoundError, tf.errors.DataLossError) as gone:  # a newer one came
                log(f"{latest} is gone: {type(gone).__name__}")
            else:
                log(f"{os.path.basename(latest)}: validation loss {loss:.4f} accuracy {accuracy:.4f}")
                seen, end = latest, time.monotonic() + flags.wait
        elif over:
            return log("training has finished")
        time.sleep(1)
    raise TimeoutError(f"no new checkpoint below {flags.checkpoint_dir} for {flags.wait} s")


def end_on_sigterm():
    """Process 1 of a container ignores SIGTERM, and a Python handler would wait for Server.join: a thread does not."""

    def wait():
        signal.sigwait([signal.SIGTERM])
        leave(128 + signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def leave(code):
    """Servers and coordinators leave threads that an ordinary exit would wait for."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    end_on_sigterm()
    try:
        main()
    except SystemExit as stop:
        leave(stop.code if isinstance(stop.code, int) else 1)
    except BaseException:
        traceback.print_exc()
        recording.end("FAILED")
        leave(1)
    recording.end("FINISHED")
    log("done")
    leave(0)
