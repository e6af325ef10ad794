import { describe, expect, test, vi } from 'vitest';
import type { StrategyName } from '../support/strategies';
import { FREE_NAMESPACE, judgedBy, MODEL_SERVER, REAL_NODE } from './support/judges';
import { finished, kubectl, pods } from './support/kubectl';
import { ask, AT_ONCE, classify, localStage, logsOf } from './support/local-stage';
import { within } from './support/run';
import { isServed } from './support/servers';
import { shown } from './support/shown';

// The local stage of apps/mnist trains in real pods, from nothing to a model that classifies, and that its server answers with.

vi.setConfig({ maxConcurrency: AT_ONCE });
judgedBy([REAL_NODE, MODEL_SERVER, FREE_NAMESPACE]);

interface Case {
  readonly how: string;
  /** As `localStage` takes it. */
  readonly variant: readonly string[];
  readonly kind: string;
  /** How the name of the pod that exports the model ends. */
  readonly leader: string;
}

const CASES: readonly Case[] = [
  { how: 'as apps/main.ts has it', variant: [], kind: 'TFJob', leader: '-chief-0' },
  {
    how: 'by a JobSet, not as root',
    variant: ['jobset', 'parameter-server', 'not-root'],
    kind: 'JobSet',
    leader: '-chief-0',
  },
  { how: 'by flags, with a chief', variant: ['tfjob', 'flags'], kind: 'TFJob', leader: '-chief-0' },
  { how: 'by flags, without a chief', variant: ['tfjob', 'flags-without-chief'], kind: 'TFJob', leader: '-worker-0' },
  { how: 'by flags to a JobSet', variant: ['jobset', 'flags'], kind: 'JobSet', leader: '-chief-0' },
  {
    how: 'by flags to a JobSet, without a chief',
    variant: ['jobset', 'flags-without-chief'],
    kind: 'JobSet',
    leader: '-worker-0',
  },
  { how: 'beside an evaluator', variant: ['tfjob', 'evaluated'], kind: 'TFJob', leader: '-chief-0' },
  { how: 'beside an evaluator in a JobSet', variant: ['jobset', 'evaluated'], kind: 'JobSet', leader: '-chief-0' },
  { how: 'mirrored', variant: ['tfjob', 'mirrored'], kind: 'TFJob', leader: '-worker-0' },
  { how: 'mirrored in a JobSet', variant: ['jobset', 'mirrored'], kind: 'JobSet', leader: '-worker-0' },
  { how: 'mirrored in a Job, without an operator', variant: ['job', 'mirrored'], kind: 'Job', leader: 'mnist-0' },
];

/** The names of its strategies in the table of all pairs. */
const STRATEGY_NAMES: Readonly<Record<string, StrategyName>> = {
  'parameter-server': 'TensorFlow.parameterServer',
  flags: 'TensorFlow.parameterServer by flags',
  'flags-without-chief': 'TensorFlow.parameterServer by flags, no chief',
  evaluated: 'TensorFlow.parameterServer with an evaluator',
  mirrored: 'TensorFlow.multiWorkerMirrored',
};

describe.concurrent('the local stage', () => {
  test.for(CASES)(
    'trains to its end $how, and leaves a model that classifies',
    async ({ variant, kind, leader }, { onTestFinished }) => {
      const stage = await localStage(variant);
      await stage.deploy(onTestFinished);

      const restricted = variant.includes('not-root') ? 'restricted' : 'baseline';
      expect(await kubectl('get', 'namespace', stage.namespace, '-o', 'json')).toContain(`/enforce": "${restricted}"`);
      const apart = kind === 'TFJob' && variant.includes('evaluated');
      const jobs = stage.objects.filter((object) => object.kind === kind);
      expect(await Promise.all(jobs.map(finished))).toEqual(apart ? [true, true] : [true]);
      const left = await within(30, 'the end of the parameter servers', async () => {
        const now = (await pods(stage.namespace)).filter((pod) => !isServed(pod));
        return now.every(({ status: { phase } }) => phase === 'Succeeded') && now;
      });
      expect(await logsOf(leader, left)).toMatch(/exported .*export\/1/);
      if (apart) expect(await logsOf('-evaluator-worker-0', left)).toMatch(/ckpt-200: .* accuracy (0\.9|1\.0)/);

      expect(await classify(stage)).toMatch(/^version 1: accuracy (0\.9|1\.0)/m);
      if (variant.length === 0) expect(await ask(stage)).toMatch(/^version 1: (18|19|20) of 20 right/m);
      await stage.takeDown();
      shown('ran', STRATEGY_NAMES[variant[1] ?? 'parameter-server'] ?? '', kind);
    },
  );
});
