import { BatchJobEngine } from './engines/batch-job';
import { JobSetEngine } from './engines/job-set';
import { MpiJobEngine } from './engines/mpi-job';
import { MxJobEngine } from './engines/mx-job';
import { PyTorchJobEngine, type PyTorchJobOptions } from './engines/py-torch-job';
import { trainJob } from './engines/runtime-train-job';
import { TfJobEngine } from './engines/tf-job';
import type { TrainingEngine as Contract } from './training-engine';

export type TrainingEngine<Framework extends string = string, RoleCount extends number = number> = Contract<
  Framework,
  RoleCount
>;

/** The kinds of object that can run a training job, in the order in which they are chosen for a job that names none. */
export const TrainingEngine = {
  /** Kubeflow's TFJob, run by its Training Operator, version 1. */
  tfJob: (): TrainingEngine<'TensorFlow'> => new TfJobEngine(),

  /** Kubeflow's PyTorchJob, run by its Training Operator, version 1. */
  pyTorchJob: (options?: PyTorchJobOptions): TrainingEngine<'PyTorch', 1> => new PyTorchJobEngine(options?.master),

  /** Kubeflow's MPIJob, run by its MPI Operator. */
  mpiJob: (): TrainingEngine<'MPI', 2> => new MpiJobEngine(),

  /** Kubeflow's MXJob, run by its Training Operator up to version 1.8. The loss of a task fails the job. */
  mxJob: (): TrainingEngine<'MXNet', 3> => new MxJobEngine(),

  /** A JobSet: a Job for each role, which start, restart and end together. */
  jobSet: (): TrainingEngine => new JobSetEngine(),

  /**
   * Kubeflow Trainer's TrainJob, with a runtime of its own for every strategy, or by a runtime of the cluster. Refused: a text that
   * cannot be the name of a runtime.
   */
  trainJob,

  /** An Indexed Job of Kubernetes, without any operator, for strategies whose tasks are all alike. */
  job: (): TrainingEngine<string, 1> => new BatchJobEngine(),
};

/** All engines, each with the expression that makes it. */
export const ENGINES: readonly { readonly engine: TrainingEngine; readonly expression: string }[] = Object.entries(
  TrainingEngine,
).map(([name, make]) => ({ engine: make(), expression: `TrainingEngine.${name}()` }));
