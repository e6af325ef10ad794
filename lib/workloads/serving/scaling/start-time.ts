import { Duration } from 'cdk8s';
import type { ResolvedServing } from '../serving';

/** The pull of a large image. */
const PULL = Duration.minutes(5);
/** A machine that the autoscaler makes, until it takes pods. */
const MACHINE = Duration.minutes(5);
/** The installation of a GPU driver on a new machine, until pods can have its GPUs. */
const DRIVER = Duration.minutes(10);

/**
 * The longest time from a new pod to a loaded model. A pool that grows may have to make a node first, and install its driver.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus#installing_drivers
 */
export function startTime({
  pool,
  resources,
  loadTime,
}: Pick<ResolvedServing, 'pool' | 'resources' | 'loadTime'>): Duration {
  const { minNodes, maxNodes } = pool;
  const grows = minNodes === undefined || maxNodes === undefined || minNodes < maxNodes;
  const parts = [loadTime, PULL, ...(grows ? [MACHINE] : []), ...(grows && resources.gpus > 0 ? [DRIVER] : [])];
  return Duration.seconds(parts.reduce((sum, part) => sum + part.toSeconds(), 0));
}

/**
 * The longest time in which a roll-out may seem to stand still: until a new pod has loaded the model, perhaps in the place of an old
 * one that ends first.
 */
export function standstill(serving: ResolvedServing): Duration {
  const { loadTime, drain, longestRequest } = serving;
  const inPlaceOfAnother = [drain, longestRequest, PULL, loadTime].reduce((sum, part) => sum + part.toSeconds(), 0);
  return Duration.seconds(Math.max(startTime(serving).toSeconds(), inPlaceOfAnother));
}
