import type { ApiObject, ApiObjectProps } from 'cdk8s';
import type { Construct } from 'constructs';
import { DNS_SUBDOMAIN } from '../../core/names/kubernetes-name';
import { nameProblems } from '../../core/names/name';
import { accepted } from '../../core/problems/errors';
import { refusesOwner } from '../../core/problems/check';
import type { Problem } from '../../core/problems/problem';
import { listOf, object, optional, text, typeProblems, type Rules } from '../../core/problems/rules';
import { isStandIn, standIn } from '../../core/problems/stand-in';
import { chartOf } from '../enclosing-chart';
import { KIND, type Kind } from '../kinds/kind';
import { endingKindOf } from '../kinds/kinds';
import { MANIFEST, type Manifest } from '../manifest';
import { RUNS } from '../run-objects';
import { configManifests } from './pod-template';
import { ownServiceAccount, serviceAccountFor } from './service-account';
import { QUEUE_LABEL } from './pool-capacity-advice';
import { demandProblems } from './pool-demand';
import { WorkloadObject } from './workload-object';
import { checkPods, WORKLOAD_PODS, type WorkloadPods } from './workload-pods';

/** A construct's pods and the objects that run them. */
export interface PodWorkload extends WorkloadPods {
  /** The name of the objects beside the object. The ids of their constructs leave it out. */
  readonly base: string;
  /** Objects before the object, such as a Service. Service account and config files of the pods need not be listed. @default [] */
  readonly needs?: readonly Manifest[];
  /** The object that runs the pods. */
  readonly object: Manifest;
  /** The object's kind. A kind with an ending makes the workload a run, which DEPLOY.md applies once. @default - found for the kinds of our training engines */
  readonly kind?: Kind;
  /** Further objects that run pods of the workload. @default [] */
  readonly beside?: readonly Manifest[];
}

const POD_WORKLOAD: Rules<PodWorkload> = {
  ...WORKLOAD_PODS,
  base: text('name what stands beside the object, such as "server"'),
  needs: optional(listOf(MANIFEST)),
  object: MANIFEST,
  kind: optional(object(KIND, 'give { apiVersion, kind, plural }')),
  beside: optional(listOf(MANIFEST)),
};

/**
 * Emits a workload and has its pods checked. Every construct that runs pods calls it once. The service account and the
 * config files of the pods stand before the object.
 *
 * @returns the object, whose construct id is `Resource`
 */
export function addWorkload(owner: Construct, workload: PodWorkload): ApiObject {
  if (refusesOwner('addWorkload', owner)) return standIn();
  chartOf(owner);
  return accepted(owner, [typeProblems(workload, POD_WORKLOAD)], () =>
    accepted(owner, [workloadProblems(workload)], () => addCheckedWorkload(owner, workload)),
  );
}

function* workloadProblems({ base, object: { kind, metadata }, demands }: PodWorkload): Generator<Problem> {
  yield* nameProblems({ ...DNS_SUBDOMAIN, what: 'workload', property: 'base' }, base);
  yield* nameProblems({ ...DNS_SUBDOMAIN, what: kind, property: 'object.metadata.name' }, metadata.name);
  for (const demand of demands) yield* demandProblems(demand);
}

/** The same of a workload whose types are checked, or that was made of checked values. */
export function addCheckedWorkload(owner: Construct, workload: PodWorkload): ApiObject {
  if (isStandIn(workload)) return standIn();
  const { pod, base, needs = [], beside = [] } = workload;
  if (pod.identity) serviceAccountFor(owner, pod.identity);
  const addAll = (manifests: readonly Manifest[]) =>
    manifests.map((manifest) => add(owner, idOf(manifest, base), manifest));
  const account = pod.identity ? [] : [ownServiceAccount(base)];
  const before = addAll([...account, ...configManifests(pod, base), ...needs]);
  const resource = add(owner, 'Resource', workload.object);
  const objects = [...before, resource, ...addAll(beside)];
  const { kind = endingKindOf(workload.object) } = workload;
  if (kind?.ending) RUNS.add(owner, { name: workload.object.metadata.name, kind, objects });
  const isQueued = () => resource.metadata.getLabel(QUEUE_LABEL) !== undefined;
  checkPods(owner, workload, [workload.object, ...beside], isQueued);
  return resource;
}

function idOf({ kind, metadata }: Manifest, base: string): string {
  return `${kind}${metadata.name.startsWith(base) ? metadata.name.slice(base.length) : `-${metadata.name}`}`;
}

/** The edge to cdk8s: an ApiObject takes further fields of the object, but its type does not have them. */
function add(scope: Construct, id: string, manifest: Manifest & ApiObjectProps): ApiObject {
  return new WorkloadObject(scope, id, manifest);
}
