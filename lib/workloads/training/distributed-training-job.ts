import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { adviseAtSynth, checkAtSynth } from '../../core/problems/check';
import { optionalProblems } from '../../core/problems/given';
import { pathBelow } from '../../core/names/name';
import { chartOf } from '../enclosing-chart';
import { ClusterChart } from '../cluster-chart';
import type { Manifest } from '../manifest';
import { serviceAccountFor } from '../pod/service-account';
import { checkPods } from '../pod/workload-pods';
import { engineProblems, firstEngine } from './engine-choice';
import { namePartProblems } from './engines/job-name';
import { queuedAdvice } from './queued-advice';
import { containerNameOf } from './engines/task';
import { spotAdvice } from './spot-advice';
import { taskCountProblems } from './task-count';
import type { TrainingEngine } from './training-engine';
import { resolveWith, type ResolvedTrainingJob, type TrainingJobOptions } from './training-job';

/** A training job, who runs it, and what it is called. */
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
   * Ends the object's name, such as `r2` in `mnist-r2`. A job in a cluster is not to be changed: another revision is another run.
   * Refused if it is empty or has other than lower-case letters, digits and hyphens.
   *
   * @default - the name alone
   */
  readonly revision?: string;
}

const ENGINE = { has: 'render', fix: 'use TrainingEngine.jobSet() or TrainingEngine.tfJob()' };

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
    const { engine, jobName, revision, ...options } = { ...props };
    const { identity, pool } = options;
    const nameParts = { jobName: jobName ?? pathBelow(chartOf(this), this), revision };
    const name = revision === undefined ? nameParts.jobName : `${nameParts.jobName}-${revision}`;
    const named = { name, nameParts, serviceAccountName: identity?.serviceAccountName };
    const found = [...optionalProblems(props, { engine: ENGINE }), ...namePartProblems(nameParts)];
    const job = resolveWith(found, this, named, options);
    if (identity) serviceAccountFor(this, identity);
    this.job = job;
    this.engine = engine ?? firstEngine(job.strategy, pool.cluster);

    const { primary, supporting } = this.engine.render(job);
    const addSupporting = (manifest: Manifest) =>
      add(this, `${manifest.kind}${manifest.metadata.name.slice(name.length)}`, manifest);
    const isJob = ({ kind }: Manifest) => kind === primary.kind;
    // What stands first is waited for first, so jobs beside the job stand behind it.
    supporting.filter((manifest) => !isJob(manifest)).forEach(addSupporting);
    this.resource = add(this, 'Resource', primary);
    supporting.filter(isJob).forEach(addSupporting);

    checkPods(this, {
      pod: job.pod,
      demands: job.roles,
      containerName: containerNameOf(job),
      reservedEnv: [...job.strategy.reservedEnv, ...this.engine.reservedEnv],
    });
    checkAtSynth(this, () => [
      ...engineProblems(engine, job.strategy, ClusterChart.find(this)?.cluster ?? pool.cluster),
      ...this.engine.problems(job),
      ...taskCountProblems(job),
    ]);
    adviseAtSynth(this, () => [...spotAdvice(job, this.engine), ...queuedAdvice(job)]);
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
