import { ApiObject, Lazy, type Chart } from 'cdk8s';
import type { ICluster } from '../core/contracts/cluster';
import { clusterKey } from '../core/contracts/cluster';
import { problem, type Problem } from '../core/problems/problem';
import { firstTime, onlyOf, Topic } from '../core/problems/registry';
import { clusterScoped, namespaceOf } from './cluster-scoped';
import { objectIn, type JsonObject } from './manifest';
import { POD_SECURITY_LEVELS, securityNeedOf, weakest, type PodSecurityLevel } from './pod/pod-security';
import { renderedJson } from './rendering';

const ENFORCED = 'pod-security.kubernetes.io/enforce';
/** Every cluster has these. */
const GIVEN_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** A chart of a namespace that an app emits. */
interface Member {
  readonly chart: Chart;
  /** The level that its program asks for. */
  readonly podSecurity?: PodSecurityLevel;
}

const MEMBERS = new Topic<Map<string, Member[]>>('charts by namespace');

/** The namespace of a chart, as its program describes it. */
interface Place {
  readonly cluster: ICluster;
  readonly namespace: string;
  /** Whether this program makes it. */
  readonly create: boolean;
  /** @default - the level that its pods need */
  readonly podSecurity?: PodSecurityLevel;
}

/**
 * Emits the namespace of a chart, unless others make it or another chart of the app has emitted it. Its labels let in
 * pods of one level of Pod Security: the level that a chart asks for, or else the strictest that takes all pods of its charts.
 */
export function addNamespace(chart: Chart, place: Place): void {
  const { cluster, namespace, podSecurity, create } = place;
  if (GIVEN_NAMESPACES.includes(namespace)) return;
  const byName = onlyOf(MEMBERS, chart, () => new Map<string, Member[]>());
  const key = `${clusterKey(cluster)}/${namespace}`;
  const members = byName.get(key) ?? [];
  members.push({ chart, podSecurity });
  byName.set(key, members);
  if (!create || !firstTime(chart, `namespace ${key}`)) return;
  clusterScoped(chart, 'Namespace', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: namespace,
      labels: levelLabels(() => levelOf(members, namespace)),
    },
  });
}

/** The labels are known when all charts are complete. The level is found once for both, as it takes a look at all pods. */
function levelLabels(find: () => PodSecurityLevel): Record<string, string> {
  let found: PodSecurityLevel | undefined;
  return {
    [ENFORCED]: lazy(() => (found = find())),
    'pod-security.kubernetes.io/warn': lazy(() => found ?? find()),
  };
}

/** The edge to cdk8s: a text that is known at synthesis has no type. */
function lazy(produce: () => string): string {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Lazy.any({ produce }) as string;
}

function levelOf(members: readonly Member[], namespace: string): PodSecurityLevel {
  const asked = members.find(({ podSecurity }) => podSecurity !== undefined)?.podSecurity;
  if (asked !== undefined) return asked;
  return weakest(members.flatMap(({ chart }) => objectsOf(chart, namespace)).map(({ json }) => securityNeedOf(json)))
    .level;
}

/** Pods that the level which their chart asks for keeps out: their object would wait for them without end. */
export function* podSecurityProblems(chart: Chart, namespace: string, level: PodSecurityLevel): Generator<Problem> {
  for (const { object, json } of objectsOf(chart, namespace)) {
    const { level: needed, because = '' } = securityNeedOf(json);
    if (POD_SECURITY_LEVELS.indexOf(needed) <= POD_SECURITY_LEVELS.indexOf(level)) continue;
    const message = `namespace "${namespace}" takes pods of level "${level}", but those of ${object.kind} "${object.name}" need "${needed}": ${because}`;
    yield problem('pod-security', 'podSecurity', message, `change these pods, or set podSecurity to '${needed}'`);
  }
}

/** The level of pods that a namespace takes. */
export function podSecurityOf(namespace: ApiObject): string | undefined {
  const level = objectIn(objectIn(jsonOf(namespace), 'metadata'), 'labels')[ENFORCED];
  return typeof level === 'string' ? level : undefined;
}

function objectsOf(chart: Chart, namespace: string): { readonly object: ApiObject; readonly json: JsonObject }[] {
  return chart.node
    .findAll()
    .filter((construct) => ApiObject.isApiObject(construct))
    .filter((object) => namespaceOf(object) === namespace)
    .map((object) => ({ object, json: jsonOf(object) }));
}

/** The edge to cdk8s: an object's JSON has no type. */
function jsonOf(object: ApiObject): JsonObject {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return renderedJson(object) as JsonObject;
}
