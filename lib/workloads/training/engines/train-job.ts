import { Operator } from '../../../core/contracts/operator';
import { problem, type Problem } from '../../../core/problems/problem';
import type { JobSetSpec } from '../../kinds/jobset';
import { objectOf } from '../../kinds/kind';
import {
  runtimeRef,
  TRAIN_JOB,
  TRAINER_STEP,
  TRAINING_RUNTIME,
  type TrainingRuntimeSpec,
  type TrainJobSpec,
} from '../../kinds/trainer';
import type { RenderedTrainingJob } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import { JobSetEngine } from './job-set';

/** Trainer looks for a container of this name, and in its own runtimes for a Job of this name too. */
export const NODE = 'node';

/**
 * Kubeflow Trainer's TrainJob with a runtime of its own, which holds the whole job: Trainer makes a JobSet of it, of the
 * TrainJob's name. So hosts, losses and restarts are those of a JobSet.
 */
export class TrainJobEngine extends JobSetEngine {
  override readonly name = 'TrainJob';
  override readonly kind = TRAIN_JOB;
  override readonly operator = Operator.TRAINER;

  override containerName(): string {
    return NODE;
  }

  override *problems(job: ResolvedTrainingJob): Generator<Problem> {
    yield* super.problems(job);
    yield* keptProblems(job);
  }

  override render(job: ResolvedTrainingJob): RenderedTrainingJob {
    const runtime: TrainingRuntimeSpec = { template: { spec: this.specOf(job) } };
    const spec: TrainJobSpec = {
      runtimeRef: runtimeRef(TRAINING_RUNTIME, job.base),
      activeDeadlineSeconds: job.timeLimit?.toSeconds(),
    };
    return { needs: [objectOf(TRAINING_RUNTIME, job.base, runtime)], job: objectOf(TRAIN_JOB, job.name, spec) };
  }

  /** The time limit and the end are the TrainJob's. */
  protected override specOf(job: ResolvedTrainingJob): JobSetSpec {
    const spec = super.specOf({ ...job, timeLimit: undefined, keepFinished: undefined });
    const training = new Set(job.roles.flatMap(({ name, completes }) => (completes ? [name] : [])));
    return {
      ...spec,
      replicatedJobs: spec.replicatedJobs.map((each) =>
        training.has(each.name)
          ? { ...each, template: { metadata: { labels: TRAINER_STEP }, ...each.template } }
          : each,
      ),
    };
  }
}

/**
 * A TrainJob has no limit for this, and Trainer starts a failed job again when its JobSet is gone.
 *
 * @see https://github.com/kubeflow/trainer/issues/3779
 */
export function* keptProblems({ keepFinished }: ResolvedTrainingJob): Generator<Problem> {
  if (keepFinished === undefined) return;
  yield problem(
    'engine-option',
    'keepFinished',
    `keepFinished is ${keepFinished.toSeconds({ integral: false })} s, but a TrainJob stays until somebody deletes it`,
    "leave keepFinished out and delete the job by DEPLOY.md's commands, or use TrainingEngine.jobSet()",
  );
}
