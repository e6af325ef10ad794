import type { Deployment } from '../../lib/index';
import { cloud } from './infrastructure';
import { local } from './local';
import { SIZES } from './sizes';
import { train, type TrainingChoices } from './training';

/**
 * Distributed TensorFlow on handwritten digits: parameter servers and workers, on GPUs in the cloud or on a laptop.
 *
 * @param choices who runs it and how tasks learn of each other. @default - the first engine that the cluster has; TF_CONFIG
 */
export function mnist(deployment: Deployment, choices: TrainingChoices = {}): void {
  const size = SIZES[deployment.stage.name];
  const platform = size === undefined ? local(deployment) : cloud(deployment, size);
  train(deployment, platform, choices);
}
