import type { Deployment } from './deployment';
import { now } from './kubectl';

/** How often the JobSet of a deployment started again, and how many of these times count towards maxRestarts. */
export async function restartsOf({ objects }: Deployment): Promise<{ all: number; counted: number }> {
  const job = objects.find(({ kind }) => kind === 'JobSet');
  const found = job && (await now(job));
  if (!found) throw new Error('no JobSet in the cluster');
  return { all: found.status.restarts ?? 0, counted: found.status.restartsCountTowardsMax ?? 0 };
}
