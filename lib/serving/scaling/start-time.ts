import { Duration } from 'cdk8s';
import type { ResolvedServing } from '../serving';

/** The time to pull a large image. */
const PULL = Duration.minutes(5);
/** The time until a new machine takes pods. */
const MACHINE = Duration.minutes(5);
/** The time until pods can have the GPUs of a new machine, whose driver is installed first. */
const DRIVER = Duration.minutes(10);

/**
 * The longest time from a new pod to a loaded model. A pool that grows may have to make a node first, and install its driver.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus#installing_drivers
 */
export function startTime({
  pool,
  resources,
  startupTimeout,
}: Pick<ResolvedServing, 'pool' | 'resources' | 'startupTimeout'>): Duration {
  const { minNodes, maxNodes } = pool;
  const grows = minNodes === undefined || maxNodes === undefined || minNodes < maxNodes;
  const parts = [startupTimeout, PULL, ...(grows ? [MACHINE] : []), ...(grows && resources.gpus > 0 ? [DRIVER] : [])];
  return Duration.seconds(parts.reduce((sum, part) => sum + part.toSeconds(), 0));
}

/**
 * The longest time without visible progress in a roll-out: until a new pod has loaded the model, perhaps after an old
 * pod in its place has ended.
 */
export function standstill(serving: ResolvedServing): Duration {
  const { startupTimeout, preStopDelay, requestTimeout } = serving;
  const inPlaceOfAnother = [preStopDelay, requestTimeout, PULL, startupTimeout].reduce(
    (sum, part) => sum + part.toSeconds(),
    0,
  );
  return Duration.seconds(Math.max(startTime(serving).toSeconds(), inPlaceOfAnother));
}
