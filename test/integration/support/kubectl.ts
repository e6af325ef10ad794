import { setTimeout as sleep } from 'node:timers/promises';
import { ask, Refusal, resourceOf, type Question, type Resource } from './api';
import { attempt, run, within } from './run';

/** The fields of any object that tests read. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    /** Of an object in the cluster. */
    readonly uid?: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly unknown[];
  };
  // An edge to the cluster: the shape depends on the kind.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly spec?: any;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly status?: any;
}

/** Runs kubectl against the cluster of KUBECONFIG; it has to succeed. */
export function kubectl(...args: string[]): Promise<string> {
  return run('kubectl', args);
}

/** What the API server says of objects: nothing but `status` 0 if it took them all. */
export interface Taken {
  readonly status: 0 | 1;
  readonly output: string;
}

/** Sends objects, as `kubectl apply --server-side` does, with field validation as strict as the API server has it. */
export async function apply(objects: readonly unknown[], { dryRun = false } = {}): Promise<Taken> {
  const query = { fieldManager: 'kubectl', fieldValidation: 'Strict', dryRun: dryRun ? 'All' : undefined };
  const [said, refusals]: [string[], string[]] = [[], []];
  for (const object of objects as readonly KubernetesObject[]) {
    const { kind, metadata } = object;
    try {
      const type = 'application/apply-patch+yaml';
      await sent(await pathOf(object), { method: 'PATCH', query, body: object, type });
      said.push(`${kind}/${metadata.name} serverside-applied`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error.message);
    }
  }
  return { status: refusals.length > 0 ? 1 : 0, output: [...said, ...refusals].join('\n') };
}

/** Like `apply`, and it has to succeed. */
export async function applied(objects: readonly unknown[], options?: { readonly dryRun: boolean }): Promise<string> {
  const { status, output } = await apply(objects, options);
  if (status !== 0) throw new Error(output);
  return output;
}

/** Kubernetes makes the account of pods a moment after their namespace. */
async function sent(path: string, question: Question): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await ask(path, question);
      return;
    } catch (error) {
      const isEarly = error instanceof Refusal && /error looking up service account/.test(error.message);
      if (!isEarly || tries === 50) throw error;
      await sleep(200);
    }
  }
}

/** What the API server would make of a new object, with all defaults. */
export async function created({ metadata, ...object }: KubernetesObject): Promise<unknown> {
  const body = { ...object, metadata: { ...metadata, namespace: 'default' } };
  const { path } = await kindOf(body);
  const query = { dryRun: 'All', fieldManager: 'kubectl-create', fieldValidation: 'Strict' };
  return withoutManagers(JSON.parse(await ask(path('default'), { method: 'POST', query, body })));
}

export interface ListOptions {
  /** @default all of the cluster */
  readonly namespace?: string;
  /** A selector, such as `app=digits`. */
  readonly labels?: string;
  /** A selector, such as `reason=Evicted`. */
  readonly fields?: string;
}

/** The objects of some kinds, such as `jobs.batch,jobsets`. */
export async function list(
  kinds: string,
  { namespace, labels, fields }: ListOptions = {},
): Promise<KubernetesObject[]> {
  const query = { labelSelector: labels, fieldSelector: fields };
  const found: KubernetesObject[] = [];
  for (const name of kinds.split(',')) {
    const { apiVersion, kind, path } = await resourceOf(name, ({ names }) => names.includes(name));
    const { items } = JSON.parse(await ask(path(namespace), { query })) as { items: KubernetesObject[] };
    found.push(...items.map((item) => withoutManagers({ ...item, apiVersion, kind })));
  }
  return found;
}

