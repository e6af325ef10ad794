import { ClusterChart, type Deployment } from '../../lib/index';
import { TENSORFLOW } from './frameworks';
import { cloud } from './infrastructure';
import { local } from './local';
import { NAMESPACE } from './platform';
import { serve } from './serving';
import { sizeOf } from './sizes';
import { train, type TrainingChoices } from './training';

/**
 * Distributed training on handwritten digits, on GPUs in the cloud or on a laptop, and a server with the model that it leaves: in
 * TensorFlow with parameter servers, or in PyTorch.
 *
 * @param choices the framework, the engine and the strategy of its job. @default - TensorFlow with parameter servers, by the first engine that the
 *   cluster can run
 */
export function mnist(deployment: Deployment, choices: TrainingChoices = {}): void {
  const { stage, kubernetes } = deployment;
  const { cluster, places } = stage.project === undefined ? local(deployment) : cloud(deployment, sizeOf(stage));
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: NAMESPACE });
  const { training, serving } = places(chart);
  const job = train(chart, training, choices);
  const { framework = TENSORFLOW } = choices;
  serve(chart, job.exportedModel, framework, serving);
}
