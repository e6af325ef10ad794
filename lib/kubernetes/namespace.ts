import { ApiObject, Chart, Lazy } from 'cdk8s';
import type { Construct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import { clusterKey } from '../core/contracts/cluster';
import { guideAtSynth } from '../core/contracts/guide';
import { checkAtSynth, firstTime, onlyOf, problem, Topic, type Problem } from '../core/problems';
import { lazily } from '../core/lazily';
import { clusterOf } from './chart-cluster';
import { clusterScoped, namespaceOf } from './cluster-scoped';
import { DUPLICATE_FIX } from './duplicate-name-problems';
import { POD_SECURITY_LEVELS, securedPods, weakest, type PodSecurityLevel, type SecuredPods } from './pod-security';
import { podSpecOf } from './manifest';
import { needOf } from './pod-spec-security';
import { WorkloadObject } from './workload-object';

const ENFORCED = 'pod-security.kubernetes.io/enforce';
/** The namespaces of every cluster. */
const GIVEN_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** A chart of a namespace, and the level that it sets. */
interface Member {
  readonly chart: Chart;
  readonly podSecurity?: PodSecurityLevel;
}

const DEFAULT_ACCOUNTS = new Topic<ApiObject>('default accounts');
const NAMESPACES = new Topic<ApiObject>('namespaces');
const MEMBERS = new Topic<Map<string, Member[]>>('charts by namespace');

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
 * Emits the namespace of a chart, unless others make it or another chart of the app has emitted it. Its account for pods
 * that name none, which Kubernetes makes with it, loses its token. Its labels admit pods
 * of one level of Pod Security: the level that a chart sets, or the strictest that accepts the pods of all its workloads,
 * and of Kubernetes' own kinds in its charts.
 */
export function addNamespace(chart: Chart, place: Place): void {
  const { cluster, namespace, podSecurity, create } = place;
  if (GIVEN_NAMESPACES.includes(namespace)) return;
  const key = `${clusterKey(cluster)}/${namespace}`;
  const byName = onlyOf(MEMBERS, chart, () => new Map<string, Member[]>());
  const members = byName.get(key) ?? [];
  byName.set(key, members);
  const isFirst = podSecurity !== undefined && levelSetBy(members) === undefined;
  members.push({ chart, podSecurity });
  const pods = () => {
    const ofWorkloads = securedPods(cluster, namespace).inProgram(chart);
    const known = new Map(ofWorkloads.map(({ entry }) => [entry.object, entry]));
    for (const member of members) addPlainPods(known, member.chart, namespace);
    return [...known.values()];
  };
  // The first level that a chart sets is that of the namespace.
  if (isFirst) checkAtSynth(chart, () => podSecurityProblems(pods(), namespace, podSecurity));
  if (!create || !firstTime(chart, `namespace ${key}`)) return;
  const labels = levelLabels(() => levelSetBy(members) ?? weakest(pods().map(({ need }) => need())).level);
  const metadata = { name: namespace, labels };
  const made = clusterScoped(chart, 'Namespace', { apiVersion: 'v1', kind: 'Namespace', metadata });
  DUPLICATE_FIX.add(made, 'set createNamespace to false in the charts of one deployment');
  NAMESPACES.add(chart, made);
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };
  const content = { ...account, automountServiceAccountToken: false };
  DEFAULT_ACCOUNTS.add(chart, new WorkloadObject(chart, 'ServiceAccount-default', content));
}

/** Labels the namespace of a construct's chart, by DEPLOY.md if others make it. @param reason a sentence for its readers */
export function labelNamespace(construct: Construct, key: string, value: string, reason: string): void {
  const chart = Chart.of(construct);
  const { namespace = 'default' } = chart;
  madeNamespace(chart)?.metadata.addLabel(key, value);
  guideAtSynth(construct, () => {
    if (madeNamespace(chart)?.metadata.getLabel(key) === value) return [];
    return [
      {
        phase: 'standing',
        text: reason,
        commands: [`kubectl label namespace ${namespace} ${key}=${value} --overwrite`],
      },
    ];
  });
}

/** The namespace of a chart, if its program makes it. */
export function madeNamespace(chart: Chart): ApiObject | undefined {
  const { namespace = 'default' } = chart;
  const isHere = (made: ApiObject) => made.name === namespace && clusterOf(made) === clusterOf(chart);
  return NAMESPACES.all(chart).find(({ entry }) => isHere(entry))?.entry;
}

/** The account of pods that name none, in a namespace that the program of a chart makes. It has no token. */
export function defaultAccountOf(chart: Chart, namespace: string): ApiObject | undefined {
  const cluster = clusterOf(chart);
  const isHere = (account: ApiObject) => namespaceOf(account) === namespace && clusterOf(account) === cluster;
  return DEFAULT_ACCOUNTS.all(chart).find(({ entry }) => isHere(entry))?.entry;
}

/** The labels are known when all charts are complete. Each synthesis finds the level once for both, since it walks all charts. */
function levelLabels(find: () => PodSecurityLevel): Readonly<Record<string, string>> {
  let found: PodSecurityLevel | undefined;
  return {
    [ENFORCED]: lazy(() => (found = find())),
    'pod-security.kubernetes.io/warn': lazy(() => found ?? find()),
  };
}

function levelSetBy(members: readonly Member[]): PodSecurityLevel | undefined {
  return members.find(({ podSecurity }) => podSecurity !== undefined)?.podSecurity;
}

/** Adds the pods of objects that a program adds to a chart itself. */
function addPlainPods(known: Map<SecuredPods['object'], SecuredPods>, chart: Chart, namespace: string): void {
  for (const object of chart.node.findAll()) {
    if (!ApiObject.isApiObject(object) || known.has(object) || namespaceOf(object) !== namespace) continue;
    const spec = podSpecOf(object);
    if (spec) known.set(object, { object, need: lazily(() => needOf(spec)) });
  }
}

/** A text that is made at synthesis. This is the edge to cdk8s: it has no type. */
function lazy(produce: () => string): string {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Lazy.any({ produce }) as string;
}

/** Problems of pods that the namespace's level refuses: the object that runs them would wait for ever. */
function* podSecurityProblems(
  pods: readonly SecuredPods[],
  namespace: string,
  level: PodSecurityLevel,
): Generator<Problem> {
  for (const { object, need } of pods) {
    const { level: needed, because = '' } = need();
    if (POD_SECURITY_LEVELS.indexOf(needed) <= POD_SECURITY_LEVELS.indexOf(level)) continue;
    const { kind, name } = object;
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
