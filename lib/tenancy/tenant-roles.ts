import type { IConstruct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import { lazily } from '../core/lazily';
import { objectsIn } from '../kubernetes/chart-cluster';
import { namespaceOf } from '../kubernetes/cluster-scoped';
import { groupOf } from '../kubernetes/kinds/kind';
import { lazyPart, type JsonObject, type NamedManifest } from '../kubernetes/manifest';
import { RBAC, roleOf, ruleOf } from '../kubernetes/role';
import { jobKindsOf } from '../workload/job-kinds';
import type { Subject } from './subject';

/** The people of a tenant by what they may do. */
export interface TenantMembers {
  /** Read objects of the kinds that the program and people use, but no Secrets, and the logs of pods. @default [] */
  readonly viewers?: readonly Subject[];
  /** Besides, make, change and delete workloads, and open a shell in their pods. @default [] */
  readonly editors?: readonly Subject[];
  /** Besides, change Secrets and service accounts, and give these three roles to others. @default [] */
  readonly admins?: readonly Subject[];
}

type Level = keyof Required<TenantMembers>;
const LEVELS: readonly Level[] = ['viewers', 'editors', 'admins'];

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'update', 'patch', 'delete'];

/** Kinds that people use beside those of the program, by their groups. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  '': ['configmaps', 'persistentvolumeclaims', 'pods', 'services'],
  apps: ['deployments', 'statefulsets'],
  batch: ['cronjobs', 'jobs'],
};
/** Kinds that controllers make of those of the program, by which people follow and stop the runs. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  cronworkflows: ['workflows'],
  workflowtemplates: ['workflows'],
  experiments: ['trials'],
  localqueues: ['workloads'],
};
const SEEN = ['events', 'limitranges', 'pods/log', 'resourcequotas', 'serviceaccounts'];
/** Kinds by which a tenant would change its own limits and rights, or the sign-in before its pages. */
const LIMITS =
  /^(limitranges|localqueues|namespaces|[a-z]*policies|referencegrants|resourcequotas|rolebindings|roles|secrets|serviceaccounts|workloads)$/;

/**
 * The roles of a tenant and their bindings. A role has the kinds of all objects of the program in the namespace, which are
 * known when the program is complete.
 *
 * @see https://kubernetes.io/docs/concepts/security/rbac-good-practices/
 */
export function rolesOf(tenant: string, members: TenantMembers, kinds: () => KindsByGroup): NamedManifest[] {
  const names = LEVELS.map((level) => `${tenant}-${level}`);
  return LEVELS.flatMap((level, index) => {
    const rules = lazyPart(() => LEVELS.slice(0, index + 1).flatMap((each) => rulesOf(kinds(), names)[each]));
    const subjects = (members[level] ?? []).map(subjectOf);
    const [role, binding] = roleOf(`${tenant}-${level}`, rules, subjects);
    return subjects.length > 0 ? [role, binding] : [role];
  });
}

/** A subject as bindings have it. */
export function subjectOf({ kind, name, namespace }: Subject) {
  return kind === 'ServiceAccount' ? { kind, name, namespace } : { apiGroup: RBAC, kind, name };
}

function rulesOf(kinds: KindsByGroup, names: readonly string[]): Readonly<Record<Level, JsonObject[]>> {
  const rulesFor = (verbs: readonly string[], isMeant: (resource: string) => boolean) => {
    const all = [...kinds].map(([group, resources]) => ruleOf(group, [...resources].filter(isMeant).sort(), verbs));
    return all.filter(({ resources }) => resources.length > 0);
  };
  return {
    viewers: [...rulesFor(READ, (resource) => resource !== 'secrets'), ruleOf('', SEEN, READ)],
    editors: [
      ...rulesFor(WRITE, (resource) => !LIMITS.test(resource)),
      ruleOf('', ['pods/exec', 'pods/portforward'], ['create', 'get']),
      ruleOf('apps', ['deployments/scale', 'statefulsets/scale'], ['get', 'patch', 'update']),
    ],
    admins: [
      ruleOf('', ['secrets', 'serviceaccounts'], [...READ, ...WRITE]),
      ruleOf(RBAC, ['rolebindings'], [...READ, ...WRITE]),
      ruleOf(RBAC, ['roles'], READ),
      { ...ruleOf(RBAC, ['roles'], ['bind']), resourceNames: names },
    ],
  };
}

/** The resources of the API by their groups. */
type KindsByGroup = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The kinds of the objects that a program makes in a namespace, the usual ones, and all jobs that the cluster runs, which workflows,
 * trials and notebooks make as well.
 */
export function kindsIn(owner: IConstruct, cluster: ICluster, namespace: string): () => KindsByGroup {
  return lazily(() => {
    const found = new Map(Object.entries(USUAL).map(([group, resources]) => [group, new Set(resources)]));
    const add = (group: string, resource: string) => {
      found.set(group, new Set([...(found.get(group) ?? []), resource, ...(MADE[resource] ?? [])]));
    };
    const objects = objectsIn(cluster, owner, (each) => namespaceOf(each) === namespace);
    for (const object of objects) add(groupOf(object), pluralOf(object.kind));
    for (const kind of jobKindsOf(cluster)) add(groupOf(kind), kind.plural);
    return found;
  });
}

/** The resource of a kind. `Rules` and `Endpoints` are plurals already. */
function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word.endsWith('s')) return word.endsWith('ss') ? `${word}es` : word;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
