import { choiceProblems, textProblems } from '../problems/given';
import { isLabelKey, isLabelValue, LABEL_FIX } from '../names/kubernetes-name';
import { refuse } from '../problems/errors';
import type { Problem } from '../problems/problem';
import { valueOf } from '../problems/rules';

export const TAINT = valueOf('Taint', 'use Taint.of(…)');

/** What a taint does to pods that do not tolerate it, in Kubernetes' own words. */
export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';

const EFFECTS: readonly TaintEffect[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/**
 * Keeps pods off the nodes of a pool unless they tolerate it.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
 */
export class Taint {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Taint';

  /** The taint of every GPU pool. GKE accepts exactly this key, value and effect beside its own. */
  static readonly GPU = new Taint('nvidia.com/gpu', 'present', 'NoSchedule');
  /** GKE puts it on the nodes of a pool with queued provisioning. */
  static readonly QUEUED = new Taint('cloud.google.com/gke-queued', 'true', 'NoSchedule');
  /** GKE puts it on every node with an Arm processor. */
  static readonly ARM = new Taint('kubernetes.io/arch', 'arm64', 'NoSchedule');

  /** Refuses keys and values that are not Kubernetes label names, and another value for `nvidia.com/gpu`. */
  static of(key: string, value: string, effect: TaintEffect = 'NoSchedule'): Taint {
    refuse(`Taint.of(${JSON.stringify(key)}, ${JSON.stringify(value)})`, [
      ...form('key', key, isLabelKey),
      ...form('value', value, isLabelValue),
      ...choiceProblems('effect', effect, EFFECTS),
      ...(key === Taint.GPU.key && (value !== Taint.GPU.value || effect !== Taint.GPU.effect)
        ? [
            {
              code: 'gpu-taint',
              message: `taint "${key}" is ${value}:${effect}, but GKE sets ${Taint.GPU.value}:${Taint.GPU.effect} on GPU nodes and refuses a second one`,
              fix: 'leave the taint out: a GPU pool declares it by itself',
            },
          ]
        : []),
    ]);
    return new Taint(key, value, effect);
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

function form(property: 'key' | 'value', given: string, isRight: (text: string) => boolean): Problem[] {
  const fix = LABEL_FIX[property];
  const noText = textProblems(property, given, fix);
  if (noText.length > 0 || isRight(given)) return noText;
  const message = `taint ${property} ${JSON.stringify(given)} is not of the form that Kubernetes takes`;
  return [{ code: 'taint-form', property, message, fix }];
}
