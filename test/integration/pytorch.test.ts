import { describe, expect, test } from 'vitest';
import type { StrategyName } from '../support/strategies';
import { Deployment } from './support/deployment';
import { judgedBy, TORCH_IMAGE, TORCH_NODE, TORCH_TRAINER, TORCH_TRAINER_IMAGE } from './support/judges';
import { evict, kubectl, list, podNamed } from './support/kubectl';
import { logsUntilTheEnd } from './support/logs';
import { classify, localStage } from './support/local-stage';
import { emptyFolder } from './support/pod';
import { programFolder, synthesize } from './support/program';
import { shown } from './support/shown';
import { failed, goesOn, lossesIn, trained } from './support/training-runs';

// Two workers train in plain PyTorch in real pods, and what a loss costs them, as docs/training.md promises it.

const ENGINES = ['job', 'jobset', 'pytorchjob'] as const;
/** As the tables of all pairs have them. */
const ENGINE_NAMES = { job: 'Job', jobset: 'JobSet', pytorchjob: 'PyTorchJob' };
const STRATEGY_NAMES: Readonly<Record<'static' | 'elastic' | 'ddp', StrategyName>> = {
  static: 'PyTorch.torchrun',
  elastic: 'PyTorch.elastic',
  ddp: 'PyTorch.distributedDataParallel',
};
const LOSSES = ENGINES.flatMap((engine) => (['static', 'elastic'] as const).map((strategy) => ({ engine, strategy })));
/** Pods are taken away from some of them, or with TRAINYARD_LOSSES=all from each: every one takes minutes of a processor. */
const IS_EACH = process.env.TRAINYARD_LOSSES === 'all';
const EVICTIONS = LOSSES.filter(({ engine, strategy }) => IS_EACH || (engine === 'job') === (strategy === 'static'));
const DELETIONS = ENGINES.filter((engine) => IS_EACH || engine === 'jobset');

let folder = '';
judgedBy([TORCH_NODE, TORCH_TRAINER], async () => {
  folder = programFolder();
  await synthesize(folder, 'test/integration/programs/pytorch.ts');
  await emptyFolder('/var/lib/trainyard/pytorch', TORCH_IMAGE);
});

describe.concurrent('two workers', () => {
  // The first, because it takes longest. Other jobs that fail are tried in ending.test.ts.
  test('of a jobset that fail each time end as failed, and nothing runs on: elastic', async (context) => {
    const { containers } = await failed(stageOf('jobset-elastic-fails'), context);
    expect(containers).toBeGreaterThan(2);
  });

  // What torchrun starts is shown to train to its end by the tests below.
  test.for(ENGINES)('of a %s train to their end: ddp', async (engine, context) => {
    const { text, pods } = await trained(stageOf(`${engine}-ddp-trains`), context);
    expect(text).toMatch(/^rank 0 of 2 /m);
    expect(text).toMatch(/^rank 1 of 2 /m);
    const losses = lossesIn(text);
    expect(losses).toHaveLength(5);
    expect(losses[4]).toBeLessThan(0.8 * (losses[0] ?? 0));
    expect(pods).toBe(2);
    shown('ran', STRATEGY_NAMES.ddp, ENGINE_NAMES[engine]);
  });

  test.for(LOSSES)(
    'of a $engine go on from the checkpoint when a process of one ends: $strategy',
    async ({ engine, strategy }, context) => {
      const { text, pods, containers } = await trained(stageOf(`${engine}-${strategy}-crashes`), context);
      expect(text).toContain('rank 1 crashes');
      goesOn(text, 6);
      shown('ran', STRATEGY_NAMES[strategy], ENGINE_NAMES[engine]);
      // torchrun starts the processes of an elastic job again itself; otherwise all tasks end, and the engine starts them again.
      if (strategy === 'elastic') expect([pods, containers]).toEqual([2, 2]);
      else if (engine === 'pytorchjob') expect([pods, containers]).toEqual([2, expect.toSatisfy((n) => n >= 4)]);
      else expect(pods).toBeGreaterThanOrEqual(4);
    },
  );

  test.for(EVICTIONS)(
    'of a $engine go on from the checkpoint when the pod of the second is evicted: $strategy',
    async ({ engine, strategy }, context) => {
      const stage = stageOf(`${engine}-${strategy}-evicted`);
      const { text, pods, containers } = await trained(stage, context, async (namespace) => {
        await evict(namespace, await podOf(namespace, 1));
      });
      goesOn(text, 12);
      // The first worker of an elastic job keeps its container.
      if (strategy === 'elastic') expect(pods).toBe(3);
      else if (engine === 'pytorchjob') expect([pods, containers]).toEqual([3, expect.toSatisfy((n) => n >= 4)]);
      else expect(pods).toBeGreaterThanOrEqual(4);
    },
  );

  test.for(DELETIONS)(
    'of a %s go on from the checkpoint when the pod of the first, where they meet, is deleted: elastic',
    async (engine, context) => {
      const { text, containers } = await trained(stageOf(`${engine}-elastic-deleted`), context, async (namespace) => {
        await kubectl('-n', namespace, 'delete', 'pod', await podOf(namespace, 0), '--wait=false');
      });
      goesOn(text, 12);
      // Without the place where they meet the second starts again as well.
      expect(containers).toBeGreaterThanOrEqual(4);
    },
  );
});

test("the local stage of apps/mnist trains in PyTorch from nothing to a model that classifies, as the namespace's default user", async ({
  onTestFinished,
}) => {
  const stage = await localStage(['pytorchjob', 'pytorch', 'not-root'], undefined, TORCH_TRAINER_IMAGE);
  await stage.deploy(onTestFinished);
  const command = ['python3', '/app/classify_torch.py', '--export_path=/data/export/1'];
  expect(await classify(stage, TORCH_TRAINER_IMAGE, command)).toMatch(/^accuracy (0\.9|1\.0)/);
});

test('an elastic job goes on with one worker while there is no room for the other, and with both again after that', async (context) => {
  const [node] = await list('nodes');
  const name = node?.metadata.name ?? '';
  context.onTestFinished(async () => {
    await kubectl('uncordon', name);
  });
  const stage = stageOf('job-elastic-shrinks');
  const logs = logsUntilTheEnd(stage.namespace, context);
  const deployed = stage.deploy(context.onTestFinished);
  // It is taken down before its end.
  deployed.catch(() => undefined);

  await logs.until(/^rank 0 of 2 [^]*^epoch \d+ of/m);
  await kubectl('cordon', name);
  await kubectl('-n', stage.namespace, 'delete', 'pod', await podOf(stage.namespace, 1));
  await logs.until(/^rank 0 of 2 [^]*^rank 0 of 1 [^]*^rank 0 resumes after epoch [^]*^epoch \d+ of/m);
  await kubectl('uncordon', name);
  await logs.until(/^rank 0 of 2 [^]*^rank 0 of 1 [^]*^rank 0 of 2 [^]*^rank 0 resumes after epoch [^]*^epoch \d+ of/m);
  expect(logs.text.match(/^rank 1 of 2 /gm)).toHaveLength(2);
});

function stageOf(name: string): Deployment {
  return new Deployment(folder, `${name}-local`);
}

/** The name of the pod of the worker with this index. */
function podOf(namespace: string, index: number): Promise<string> {
  return podNamed(namespace, new RegExp(`^torch(-worker)?(-0)?-${index}(-[a-z0-9]{5})?$`));
}
