import { problem, type Problem } from '../../../core/problems';

/** The compression of the gradients that workers send to servers. */
export interface GradientCompression {
  /** Two bits for each number of a gradient. */
  readonly type: '2bit';
  /**
   * The size of a step that a worker sends. Smaller changes of a number add up until they reach it. Refused if it is
   * not above 0. @default 0.5
   */
  readonly threshold?: number;
}

const THRESHOLD = 0.5;

/** The flags of MXNet's own examples. A program passes them to `kv.set_gradient_compression`; MXNet reads none by itself. */
export function compressionFlags({ type, threshold = THRESHOLD }: GradientCompression): string[] {
  return [`--gc-type=${type}`, `--gc-threshold=${threshold}`];
}

export function* compressionProblems(compression: GradientCompression): Generator<Problem> {
  const { threshold = THRESHOLD } = compression;
  if (Number.isFinite(threshold) && threshold > 0) return;
  yield problem(
    'gradient-compression',
    'gradientCompression.threshold',
    `gradients cannot be compressed with a threshold of ${threshold}`,
    `use a number above 0, such as ${THRESHOLD}`,
  );
}
