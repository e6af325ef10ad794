import { describe, expect, test } from 'vitest';
import { Deployment } from './support/deployment';
import { restartsOf } from './support/job-sets';
import { judgedBy, MPI_IMAGE, MPI_NODE } from './support/judges';
import { endContainer, evict, podNamed } from './support/kubectl';
import { emptyFolder } from './support/pod';
import { programFolder, synthesize } from './support/program';
import { shown } from './support/shown';
import { failed, goesOn, lossesIn, trained } from './support/training-runs';

// Two workers train in real pods by mpirun of Open MPI, over ssh, and what a loss costs them, as docs/training/mpi.md
// promises it.

let folder = '';
judgedBy([MPI_NODE], async () => {
  folder = programFolder();
  await synthesize(folder, 'test/integration/programs/mpi.ts');
  await emptyFolder('/var/lib/trainyard/mpi', MPI_IMAGE);
});

describe.concurrent('two workers of two processes', () => {
  test.for([
    ['a user that the image does not know', 'trains', 10001],
    ['root', 'root', 0],
  ] as const)(
    'train to their end as %s, with the variables of their containers, by the keys that DEPLOY.md makes',
    async ([, what, user], context) => {
      const { text, pods } = await trained(stageOf(what), context);
      for (const rank of [0, 1, 2, 3]) {
        const host = `mpi-worker-0-${Math.floor(rank / 2)}`;
        expect(text).toContain(`rank ${rank} of 4 on ${host}, user ${user}, greeting it's "$HOME" & more`);
      }
      const losses = lossesIn(text);
      expect(losses).toHaveLength(5);
      expect(losses[4]).toBeLessThan(0.8 * (losses[0] ?? 0));
      expect(pods, text).toBe(3);
      shown('ran', 'MPI.mpirun', 'JobSet');
    },
  );

  test.for([
    ['a process is killed', 'crashes'],
    ['a process takes more memory than its worker has', 'fills'],
  ] as const)('all start again from the checkpoint when %s', async ([, what], context) => {
    const stage = stageOf(what);
    const { text, pods } = await trained(stage, context);
    expect(text).toMatch(new RegExp(`^rank [12] ${what}$`, 'm'));
    goesOn(text, 6);
    expect([pods, await restartsOf(stage)], text).toEqual([6, { all: 1, counted: 1 }]);
  });

  test.for([
    ['the pod of a worker is evicted', 'worker', (namespace: string) => losePod(namespace, /worker-0-1/)],
    ['the pod of the launcher is evicted', 'launcher', (namespace: string) => losePod(namespace, /launcher/)],
    ['mpirun is told to stop', 'terminated', (namespace: string) => stopProgram(namespace, /launcher/)],
    ['the sshd of a worker is told to stop', 'sshd', (namespace: string) => stopProgram(namespace, /worker-0-1/)],
  ] as const)('all start again from the checkpoint when %s', async ([, what, lose], context) => {
    const stage = stageOf(what);
    const { text, pods } = await trained(stage, context, lose);
    goesOn(text, 12);
    expect(pods).toBeGreaterThanOrEqual(6);
    // With a worker the launcher fails too, and which of the two the cluster hears of first is not known.
    if (what === 'worker') return;
    expect(await restartsOf(stage), text).toEqual({ all: 1, counted: what === 'launcher' ? 0 : 1 });
  });

  test('that fail each time end as failed, and nothing runs on', async (context) => {
    await failed(stageOf('fails'), context);
  });
});

function stageOf(name: string): Deployment {
  return new Deployment(folder, `mpi-${name}-local`);
}

async function losePod(namespace: string, name: RegExp): Promise<void> {
  await evict(namespace, await podNamed(namespace, name));
}

/** The first process of a container gets the signal, as when its pod is to end. */
async function stopProgram(namespace: string, name: RegExp): Promise<void> {
  await endContainer(namespace, await podNamed(namespace, name), 'sh', '-c', 'kill 1');
}
