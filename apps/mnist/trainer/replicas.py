"""Parameter servers without a coordinator: between-graph replication as scripts of TensorFlow 1 have it. Every worker
builds its own graph around the variables on the parameter servers and trains at its own pace; worker 0 initialises and
saves them."""

import time

import tensorflow as tf

import records
from digits import SIDE
from model import HIDDEN, VARIABLES

v1 = tf.compat.v1


def train(task, server, flags, config, log):
    """Train until the shared step reaches --train_steps; steps then under way in other workers come on top."""
    me = f"/job:worker/task:{task.index}"
    with tf.Graph().as_default():
        with v1.device(v1.train.replica_device_setter(cluster=task.cluster, worker_device=me)):
            step = v1.train.get_or_create_global_step()
            data = records.dataset(flags.data_dir, flags.batch_size, flags.seed + task.index)
            iterator = v1.data.make_initializable_iterator(data)
            v1.add_to_collection(v1.GraphKeys.TABLE_INITIALIZERS, iterator.initializer)
            images, labels = iterator.get_next()
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, _logits(images)))
            update = v1.train.AdamOptimizer(flags.learning_rate).minimize(loss, global_step=step)
        for variable in v1.trainable_variables():
            log(f"variable {variable.op.name} {variable.shape} on {variable.device}")
        config.device_filters.extend(["/job:ps", me])  # a worker need not wait for, nor fail with, another worker
        if not task.leads:
            _await_variables(server, config, flags.wait)
        with v1.train.MonitoredTrainingSession(
            master=server.target,
            is_chief=task.leads,
            checkpoint_dir=flags.checkpoint_dir if task.leads else None,
            save_checkpoint_steps=flags.save_steps,
            save_summaries_steps=None,
            save_summaries_secs=None,
            log_step_count_steps=None,
            hooks=[v1.train.StopAtStepHook(last_step=flags.train_steps)],
            config=config,
            stop_grace_period_secs=5,
        ) as session:
            mine = 0
            while not session.should_stop():
                _, value, now = session.run([update, loss, step])
                if mine == 0:
                    log(f"trains, the shared step being {now}")
                mine += 1
                if mine % flags.save_steps == 0:
                    log(f"step {now} loss {value:.4f}")
    log(f"trained {mine} of the {flags.train_steps} steps")


def _await_variables(server, config, timeout):
    """Until worker 0 has initialised them. A MonitoredTrainingSession would look only every 30 s."""
    missing, end = v1.report_uninitialized_variables(), time.monotonic() + timeout
    while True:
        with v1.Session(server.target, config=config) as session:
            if not session.run(missing).size:
                return
        if time.monotonic() > end:
            raise TimeoutError(f"no variables after {timeout} s: worker 0 initialises them, does it run?")
        time.sleep(0.5)


def _logits(images):
    def dense(values, units, name, kernel, bias):
        weights = v1.get_variable(kernel, [values.shape[-1], units], initializer=v1.glorot_uniform_initializer())
        biases = v1.get_variable(bias, [units], initializer=v1.zeros_initializer())
        return tf.add(values @ weights, biases, name=name)

    flat = tf.reshape(images, [-1, SIDE * SIDE])
    hidden = tf.nn.relu(dense(flat, HIDDEN, "hidden_layer", *VARIABLES[:2]))
    return dense(hidden, 10, "output_layer", *VARIABLES[2:])
