import { kubectl, list, type KubernetesObject } from './kubectl';
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
      const pods = await list('pods', '-n', metadata.namespace ?? '', '-l', labels.join(','));
      const running = pods.filter(({ status }) => status.phase === 'Running');
      return running.length === nodes[metadata.name]?.length && running.map((pod) => String(pod.spec.nodeName));
    });
  }
  return nodes;
}
