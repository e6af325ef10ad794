import type { Deployment } from '../../lib/index';
import { cloud } from './infrastructure';
import { local } from './local';
import { sizeOf } from './sizes';
import { train, type TrainingChoices } from './training';

/**
 * Distributed TensorFlow on handwritten digits: parameter servers and workers, on GPUs in the cloud or on a laptop.
 *
 * @param choices its engine and its strategy. @default - the first engine that the cluster can run; parameter servers
 */
export function mnist(deployment: Deployment, choices: TrainingChoices = {}): void {
  const { stage } = deployment;
  const platform = stage.project === undefined ? local(deployment) : cloud(deployment, sizeOf(stage));
  train(deployment, platform, choices);
}
