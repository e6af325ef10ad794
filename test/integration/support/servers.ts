import { basename } from 'node:path';
import { SERVER_IMAGE } from './judges';
import { kubectl, list, type KubernetesObject } from './kubectl';
import { emptyFolder, runPod } from './pod';
import { within } from './run';

/** Objects that keep pods of servers running. */
function isServer({ kind }: KubernetesObject): boolean {
  return kind === 'Deployment';
}

/** Whether a pod is one of a server. */
export function isServed({ metadata }: KubernetesObject): boolean {
  return metadata.labels?.['trainyard/track'] !== undefined;
}

/** The replicas of a server: those that it asks for, or the most that its scaler may. */
function mostReplicas({ metadata, spec }: KubernetesObject, among: readonly KubernetesObject[]): number {
  const scaler = among.find((object) => object.spec?.scaleTargetRef?.name === metadata.name);
  return Number(spec.replicas ?? scaler?.spec.maxReplicas ?? scaler?.spec.maxReplicaCount);
}

/**
 * Starts as many pods of each server as there are at the most while it is rolled out, and waits until all of them run.
 *
 * @returns the nodes of each server's pods
 */
export async function surged(objects: readonly KubernetesObject[]): Promise<Record<string, string[]>> {
  const nodes: Record<string, string[]> = {};
  const servers = objects.filter(isServer);
  for (const server of servers) {
    const { metadata, spec } = server;
    const count = mostReplicas(server, objects) + Number(spec.strategy.rollingUpdate.maxSurge);
    await kubectl('-n', metadata.namespace ?? '', 'scale', `deployment/${metadata.name}`, `--replicas=${count}`);
    nodes[metadata.name] = Array.from({ length: count }, () => '');
  }
  for (const { metadata, spec } of servers) {
    const labels = Object.entries(spec.selector.matchLabels).map((pair) => pair.join('='));
    nodes[metadata.name] = await within(60, `all pods of ${metadata.name}`, async () => {
      const pods = await list('pods', { namespace: metadata.namespace, labels: labels.join(',') });
      const running = pods.filter(({ status }) => status.phase === 'Running');
      return running.length === nodes[metadata.name]?.length && running.map((pod) => String(pod.spec.nodeName));
    });
  }
  return nodes;
}

/** Waits until a server of the test has only the pods that its objects ask for, and nothing ends any more. */
export async function settled(namespace: string, replicas: number): Promise<void> {
  const deployments = await list('deployments', { namespace });
  for (const { metadata } of deployments) {
    await kubectl('-n', namespace, 'rollout', 'status', `deployment/${metadata.name}`, '--timeout=900s');
  }
  await within(90, `${replicas} pods`, async () => {
    const all = await list('pods', { namespace, labels: 'trainyard/track' });
    return all.length === replicas;
  });
}

/** What a server of the stand-in answers whatever it is asked: see programs/serving. */
const ANSWER = JSON.stringify({ inputs: ['image'], outputs: { scores: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] } });

/** Makes versions 1 and 2 of a model, `mnist`, in a folder of the node. Nothing is computed, so that its servers start at once. */
export async function makeModel(path: string): Promise<void> {
  await emptyFolder(path, SERVER_IMAGE);
  const write = `for each in 1 2; do mkdir -p /data/mnist/$each; echo '${ANSWER}' >/data/mnist/$each/answer.json; done`;
  await runPod('default', `model-${basename(path)}`, SERVER_IMAGE, { hostPath: { path } }, ['sh', '-c', write], {});
}

/** The same server without what lets its pods end in peace. */
export function undrained(objects: readonly KubernetesObject[]): KubernetesObject[] {
  const text = JSON.stringify(objects, (key, value: unknown) => {
    if (key === 'lifecycle') return undefined;
    if (key === 'terminationGracePeriodSeconds') return 1;
    return typeof value === 'string' && value.startsWith('--grpc_channel_arguments') ? '--grpc_max_threads=8' : value;
  });
  return JSON.parse(text) as KubernetesObject[];
}
