import { ClusterChart, type Deployment } from '../../lib/index';
import { cloud } from './infrastructure';
import { local } from './local';
import { NAMESPACE } from './platform';
import { serve } from './serving';
import { sizeOf } from './sizes';
import { train, type TrainingChoices } from './training';

/**
 * Distributed TensorFlow on handwritten digits: parameter servers and workers, on GPUs in the cloud or on a laptop, and a
 * server with the model that they trained.
 *
 * @param choices the engine and the strategy of its job. @default - the first engine that the cluster can run; parameter servers
 */
export function mnist(deployment: Deployment, choices: TrainingChoices = {}): void {
  const { stage, kubernetes } = deployment;
  const { cluster, places } = stage.project === undefined ? local(deployment) : cloud(deployment, sizeOf(stage));
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: NAMESPACE });
  const { training, serving } = places(chart);
  const job = train(chart, training, choices);
  serve(chart, job.exportedModel, serving);
}
