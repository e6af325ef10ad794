import { Chart, type ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { pathBelow } from '../core/names/name';
import { adviseAtSynth, ownId, problem, ValidationError } from '../core/problems';
import { ClusterChart } from '../kubernetes/cluster-chart';
import { chartOf } from '../kubernetes/enclosing-chart';
import { QUEUE_LABEL } from '../operators/known/kueue';
import { addWorkload } from '../workload/workload';
import type { ModelSource } from '../model/model-source';
import { queueAdvice } from './queue-advice';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import { trainingRun, type TrainingRunOptions } from './training-run';

/** A training job, its engine and its name. */
export interface DistributedTrainingJobProps<
  Framework extends string = string,
  RoleCount extends number = number,
> extends TrainingRunOptions<Framework, RoleCount> {
  /**
   * The object's name in its namespace. Refused if the names of its pods would be longer than 63 characters.
   *
   * @default - the ids of the construct and its scopes below the chart, with hyphens
   */
  readonly jobName?: string;
  /**
   * The end of the object's name, such as `r2` in `mnist-r2`. A job in a cluster cannot be changed: a new revision is a
   * new run. Refused if it is empty or has other than lower-case letters, digits and hyphens.
   *
   * @default - the name alone
   */
  readonly revision?: string;
}

/**
 * A training job over several machines.
 *
 * The `strategy` decides its processes, and the `engine` runs them. Tasks that never end by themselves,
 * such as parameter servers, are stopped when training ends.
 *
 * @example
 * new DistributedTrainingJob(chart, 'mnist', {
 *   image: 'us-docker.pkg.dev/acme-ml/images/mnist:1',
 *   pool: t4,
 *   workers: 4,
 *   strategy: PyTorch.torchrun(),
 * });
 */
export class DistributedTrainingJob<
  Framework extends string = string,
  RoleCount extends number = number,
> extends Construct {
  /** The object whose end is the job's end. */
  readonly resource: ApiObject;
  readonly engine: TrainingEngine;
  /** The job with all defaults filled in. */
  readonly job: ResolvedTrainingJob;

  constructor(scope: Construct, id: string, props: DistributedTrainingJobProps<Framework, RoleCount>) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { jobName = pathBelow(chart, this), revision, ...options } = props;
    const name = revision === undefined ? jobName : `${jobName}-${revision}`;
    const { job, engine, workload } = trainingRun(this, { name, nameParts: { jobName, revision } }, options);
    this.job = job;
    this.engine = engine;
    this.resource = addWorkload(this, workload);
    const cluster = ClusterChart.find(this)?.cluster ?? options.pool.cluster;
    adviseAtSynth(this, () => queueAdvice(job, engine, cluster, this.resource.metadata.getLabel(QUEUE_LABEL)));
  }

  /** The object's name in the cluster. */
  get jobName(): string {
    return this.job.name;
  }

  get namespace(): string {
    return Chart.of(this).namespace ?? 'default';
  }

  /** The service account of its pods. */
  get serviceAccountName(): string {
    return this.job.pod.identity?.serviceAccountName ?? this.job.base;
  }

  /** The place of its pods: in the mesh of their cluster, or out of it. */
  get mesh(): 'in' | 'out' {
    return this.job.pod.mesh ?? 'out';
  }

  /** The model that the job writes, for a server. Refused if the job has no `exports`. */
  get exportedModel(): ModelSource {
    const { exported } = this.job;
    if (exported) return exported.model;
    const fix = 'give exports to the job, such as models.version(1)';
    throw new ValidationError(
      this,
      problem('no-exports', 'exports', 'the program does not say where the job writes its model', fix),
    );
  }
}
