import { Lazy, type ApiObject, type Chart } from 'cdk8s';
import type { ICluster } from '../core/contracts/cluster';
import { clusterKey } from '../core/contracts/cluster';
import { checkAtSynth } from '../core/problems/check';
import { problem, type Problem } from '../core/problems/problem';
import { firstTime, onlyOf, Topic } from '../core/problems/registry';
import { clusterScoped } from './cluster-scoped';
import { POD_SECURITY_LEVELS, securedPods, weakest, type PodSecurityLevel } from './pod-security';

const ENFORCED = 'pod-security.kubernetes.io/enforce';
/** The namespaces of every cluster. */
const GIVEN_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** The Pod Security levels that charts set, by their namespaces. */
const ASKED = new Topic<Map<string, PodSecurityLevel[]>>('pod security of namespaces');

/** The namespace of a chart in its program. */
interface Place {
  readonly cluster: ICluster;
  readonly namespace: string;
  /** True if this program makes it. */
  readonly create: boolean;
  /** @default - the level that its pods need */
  readonly podSecurity?: PodSecurityLevel;
}

/**
 * Emits the namespace of a chart, unless others make it or another chart of the app has emitted it. Its labels admit pods
 * of one level of Pod Security: the level that a chart sets, or the strictest that accepts the pods of all its workloads.
 */
export function addNamespace(chart: Chart, place: Place): void {
  const { cluster, namespace, podSecurity, create } = place;
  if (GIVEN_NAMESPACES.includes(namespace)) return;
  const key = `${clusterKey(cluster)}/${namespace}`;
  const byName = onlyOf(ASKED, chart, () => new Map<string, PodSecurityLevel[]>());
  const asked = byName.get(key) ?? [];
  byName.set(key, asked);
  // The first level that a chart sets is that of the namespace.
  if (podSecurity !== undefined && asked.push(podSecurity) === 1)
    checkAtSynth(chart, () => podSecurityProblems(chart, place, podSecurity));
  if (!create || !firstTime(chart, `namespace ${key}`)) return;
  // The level is known when all charts are complete.
  const level = lazy(() => levelOf(chart, asked, place));
  const labels = { [ENFORCED]: level, 'pod-security.kubernetes.io/warn': level };
  clusterScoped(chart, 'Namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
}

/** A text that is made at synthesis. This is the edge to cdk8s: it has no type. */
function lazy(produce: () => string): string {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Lazy.any({ produce }) as string;
}

function levelOf(chart: Chart, asked: readonly PodSecurityLevel[], { cluster, namespace }: Place): PodSecurityLevel {
  const needs = securedPods(cluster, namespace)
    .all(chart)
    .map(({ entry }) => entry.need());
  return asked[0] ?? weakest(needs).level;
}

/** Problems of pods that the namespace's level refuses: the object that runs them would wait for ever. */
function* podSecurityProblems(
  chart: Chart,
  { cluster, namespace }: Place,
  level: PodSecurityLevel,
): Generator<Problem> {
  for (const { entry } of securedPods(cluster, namespace).all(chart)) {
    const { level: needed, because = '' } = entry.need();
    if (POD_SECURITY_LEVELS.indexOf(needed) <= POD_SECURITY_LEVELS.indexOf(level)) continue;
    const { kind, name } = entry.object;
    const message = `namespace "${namespace}" takes pods of level "${level}", but those of ${kind} "${name}" need "${needed}": ${because}`;
    yield problem('pod-security', 'podSecurity', message, `change these pods, or set podSecurity to '${needed}'`);
  }
}

/** The level of Pod Security of a namespace. */
export function podSecurityOf(namespace: ApiObject): string | undefined {
  const level: unknown = namespace.metadata.getLabel(ENFORCED);
  const known: unknown = level instanceof Lazy ? level.produce() : level;
  return typeof known === 'string' ? known : undefined;
}
