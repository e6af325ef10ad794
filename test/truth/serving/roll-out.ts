import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNT, nodeJson, podJson, TRIAL, UNATTENDED, type Cluster } from '../cluster';
import type { Node } from '../gke/nodes';
import { podOf, type Manifest, type Pod } from '../pods';
import { Standstill, untilDecided } from '../standstill';

/** Nodes that a controller plays: their pods become ready. */
const PLAYED = { 'kwok.x-k8s.io/node': 'fake' };
const CHANGED = 'truth/changed';
/** Rounds in which pods have no place and nothing changes or is under way, after which nothing more is expected. */
const STILL = 25;

interface DeploymentJson {
  readonly metadata: { readonly name: string; readonly generation: number };
  readonly spec: { readonly replicas: number };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly readyReplicas?: number;
  };
}

/** What a cluster is given. */
export interface Trial {
  readonly nodes: readonly Node[];
  /** Pods that are there before. */
  readonly before: readonly Pod[];
  /** Pods of jobs, which run all the time. */
  readonly jobs: readonly Pod[];
  readonly deployments: readonly Manifest[];
}

let trials = 0;

/**
 * Brings Deployments up beside the pods of jobs, and then gives all of them new pods at once.
 *
 * @returns what did not become ready; `undefined` if everything did
 */
export function rollOut(cluster: Cluster, trial: Trial): Promise<string | undefined> {
  return untilDecided(() => rollOutOnce(cluster, trial));
}

async function rollOutOnce(cluster: Cluster, trial: Trial): Promise<string | undefined> {
  trials += 1;
  const name = `r${trials}-${process.pid}`;
  const namespace = `/api/v1/namespaces/${cluster.namespace}`;
  const deployments = `/apis/apps/v1/namespaces/${cluster.namespace}/deployments`;
  const select = `?labelSelector=${encodeURIComponent(`${TRIAL}=${name}`)}`;
  try {
    await Promise.all(
      trial.nodes.map((node) => cluster.request('POST', '/api/v1/nodes', played(nodeJson(node, name)))),
    );
    for (const pod of [...trial.before, ...trial.jobs])
      await cluster.request('POST', `${namespace}/pods`, podJson(pod, name));
    for (const each of trial.deployments) await cluster.request('POST', deployments, deploymentJson(each, name));
    const first = await settled(cluster, `${deployments}${select}`, `${namespace}/pods${select}`);
    if (first !== undefined) return `at first ${first}`;
    const waiting = await unplaced(cluster, `${namespace}/pods${select}`);
    if (waiting !== undefined) return waiting;
    const { items } = (await cluster.request('GET', `${deployments}${select}`)) as { items: DeploymentJson[] };
    await Promise.all(
      items.map(({ metadata }) => {
        const template = { metadata: { annotations: { [CHANGED]: 'true' } } };
        return cluster.request('PATCH', `${deployments}/${metadata.name}`, { spec: { template } });
      }),
    );
    const second = await settled(cluster, `${deployments}${select}`, `${namespace}/pods${select}`);
    return second === undefined ? undefined : `in the roll-out ${second}`;
  } finally {
    await cluster.request('DELETE', `${deployments}${select}&propagationPolicy=Background`);
    await cluster.clear(`${TRIAL}=${name}`);
    await sleep(500);
    await cluster.clear(`${TRIAL}=${name}`);
  }
}

/** Waits until all Deployments have all their pods of now, or until a pod finds no place and nothing else is under way. */
async function settled(cluster: Cluster, deployments: string, pods: string): Promise<string | undefined> {
  let last = '';
  let still = 0;
  const standstill = new Standstill();
  for (;;) {
    await sleep(700);
    const { items } = (await cluster.request('GET', deployments)) as { items: DeploymentJson[] };
    const waiting = items.filter((each) => !isReady(each));
    if (waiting.length === 0) return undefined;
    const all = await podsAt(cluster, pods);
    const placeless = all.filter(isUnschedulable);
    const underWay = all.filter((pod) => !isUnschedulable(pod) && !isAtRest(pod));
    const now = JSON.stringify([items.map(({ status }) => status), namesOf(placeless), namesOf(underWay)]);
    standstill.see(now);
    still = placeless.length > 0 && underWay.length === 0 && now === last ? still + 1 : 0;
    last = now;
    if (still === STILL) return `${namesOf(placeless).join(', ')} found no place`;
  }
}

interface PodJson {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  };
}

async function podsAt(cluster: Cluster, path: string): Promise<readonly PodJson[]> {
  return ((await cluster.request('GET', path)) as { items: PodJson[] }).items;
}

function namesOf(pods: readonly PodJson[]): string[] {
  return pods.map(({ metadata }) => metadata.name);
}

/** Whether a pod is ready and stays. Pods that have a place become ready on nodes that are played. */
function isAtRest({ metadata, status }: PodJson): boolean {
  const isReady = status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
  return isReady && metadata.deletionTimestamp === undefined;
}

function isUnschedulable({ spec, status }: PodJson): boolean {
  if (spec.nodeName !== undefined) return false;
  return status?.conditions?.some(({ reason }) => reason === 'Unschedulable') ?? false;
}

function isReady({ metadata, spec: { replicas }, status = {} }: DeploymentJson): boolean {
  const counts = [status.replicas, status.updatedReplicas, status.readyReplicas];
  return status.observedGeneration === metadata.generation && counts.every((count) => count === replicas);
}

async function unplaced(cluster: Cluster, path: string): Promise<string | undefined> {
  const standstill = new Standstill();
  for (let tries = 0; ; tries += 1) {
    const waiting = (await podsAt(cluster, path)).filter(({ spec }) => spec.nodeName === undefined);
    standstill.see(JSON.stringify(waiting));
    if (waiting.length === 0) return undefined;
    if (tries >= STILL && waiting.every(isUnschedulable)) {
      return `${namesOf(waiting).join(', ')} found no place`;
    }
    await sleep(700);
  }
}

function played(node: object): object {
  return { ...node, metadata: { ...(node as { metadata: object }).metadata, annotations: PLAYED } };
}

function deploymentJson({ metadata, spec }: Manifest, trial: string): object {
  const { annotations, spec: pod } = podOf(metadata.name, spec.template as Parameters<typeof podOf>[1]);
  const labels = { [TRIAL]: trial, 'truth/server': metadata.name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: `${trial}-${metadata.name}`, labels },
    spec: {
      replicas: spec.replicas as number,
      strategy: spec.strategy as object,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations },
        spec: {
          ...pod,
          serviceAccountName: ACCOUNT,
          nodeSelector: { ...pod.nodeSelector, [TRIAL]: trial },
          tolerations: [...(pod.tolerations ?? []), ...UNATTENDED],
        },
      },
    },
  };
}
