import { isLabelKey, isLabelValue, LABEL_FIX } from '../names/kubernetes-name';
import { accepted, problem, valueText, type Problem } from '../problems';

/** The effect of a taint on pods that do not tolerate it. */
export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';

type TaintParts = Pick<Taint, 'key' | 'value' | 'effect'>;

/**
 * A taint, which keeps pods off the nodes of a pool unless they tolerate it.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
 */
export class Taint {
  declare readonly '~type': 'Taint';

  /** The taint of every GPU pool. GKE accepts exactly this key, value and effect beside its own. */
  static readonly GPU = new Taint('nvidia.com/gpu', 'present', 'NoSchedule');
  /** The taint that GKE sets on the nodes of a pool with queued provisioning. */
  static readonly QUEUED = new Taint('cloud.google.com/gke-queued', 'true', 'NoSchedule');
  /** The taint that GKE sets on every Arm node. */
  static readonly ARM = new Taint('kubernetes.io/arch', 'arm64', 'NoSchedule');

  /** A taint. Refused: keys and values that are not Kubernetes label names, and another value for `nvidia.com/gpu`. */
  static of(key: string, value: string, effect: TaintEffect = 'NoSchedule'): Taint {
    const parts = { key, value, effect };
    const expression = `Taint.of(${valueText(key)}, ${valueText(value)})`;
    return accepted(expression, [taintProblems(parts)], () => new Taint(key, value, effect));
  }

  private constructor(
    readonly key: string,
    readonly value: string,
    readonly effect: TaintEffect,
  ) {}

  toString(): string {
    return `${this.key}=${this.value}:${this.effect}`;
  }
}

function* taintProblems({ key, value, effect }: TaintParts): Generator<Problem> {
  if (!isLabelKey(key)) yield formProblem('key', key);
  if (!isLabelValue(value)) yield formProblem('value', value);
  const { GPU } = Taint;
  if (key !== GPU.key || (value === GPU.value && effect === GPU.effect)) return;
  const message = `taint "${key}" is ${value}:${effect}, but GKE sets ${GPU.value}:${GPU.effect} on GPU nodes and refuses a second one`;
  yield problem('gpu-taint', message, 'leave the taint out: a GPU pool declares it by itself');
}

function formProblem(part: 'key' | 'value', given: string): Problem {
  const message = `taint ${part} ${JSON.stringify(given)} is not of the form that Kubernetes takes`;
  return problem('taint-form', part, message, LABEL_FIX[part]);
}
