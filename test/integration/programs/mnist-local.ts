import { mnist } from '../../../apps/mnist/index';
import { LOCAL } from '../../../apps/stages';
import { ClusterSpec, Platform, TrainingEngine } from '../../../lib/index';

// apps/mnist on the local stage, in the variant that the first argument names.

const VARIANTS = {
  tfjob: { engine: TrainingEngine.tfJob() },
  jobset: { engine: TrainingEngine.jobSet() },
  'tfjob-flags': { engine: TrainingEngine.tfJob(), clusterSpec: ClusterSpec.flags() },
  'tfjob-flags-without-chief': { engine: TrainingEngine.tfJob(), clusterSpec: ClusterSpec.flags({ chief: false }) },
  'jobset-flags': { engine: TrainingEngine.jobSet(), clusterSpec: ClusterSpec.flags() },
  'jobset-flags-without-chief': { engine: TrainingEngine.jobSet(), clusterSpec: ClusterSpec.flags({ chief: false }) },
};

const variant = Object.entries(VARIANTS).find(([name]) => name === process.argv[2]);
if (!variant) throw new Error(`the variants are ${Object.keys(VARIANTS).join(', ')}`);

Platform.run((platform) => {
  mnist(platform.stage(LOCAL, 'mnist'), variant[1]);
});
