import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { adviseAtSynth, checkAtSynth } from '../../core/check';
import { pathBelow } from '../../core/name';
import { ClusterChart } from '../cluster-chart';
import type { Manifest } from '../manifest';
import { serviceAccountFor } from '../pod/service-account';
import { checkPods } from '../pod/workload-pods';
import { engineProblems, firstEngine } from './engine-choice';
import { spotAdvice } from './spot-advice';
import type { TrainingEngine } from './training-engine';
import { resolveTrainingJob, type ResolvedTrainingJob, type TrainingJobOptions } from './training-job';

export interface DistributedTrainingJobProps extends TrainingJobOptions {
  /**
   * Who runs the job in the cluster, such as `TrainingEngine.jobSet()`.
   *
   * @default - the first that is declared for the pool's cluster: TFJob, then JobSet
   */
  readonly engine?: TrainingEngine;
  /**
   * The object's name in its namespace. Refused if the names of its pods would be longer than 63 characters.
   *
   * @default - the ids of the construct and its scopes below the chart, with hyphens
   */
  readonly jobName?: string;
  /**
   * Ends the object's name, such as `r2` in `mnist-r2`. Jobs in a cluster cannot be changed: another revision is another run.
   *
   * @default - the name alone
   */
  readonly revision?: string;
}

/**
 * A training job over several machines.
 *
 * What its processes are (`strategy`) and who runs them (`engine`) are two choices. Its parameter servers end when
 * training ends.
 */
export class DistributedTrainingJob extends Construct {
  /** The object whose end is the job's end. */
  readonly resource: ApiObject;
  readonly engine: TrainingEngine;
  /** The job with nothing left to decide. */
  readonly job: ResolvedTrainingJob;

  constructor(scope: Construct, id: string, props: DistributedTrainingJobProps) {
    super(scope, id);
    const { engine, jobName, revision, ...options } = props;
    const { identity, pool } = options;
    const name = [jobName ?? pathBelow(Chart.of(this), this), ...(revision === undefined ? [] : [revision])].join('-');
    const serviceAccountName = identity && serviceAccountFor(this, identity);
    const job = resolveTrainingJob(this, { name, serviceAccountName }, options);
    this.job = job;
    this.engine = engine ?? firstEngine(pool.cluster);

    const { primary, supporting } = this.engine.render(job);
    for (const manifest of supporting) {
      const { kind, metadata } = manifest;
      add(this, `${kind}${metadata.name.slice(name.length)}`, manifest);
    }
    this.resource = add(this, 'Resource', primary);

    checkPods(this, {
      pod: job.pod,
      demands: job.roles,
      reservedEnv: [...job.strategy.reservedEnv, ...this.engine.reservedEnv],
    });
    checkAtSynth(this, () => [
      ...engineProblems(engine, ClusterChart.find(this)?.cluster ?? pool.cluster),
      ...this.engine.problems(job),
    ]);
    adviseAtSynth(this, () => spotAdvice(job));
  }

  /** The object's name in the cluster. */
  get jobName(): string {
    return this.job.name;
  }
}

/** Edge to cdk8s: an ApiObject takes any further field of the object, but its type does not say so. */
function add(scope: Construct, id: string, manifest: Manifest): ApiObject {
  return new ApiObject(scope, id, manifest);
}
