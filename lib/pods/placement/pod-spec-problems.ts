import type { k8s } from 'cdk8s-plus-27';
import { poolText, type INodePool } from '../../core/contracts/node-pool';
import type { Taint } from '../../core/contracts/taint';
import { groupedBy } from '../../core/grouped';
import { regionOf } from '../../core/hardware/location';
import { problem, type Problem } from '../../core/problems';
import type { PodOptions } from '../pod-options';
import { byPool, requiredPods, gangsOf, type PodSet } from '../pod-set';

/**
 * Problems of fields in Kubernetes' own words that keep pods from starting, or from acting as their identity.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/workload-identity#restrictions
 */
export function* podSpecProblems({ pod: { podSpec, identity }, pool }: PodSet): Generator<Problem> {
  if (!podSpec) return;
  yield* nodeProblems(podSpec, pool);
  if (podSpec.hostNetwork !== true || !identity) return;
  const message = `the pods act as ${identity.email}, but pods in their node's network act as the node's account`;
  yield problem('identity-host-network', 'podSpec', message, 'leave hostNetwork or identity out');
}

/** True if the nodes of a pool may be those that `podSpec` asks for. */
export function isNodeFor({ podSpec }: PodOptions, pool: INodePool): boolean {
  return !podSpec || nodeProblems(podSpec, pool).next().done === true;
}

/** True if the nodes of a pool are certainly those that `podSpec` asks for, and it tolerates all their taints. */
export function runsOnEvery(podSpec: PodOptions['podSpec'] & object, pool: INodePool): boolean {
  const { nodeSelector = {}, affinity } = podSpec;
  const known = labelsOf(pool);
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const asked = [
    ...Object.keys(nodeSelector),
    ...terms.flatMap(({ matchExpressions = [], matchFields = [] }) =>
      [...matchExpressions, ...matchFields].map(({ key }) => key),
    ),
  ];
  return asked.every((key) => known.get(key)?.length === 1) && mayRunOn(podSpec, pool);
}

/** True if a node of a pool may be one that `podSpec` asks for, and it tolerates all their taints. */
export function mayRunOn(podSpec: PodOptions['podSpec'] & object, pool: INodePool): boolean {
  const { tolerations = [] } = podSpec;
  const tolerates = (taint: Taint) =>
    tolerations.some(
      ({ key = taint.key, operator, value, effect = taint.effect }) =>
        key === taint.key && effect === taint.effect && (operator === 'Exists' || value === taint.value),
    );
  return (
    nodeProblems(podSpec, pool).next().done === true &&
    pool.taints.every((taint) => taint.effect === 'PreferNoSchedule' || tolerates(taint))
  );
}

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/ */
function* nodeProblems(
  { nodeSelector = {}, affinity }: PodOptions['podSpec'] & object,
  pool: INodePool,
): Generator<Problem> {
  const known = labelsOf(pool);
  for (const [key, value] of Object.entries(nodeSelector)) {
    if (isMet({ key, operator: 'In', values: [value] }, known)) continue;
    yield nodeProblem(`nodeSelector asks for nodes with ${key}=${value}`, key, known, pool);
  }
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const unmet = terms.map(({ matchExpressions = [] }) => matchExpressions.find((each) => !isMet(each, known)));
  const [first] = unmet;
  if (!first || unmet.includes(undefined)) return;
  const { key, operator, values = [] } = first;
  yield nodeProblem(`nodeAffinity asks for ${[key, operator, ...values].join(' ')}`, key, known, pool);
}

function nodeProblem(asks: string, key: string, known: Labels, pool: INodePool): Problem {
  const has = known.get(key)?.join(' or ') ?? '';
  const message = `${asks}, but the nodes of ${poolText(pool)} have ${key}=${has}`;
  return problem('node-affinity', 'podSpec', message, 'leave it out, or use a pool of such nodes');
}

