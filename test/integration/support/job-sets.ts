import type { Deployment } from './deployment';
import { kubectl, type KubernetesObject } from './kubectl';

/** How often the JobSet of a deployment started again, and how many of these times count towards maxRestarts. */
export async function restartsOf({ objects, namespace }: Deployment): Promise<{ all: number; counted: number }> {
  const job = objects.find(({ kind }) => kind === 'JobSet')?.metadata.name ?? '';
  const { status } = JSON.parse(await kubectl('-n', namespace, 'get', 'jobset', job, '-o', 'json')) as KubernetesObject;
  return { all: status.restarts ?? 0, counted: status.restartsCountTowardsMax ?? 0 };
}
