import type { Duration } from 'cdk8s';
import { problem, type Problem } from '../../core/problems';

/**
 * The batching of requests of several clients by TensorFlow Serving.
 *
 * @see https://github.com/tensorflow/serving/blob/master/tensorflow_serving/batching/README.md
 */
export interface BatchingOptions {
  /** The most examples of one batch. */
  readonly maxBatchSize: number;
  /** The time that a request waits for others. @default - none */
  readonly timeout?: Duration;
  /** The most batches that wait; further requests are refused. @default - the server's own: 10 */
  readonly maxEnqueuedBatches?: number;
  /** The batches that are computed at once. @default - the server's own: one for each processor */
  readonly threads?: number;
  /** Sizes to which batches are filled up: rising, the last is `maxBatchSize`. @default - any size */
  readonly allowedSizes?: readonly number[];
}

export function* batchingProblems(options: BatchingOptions): Generator<Problem> {
  const { maxBatchSize, maxEnqueuedBatches, threads, timeout, allowedSizes = [] } = options;
  for (const [property, count] of Object.entries({ maxBatchSize, maxEnqueuedBatches, threads })) {
    if (count === undefined || (Number.isSafeInteger(count) && count > 0)) continue;
    yield batchingProblem(`${property} cannot be ${count}`, 'use a whole number of 1 or more');
  }
  if (timeout && !Number.isSafeInteger(microsOf(timeout))) {
    const message = `timeout cannot be ${timeout.toMilliseconds({ integral: false })} ms`;
    yield batchingProblem(message, 'use whole microseconds, such as Duration.millis(0.5) for 500 of them');
  }
  const isRising = allowedSizes.every(
    (size, index) => Number.isSafeInteger(size) && size > (allowedSizes[index - 1] ?? 0),
  );
  const isWhole = allowedSizes.length === 0 || allowedSizes.at(-1) === maxBatchSize;
  if (isRising && isWhole) return;
  yield batchingProblem(
    `allowedSizes cannot be ${allowedSizes.join(', ')}`,
    `give rising numbers, the last of them ${maxBatchSize}`,
  );
}

function microsOf(timeout: Duration): number {
  const micros = timeout.toMilliseconds({ integral: false }) * 1000;
  // Thousandths are not exact in binary numbers.
  return Math.abs(micros - Math.round(micros)) < 1e-6 ? Math.round(micros) : micros;
}

function batchingProblem(message: string, fix: string): Problem {
  return problem('batching', 'batching', message, fix);
}

/** The file in the text form of protocol buffers. */
export function batchingFile(options: BatchingOptions): string {
  const { maxBatchSize, timeout, maxEnqueuedBatches, threads, allowedSizes = [] } = options;
  const values = {
    max_batch_size: maxBatchSize,
    batch_timeout_micros: timeout && microsOf(timeout),
    max_enqueued_batches: maxEnqueuedBatches,
    num_batch_threads: threads,
  };
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} { value: ${value} }`],
  );
  return [...lines, ...allowedSizes.map((size) => `allowed_batch_sizes: ${size}`), ''].join('\n');
}