/** One object as it is now, if it is there. */
export async function now(object: Identity): Promise<KubernetesObject | undefined> {
  try {
    return withoutManagers(JSON.parse(await ask(await pathOf(object))) as KubernetesObject);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Refusal && error.status === 404;
}

/** Those of some objects that are in the cluster, such as `namespace/team`. */
export async function present(objects: readonly unknown[]): Promise<string[]> {
  const found = await Promise.all((objects as readonly Identity[]).map(now));
  return found.flatMap((object) => (object ? [`${object.kind.toLowerCase()}/${object.metadata.name}`] : []));
}

type Identity = Pick<KubernetesObject, 'apiVersion' | 'kind' | 'metadata'>;

function kindOf({ apiVersion, kind }: Omit<Identity, 'metadata'>): Promise<Resource> {
  return resourceOf(`${kind} of ${apiVersion}`, (each) => each.apiVersion === apiVersion && each.kind === kind);
}

async function pathOf({ metadata, ...type }: Identity): Promise<string> {
  return (await kindOf(type)).path(metadata.namespace ?? 'default', metadata.name);
}

/** As kubectl shows objects: without who set which field. */
function withoutManagers<T extends { readonly metadata: object }>(object: T): T {
  return { ...object, metadata: { ...object.metadata, managedFields: undefined } };
}

/** Pods that are not being deleted. */
export async function pods(namespace: string): Promise<KubernetesObject[]> {
  const all = await list('pods', { namespace });
  return all.filter(({ metadata }) => !('deletionTimestamp' in metadata));
}

/** The name of the first of these pods that is called so; empty if there is none. */
export async function podNamed(namespace: string, name: RegExp): Promise<string> {
  return (await pods(namespace)).find(({ metadata }) => name.test(metadata.name))?.metadata.name ?? '';
}

/** Why the scheduler does not place a pod, in its own words. */
export function unschedulable(pod: KubernetesObject): string | undefined {
  const all: { type: string; reason?: string; message?: string }[] = pod.status?.conditions ?? [];
  return all.find(({ type, reason }) => type === 'PodScheduled' && reason === 'Unschedulable')?.message;
}

/** The types of the conditions that are true. */
export function conditions({ status }: KubernetesObject): string[] {
  const all: { type: string; status: string }[] = status?.conditions ?? [];
  return all.filter((condition) => condition.status === 'True').map(({ type }) => type);
}

/** How the kinds of job say that all went well. */
const FINISHED: Readonly<Record<string, string>> = {
  Job: 'Complete',
  JobSet: 'Completed',
  MPIJob: 'Succeeded',
  MXJob: 'Succeeded',
  PyTorchJob: 'Succeeded',
  TFJob: 'Succeeded',
  TrainJob: 'Complete',
};

/** Whether an object is a job that a training engine makes. */
export function isTrainingJob({ kind }: KubernetesObject): boolean {
  return kind in FINISHED;
}

/** Whether a job came to a good end in the cluster. */
export async function finished(job: KubernetesObject): Promise<boolean> {
  const found = await now(job);
  return found !== undefined && conditions(found).includes(FINISHED[job.kind] ?? '');
}

/** What a container of a pod has printed so far. @param container only needed where the pod has several */
export function logs({ metadata }: Pick<KubernetesObject, 'metadata'>, container?: string): Promise<string> {
  return ask(`/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/log`, { query: { container } });
}

/** The exit code of a program that was killed. */
const KILLED = 137;

/** Runs a command that ends the first process of a pod's container. All others end with that one, the command too if it is still there. */
export async function endContainer(namespace: string, pod: string, ...command: readonly string[]): Promise<void> {
  const { status, output } = await attempt('kubectl', ['-n', namespace, 'exec', pod, '--', ...command]);
  if (status !== 0 && status !== KILLED) throw new Error(output);
}

/** Takes a pod away as a drain of its node does. */
export async function evict(namespace: string, name: string): Promise<void> {
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  await ask(`/api/v1/namespaces/${namespace}/pods/${name}/eviction`, { method: 'POST', body });
}

export interface RemoveOptions {
  /** @default 'Background' */
  readonly cascade?: 'Background' | 'Foreground';
  /** Waits until nothing is left of them, nor of the namespaces among them. @default true */
  readonly wait?: boolean;
}

/** Deletes objects that are there. */
export async function remove(objects: readonly unknown[], options: RemoveOptions = {}): Promise<void> {
  const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: options.cascade ?? 'Background' };
  const going: KubernetesObject[] = [];
  for (const object of objects as readonly Identity[]) {
    const found = await now(object);
    if (!found) continue;
    going.push(found);
    await ask(await pathOf(object), { method: 'DELETE', body }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
  if (options.wait === false) return;
  for (const each of going) {
    const isGone = async () => (await now(each))?.metadata.uid !== each.metadata.uid;
    await within(120, `the end of ${each.kind} ${each.metadata.name}`, isGone);
  }
}

/** The state of a namespace, for the message of a failure. */
export async function describeNamespace(namespace: string): Promise<string> {
  const ask = async (...args: string[]) => (await attempt('kubectl', ['-n', namespace, ...args])).output;
  const names = (await pods(namespace)).map(({ metadata }) => metadata.name);
  const logs = await Promise.all(names.map(async (name) => `--- ${name}\n${await ask('logs', '--tail=15', name)}`));
  return [await ask('get', 'pods,jobs,pvc', '-o', 'wide'), await ask('get', 'events'), ...logs].join('\n');
}
