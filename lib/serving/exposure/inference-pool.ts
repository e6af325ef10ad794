import type { Problem } from '../../core/problems/problem';
import type { InferencePoolSpec } from '../../kubernetes/kinds/custom-specs';
import { objectOf, type Kind } from '../../kubernetes/kinds/kind';
import type { Manifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { operatorProblems } from '../../workload/backend';
import { clientLabels } from '../server-task';
import type { ResolvedServing } from '../serving';

/** Model servers among which an endpoint picker chooses for each request of a gateway. */
export const INFERENCE_POOL: Kind<InferencePoolSpec> = {
  apiVersion: 'inference.networking.k8s.io/v1',
  kind: 'InferencePool',
  plural: 'inferencepools',
};
const NEEDED = { name: 'InferencePool', kind: INFERENCE_POOL, operator: Operator.INFERENCE_EXTENSION };
const PICKER_PORT = 9002;

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
