import type { ICluster } from '../core/contracts/cluster';
import { integrationOf, KUEUE, kueueOf, QUEUE_LABEL } from '../operators/known/kueue';
import { problem, withArticle, type Advice } from '../core/problems';
import { groupOf } from '../kubernetes/kinds/kind';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';

/**
 * Advice about queue labels that Kueue does not read: labels of pods, and of kinds that it leaves alone.
 *
 * @param queue the label of the job's object, if it has one
 * @see https://kueue.sigs.k8s.io/docs/tasks/run/
 */
export function* queueAdvice(
  { pod }: ResolvedTrainingJob,
  { name, kind }: TrainingEngine,
  cluster: ICluster,
  queue: string | undefined,
): Generator<Advice> {
  const ofPods = pod.labels?.[QUEUE_LABEL];
  if (ofPods !== undefined) {
    yield problem(
      'queue-label',
      'labels',
      `labels puts ${QUEUE_LABEL} on the pods, but Kueue queues a job by the label of its own object`,
      `leave it out of labels, and call resource.metadata.addLabel('${QUEUE_LABEL}', '${ofPods}') on the job`,
    );
  }
  const integration = `${groupOf(kind)}/${kind.kind.toLowerCase()}`;
  const known = integrationOf(integration);
  if (queue === undefined || known === 'default') return;
  if (known === 'named' && isConfiguredByUs(cluster)) return;
  const message = `the ${name} has the label of queue "${queue}", but Kueue ${KUEUE.version} `;
  const other = 'use TrainingEngine.jobSet()';
  yield known === 'named'
    ? problem(
        'queue-kind',
        'engine',
        `${message}leaves ${withArticle(name)} alone by default, so the job may start at once`,
        `have its administrator add ${integration} to integrations.frameworks and acknowledge this, or ${other}`,
      )
    : problem(
        'queue-kind',
        'engine',
        `${message}has no integration for ${withArticle(name)}, so the job starts at once`,
        other,
      );
}

/** True if the library configures Kueue, for the kinds that Kueue's default leaves out too. */
function isConfiguredByUs(cluster: ICluster): boolean {
  const way = kueueOf(cluster)?.install?.way.kind;
  return way !== undefined && way !== 'elsewhere';
}
