// A program that prints why jobs of a billion tasks are refused: `tasks-without-memory.js FOLDER`.
import { join } from 'node:path';
import { Platform } from '../../lib/index';
import { build, goodPlan, type Plan } from './program';

const [, , folder = ''] = process.argv;

function refusalOf(change: (plan: Plan) => void): string {
  const plan = goodPlan();
  change(plan);
  try {
    const platform = new Platform({ manifestFolder: join(folder, 'a'), stackFolder: join(folder, 'b') });
    build(platform, plan);
    platform.synth();
    return 'not refused';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

console.log(refusalOf((plan) => (plan.job.workers = 1e9)));
console.log(refusalOf((plan) => (plan.parameterServers.replicas = 1e9)));
