import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { DNS_SUBDOMAIN } from '../core/names/kubernetes-name';
import { nameProblems } from '../core/names/name';
import { accepted, isStandIn, problem, standIn, type Problem } from '../core/problems';
import { clusterOf } from '../kubernetes/chart-cluster';
import { namespaceOf } from '../kubernetes/cluster-scoped';
import { chartOf } from '../kubernetes/enclosing-chart';
import type { Kind } from '../kubernetes/kinds/kind';
import { isNamed, type Manifest, type NamedManifest } from '../kubernetes/manifest';
import { securedPods, type SecuredPods } from '../kubernetes/pod-security';
import { RUNS } from '../kubernetes/run-objects';
import { namedObject } from '../kubernetes/workload-object';
import { configManifests, configProblems } from '../pods/config-maps';
import { podSetProblems, type PodSet } from '../pods/pod-set';
import { securityNeedOfAll } from '../pods/security/pod-security-need';
import { ownServiceAccount, serviceAccountFor } from '../pods/security/service-account';
import { podsIn } from './namespace-requests';
import type { Rendered } from './rendered';
import { checkPods } from './workload-pods';

/** The pods of a construct and the objects that run them. */
export interface PodWorkload {
  readonly pods: readonly PodSet[];
  /** True if the workload has a time limit. @default - not known, not checked */
  readonly limited?: boolean;
  /** True if its pods run all the time, as those of a server do. @default false */
  readonly stays?: boolean;
  /** The name of the objects beside the main one. The ids of their constructs leave it out. */
  readonly base: string;
  /** True if an engine has checked the names already. @default false @internal */
  readonly namesChecked?: boolean;
  /** The objects. Service accounts and config files of the pods need not be listed. */
  readonly rendered: Rendered;
  /** The kind of the main object. If objects of the kind end, the workload is a run. @default - a kind whose objects stay */
  readonly kind?: Kind;
}

/** The part of a workload that checks read. */
export type WorkloadPods = Pick<PodWorkload, 'pods' | 'limited' | 'stays'>;

/**
 * Emits a workload and has its pods checked. Every construct that runs pods calls it once. The service accounts and the
 * config files of the pods stand before the main object.
 *
 * @returns the main object, whose construct id is `Resource`
 */
export function addWorkload(owner: Construct, workload: PodWorkload): ApiObject {
  chartOf(owner);
  if (isStandIn(workload) || workload.pods.some(({ pod, pool }) => isStandIn(pod) || isStandIn(pool))) return standIn();
  return accepted(owner, [workloadProblems(workload)], () => emit(owner, workload));
}

function* workloadProblems({ base, rendered, pods, namesChecked }: PodWorkload): Generator<Problem> {
  const { before = [], main, beside = [] } = rendered;
  const unnamed = [...before, main, ...beside].filter((each) => !isNamed(each));
  for (const { kind, metadata } of unnamed) {
    const message = `the name of a ${kind}, ${JSON.stringify(metadata)}, is not known before it runs, and \`kubectl apply\` needs it`;
    const fix = 'set name, or put the object into the one that creates it, such as a step of a workflow';
    yield problem('name', 'rendered', message, fix);
  }
  for (const set of pods) yield* podSetProblems(set);
  yield* configProblems(pods, base);
  if (namesChecked === true) return;
  yield* nameProblems({ ...DNS_SUBDOMAIN, what: 'workload', property: 'base' }, base);
  if (!isNamed(main)) return;
  yield* nameProblems({ ...DNS_SUBDOMAIN, what: main.kind, property: 'main.metadata.name' }, main.metadata.name);
}

function emit(owner: Construct, workload: PodWorkload): ApiObject {
  const { base, rendered, kind } = workload;
  const { before = [], main, beside = [] } = rendered;
  const first = addBeside(owner, workload, before);
  const resource = namedObject(owner, 'Resource', main, base);
  const objects = [...first, resource, ...addAll(owner, base, beside)];
  if (kind?.ending) RUNS.add(owner, { name: resource.name, kind, objects });
  checkPods(owner, workload, resource);
  placePods(owner, namespaceOf(resource), resource, workload);
  return resource;
}

/**
 * Has pods checked that another program makes as people ask for them, and emits the service account and the config files that
 * they need. For pools they count as pods that run all the time, and for the share of a tenant as jobs, which come and go.
 *
 * @param maker the program, such as JupyterHub
 * @param further further objects that the pods need
 */
export function addPodsOf(
  owner: Construct,
  maker: SecuredPods['object'],
  workload: Pick<PodWorkload, 'base' | 'pods'>,
  further: readonly Manifest[],
): void {
  addBeside(owner, workload, further);
  checkPods(owner, { ...workload, stays: true });
  placePods(owner, chartOf(owner).namespace, maker, workload);
}

function addBeside(owner: Construct, { base, pods }: Pick<PodWorkload, 'base' | 'pods'>, further: readonly Manifest[]) {
  for (const { pod } of pods) if (pod.identity) serviceAccountFor(owner, pod.identity);
  const account = pods.some(({ pod }) => !pod.identity) ? [ownServiceAccount(base)] : [];
  return addAll(owner, base, [...account, ...configManifests(pods, base), ...further]);
}

function addAll(owner: Construct, base: string, manifests: readonly Manifest[]): ApiObject[] {
  return manifests.filter(isNamed).map((each) => namedObject(owner, idOf(each, base), each, base));
}

/** Tells the checks of a namespace of pods. */
function placePods(
  owner: Construct,
  namespace: string | undefined,
  object: SecuredPods['object'],
  workload: WorkloadPods & Pick<PodWorkload, 'base'>,
): void {
  const cluster = clusterOf(owner);
  if (!cluster || namespace === undefined) return;
  securedPods(cluster, namespace).add(owner, { object, need: securityNeedOfAll(workload.base, workload.pods) });
  podsIn(cluster, namespace).add(owner, workload);
}

function idOf({ kind, metadata: { name } }: NamedManifest, base: string): string {
  return `${kind}${name.startsWith(base) ? name.slice(base.length) : `-${name}`}`;
}
