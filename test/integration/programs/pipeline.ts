import { pipeline } from '../../../apps/pipeline/index';
import { LOCAL } from '../../../apps/stages';
import { Platform, TrainingEngine } from '../../../lib/index';

// apps/pipeline on this machine, with the training of the nightly run by an engine.

const ENGINES: Readonly<Record<string, TrainingEngine>> = {
  TFJob: TrainingEngine.tfJob(),
  Job: TrainingEngine.job(),
  JobSet: TrainingEngine.jobSet(),
};

Platform.run((platform) => {
  pipeline(platform.stage(LOCAL, 'pipeline'), ENGINES[process.argv[2] ?? '']);
});
