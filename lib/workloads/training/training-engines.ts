import { JobSetEngine } from './engines/job-set';
import { TfJobEngine } from './engines/tf-job';
import type { TrainingEngine as Contract } from './training-engine';

export type TrainingEngine = Contract;

/** The kinds of object that can run a training job. */
export const TrainingEngine = {
  /** Kubeflow's TFJob, run by its Training Operator, version 1. */
  tfJob(): TrainingEngine {
    return new TfJobEngine();
  },

  /** A JobSet: a Job for each role, which start, start again and end together. */
  jobSet(): TrainingEngine {
    return new JobSetEngine();
  },
};