/** The labels of nodes that are known, with all values that they may have. */
type Labels = ReadonlyMap<string, readonly string[]>;

function labelsOf({ cluster, accelerator, nodeLabels, zones, architecture, machineType }: INodePool): Labels {
  const gpu = cluster.features?.has('gke') === true ? accelerator?.type : undefined;
  return new Map<string, readonly string[]>([
    ['kubernetes.io/os', ['linux']],
    ...(zones ? ([['topology.kubernetes.io/zone', zones]] as const) : []),
    ...(zones ? ([['topology.kubernetes.io/region', [...new Set(zones.map(regionOf))]]] as const) : []),
    ...(architecture ? ([['kubernetes.io/arch', [architecture]]] as const) : []),
    ...(gpu === undefined ? [] : ([['cloud.google.com/gke-accelerator', [gpu]]] as const)),
    ...(machineType === undefined ? [] : ([['node.kubernetes.io/instance-type', [machineType]]] as const)),
    ...Object.entries(nodeLabels).map(([key, value]) => [key, [value]] as const),
  ]);
}

/** True if a node with these labels may meet a requirement. An unknown label may have any value. */
function isMet({ key, operator, values = [] }: k8s.NodeSelectorRequirement, known: Labels): boolean {
  const has = known.get(key);
  if (!has) return true;
  if (operator === 'In') return has.some((value) => values.includes(value));
  if (operator === 'NotIn') return has.some((value) => !values.includes(value));
  return operator !== 'DoesNotExist';
}

/**
 * Problems of pods that cannot share a node: they need as many nodes. A port of a node is one of its pods' alone.
 *
 * @see https://kubernetes.io/docs/concepts/configuration/overview/
 */
export function* perNodeProblems(sets: readonly PodSet[]): Generator<Problem> {
  for (const { pool, demands: ofPool } of gangsOf(sets).flatMap(byPool)) {
    const apart = ofPool.filter(({ pod }) => areApart(pod));
    const inNodes = ofPool.filter(({ pod, port }) => pod.podSpec?.hostNetwork === true && port !== undefined);
    const groups = [
      ...groupedBy(apart, ({ pod }) => JSON.stringify([pod.podSpec?.affinity?.podAntiAffinity, pod.labels])),
      ...groupedBy(inNodes, ({ port }) => String(port)),
    ];
    const most = groups.map((group) => ({ group, count: countOf(group) })).sort((a, b) => b.count - a.count)[0];
    const first = most?.group[0];
    const nodes = pool.maxNodes;
    if (!first || nodes === undefined || most.count <= nodes) continue;
    const isApart = areApart(first.pod);
    const why = isApart ? 'podAntiAffinity keeps them apart' : `each takes port ${first.port ?? ''} of its node`;
    const message = `${most.count} pods need a node each, because ${why}, but ${poolText(pool)} grows to ${nodes}`;
    const fix = `raise nodes to ${most.count}, or leave ${isApart ? 'podAntiAffinity' : 'hostNetwork'} out`;
    yield problem('one-per-node', 'podSpec', message, fix);
  }
}

function countOf(sets: readonly PodSet[]): number {
  return sets.reduce((sum, set) => sum + requiredPods(set), 0);
}

/** True if the pods must not share a node with pods of their own labels. */
export function areApart({ podSpec, labels }: Pick<PodOptions, 'podSpec' | 'labels'>): boolean {
  const terms = podSpec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return terms.some((term) => selectsOwn(term, labels));
}

/** True if a term is about pods of a pod's own labels on one node. */
export function selectsOwn(
  { topologyKey, labelSelector }: k8s.PodAffinityTerm,
  labels: PodOptions['labels'] = {},
): boolean {
  const wanted = Object.entries(labelSelector?.matchLabels ?? {});
  const isOwn = wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
  return topologyKey === 'kubernetes.io/hostname' && isOwn && labelSelector?.matchExpressions === undefined;
}
