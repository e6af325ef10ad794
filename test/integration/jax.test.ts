import { describe, expect, test } from 'vitest';
import { Deployment } from './support/deployment';
import { JAX_IMAGE, JAX_NODE, judgedBy } from './support/judges';
import { evict, podNamed } from './support/kubectl';
import { emptyFolder } from './support/pod';
import { programFolder, synthesize } from './support/program';
import { shown } from './support/shown';
import { goesOn, lossesIn, trained } from './support/training-runs';

// Two processes train in JAX in real pods, and what a loss costs them, as docs/training.md promises it.

const ENGINES = ['job', 'jobset'] as const;
/** As the table of all pairs has them. */
const ENGINE_NAMES = { job: 'Job', jobset: 'JobSet' };

let folder = '';
judgedBy([JAX_NODE], async () => {
  folder = programFolder();
  await synthesize(folder, 'test/integration/programs/jax.ts');
  await emptyFolder('/var/lib/trainyard/jax', JAX_IMAGE);
});

describe.concurrent('two processes', () => {
  test.for(ENGINES)('of a %s train to their end', async (engine, context) => {
    const { text, pods } = await trained(stageOf(`jax-${engine}-trains`), context);
    expect(text).toMatch(/^process 0 of 2, devices 1 of 2$/m);
    expect(text).toMatch(/^process 1 of 2, devices 1 of 2$/m);
    const losses = lossesIn(text);
    expect(losses).toHaveLength(5);
    expect(losses[4]).toBeLessThan(0.9 * (losses[0] ?? 0));
    expect(text).toMatch(/^process 0 done$/m);
    expect(text).toMatch(/^process 1 done$/m);
    expect(pods).toBe(2);
    shown('ran', 'JAX.processes', ENGINE_NAMES[engine]);
  });

  test.for(ENGINES)('of a %s go on from the checkpoint when one of them ends', async (engine, context) => {
    const { text, pods } = await trained(stageOf(`jax-${engine}-crashes`), context);
    expect(text).toContain('process 1 crashes');
    goesOn(text, 6);
    expect(pods).toBeGreaterThanOrEqual(4);
  });

  test.for(ENGINES)(
    'of a %s go on from the checkpoint when the pod of the second is evicted',
    async (engine, context) => {
      const { text, pods } = await trained(stageOf(`jax-${engine}-evicted`), context, async (namespace) => {
        await evict(namespace, await podOf(namespace, 1));
      });
      goesOn(text, 12);
      expect(pods).toBeGreaterThanOrEqual(4);
    },
  );
});

test.concurrent.for(ENGINES)('two tasks of any program in a %s find each other', async (engine, context) => {
  const { text, pods } = await trained(stageOf(`plain-${engine}-port`), context);
  expect(text).toMatch(/^task 0 of 2 heard \[0, 1\]$/m);
  expect(text).toMatch(/^task 1 of 2 heard \[0, 1\]$/m);
  expect(pods).toBe(2);
  shown('ran', 'Plain.indexedTasks with a port', ENGINE_NAMES[engine]);
});

test.concurrent.for(ENGINES)(
  'two tasks of any program in a %s know their index and their number',
  async (engine, context) => {
    const { text, pods } = await trained(stageOf(`plain-${engine}`), context);
    expect(text.split('\n').filter(Boolean).sort()).toEqual(['task 0 of 2', 'task 1 of 2']);
    expect(pods).toBe(2);
    shown('ran', 'Plain.indexedTasks', ENGINE_NAMES[engine]);
  },
);

function stageOf(name: string): Deployment {
  return new Deployment(folder, `${name}-local`);
}

/** The name of the pod of the process with this index. */
function podOf(namespace: string, index: number): Promise<string> {
  return podNamed(namespace, new RegExp(`^jax(-worker-0)?-${index}-[a-z0-9]{5}$`));
}
