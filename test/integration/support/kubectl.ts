import { attempt, run, type Outcome } from './run';

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

/** Sends objects with field validation as strict as the API server has it. */
export function apply(objects: readonly unknown[], ...options: string[]): Promise<Outcome> {
  const args = ['apply', '--server-side', '--validate=strict', ...options, '-f', '-'];
  return attempt('kubectl', args, { input: streamOf(objects) });
}

/** Like `apply`, and it has to succeed. */
export async function applied(objects: readonly unknown[], ...options: string[]): Promise<string> {
  const { status, output } = await apply(objects, ...options);
  if (status !== 0) throw new Error(output);
  return output;
}

/** What the API server would make of a new object, with all defaults. */
export async function created({ metadata, ...object }: KubernetesObject): Promise<unknown> {
  const input = JSON.stringify({ ...object, metadata: { ...metadata, namespace: 'default' } });
  return JSON.parse(await run('kubectl', ['create', '--dry-run=server', '-o', 'json', '-f', '-'], { input }));
}

export async function list(kind: string, ...args: string[]): Promise<KubernetesObject[]> {
  const { items } = JSON.parse(await kubectl('get', kind, '-o', 'json', ...args)) as { items: KubernetesObject[] };
  return items;
}

/** Those of some objects that are in the cluster, such as `namespace/team`. */
export async function present(objects: readonly unknown[]): Promise<string[]> {
  const args = ['get', '--ignore-not-found', '-o', 'name', '-f', '-'];
  return (await run('kubectl', args, { input: streamOf(objects) })).split('\n').filter((line) => line !== '');
}

/** Pods that are not being deleted. */
export async function pods(namespace: string): Promise<KubernetesObject[]> {
  const all = await list('pods', '-n', namespace);
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
export async function finished({ kind, metadata }: KubernetesObject): Promise<boolean> {
  const text = await kubectl('get', kind, metadata.name, '-n', metadata.namespace ?? 'default', '-o', 'json');
  return conditions(JSON.parse(text) as KubernetesObject).includes(FINISHED[kind] ?? '');
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
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`;
  await run('kubectl', ['create', '--raw', path, '-f', '-'], { input: JSON.stringify(eviction) });
}

/** Deletes objects and waits until nothing is left of them, nor of the namespaces among them. */
export async function remove(objects: readonly unknown[], ...options: string[]): Promise<void> {
  const args = ['delete', '--ignore-not-found', '--timeout=1200s', ...options, '-f', '-'];
  await run('kubectl', args, { input: streamOf(objects) });
}

/** The state of a namespace, for the message of a failure. */
export async function describeNamespace(namespace: string): Promise<string> {
  const ask = async (...args: string[]) => (await attempt('kubectl', ['-n', namespace, ...args])).output;
  const names = (await pods(namespace)).map(({ metadata }) => metadata.name);
  const logs = await Promise.all(names.map(async (name) => `--- ${name}\n${await ask('logs', '--tail=15', name)}`));
  return [await ask('get', 'pods,jobs,pvc', '-o', 'wide'), await ask('get', 'events'), ...logs].join('\n');
}

/** A List would take kubectl five times as long: it would check its items itself, by the schemas of all kinds. */
function streamOf(objects: readonly unknown[]): string {
  return objects.map((object) => JSON.stringify(object)).join('\n');
}
