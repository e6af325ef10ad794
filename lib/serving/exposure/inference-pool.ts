import type { Problem } from '../../core/problems';
import { objectOf } from '../../kubernetes/kinds/kind';
import { INFERENCE_POOL } from '../../kubernetes/kinds/serving';
import type { Manifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { operatorProblems } from '../../workload/backend';
import { clientLabels } from '../server-task';
import type { ResolvedServing } from '../serving';

const NEEDED = { name: 'InferencePool', kind: INFERENCE_POOL, operator: Operator.INFERENCE_EXTENSION };
/** The port of endpoint pickers. */
export const PICKER_PORT = 9002;

/** The InferencePool of a serving with an endpoint picker. If that does not answer, the gateway chooses. */
export function inferencePoolOf(serving: ResolvedServing): Manifest[] {
  const { name, endpointPicker, tracks } = serving;
  if (endpointPicker === undefined) return [];
  const selector = { matchLabels: clientLabels(serving) };
  const targetPorts = [{ number: tracks[0].container.ports[0].port }];
  const endpointPickerRef = { name: endpointPicker, port: { number: PICKER_PORT }, failureMode: 'FailOpen' } as const;
  return [objectOf(INFERENCE_POOL, name, { selector, targetPorts, endpointPickerRef })];
}

export function* pickerProblems({ endpointPicker, pool }: ResolvedServing): Generator<Problem> {
  if (endpointPicker !== undefined) yield* operatorProblems('endpointPicker', NEEDED, pool.cluster);
}
