import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { Guide } from './support/guide';
import { API_SERVER, FREE_NAMESPACE, judgedBy } from './support/judges';
import { applied, list, remove } from './support/kubectl';
import { programFolder, synthesize } from './support/program';
import { attempt, type Outcome } from './support/run';

// The commands of DEPLOY.md, run twice.

const STEPS = ['Operators', 'Standing objects', 'Runs'];
const KINDS = 'jobsets,tfjobs,jobs';
const SECRET = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'of-a-stranger', namespace: 'mnist' },
  stringData: { token: 'a' },
};

/** The namespace takes five seconds or more to go, so the tests of a stage share it. */
const withoutNamespace = () => remove([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'mnist' } }]);

describe('every stage of the applications', () => {
  afterAll(withoutNamespace);
  let folder = '';
  judgedBy([API_SERVER, FREE_NAMESPACE], async () => {
    folder = programFolder();
    await synthesize(folder);
  });

  test.each(['mnist-dev', 'mnist-local', 'mnist-prod'])(
    '%s can be applied again, which changes no job',
    async (name) => {
      const guide = new Guide(folder, name);
      takenDownAtTheEnd(guide);
      expect(await guide.run(...STEPS)).toMatchObject({ status: 0 });
      const jobs = await specsOf('mnist');
      expect(Object.keys(jobs)).not.toEqual([]);
      expect(await guide.run(...STEPS)).toMatchObject({ status: 0 });
      expect(await specsOf('mnist')).toEqual(jobs);
      const [account] = await list('serviceaccounts', { namespace: 'mnist', fields: 'metadata.name=default' });
      expect(account).toMatchObject({ automountServiceAccountToken: false });
    },
  );
});

describe('taking a stage down', () => {
  afterAll(withoutNamespace);
  let folder = '';
  judgedBy([API_SERVER, FREE_NAMESPACE], async () => {
    folder = programFolder();
    await synthesize(folder);
  });
  const left = async () => {
    const all = [...(await list(KINDS, { namespace: 'mnist' })), ...(await list('secrets', { namespace: 'mnist' }))];
    return all.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  };

  test('deletes its own objects, and neither the namespace nor what others keep in it', async () => {
    const guide = new Guide(folder, 'mnist-local');
    takenDownAtTheEnd(guide);
    expect(await guide.run('Standing objects', 'Runs')).toMatchObject({ status: 0 });
    await applied([SECRET]);
    expect(await takeDown(guide)).toMatchObject({ status: 0 });
    expect(await left()).toEqual(['Secret of-a-stranger']);
  });

  test('fails where the kubeconfig points at the cluster of another stage, and deletes nothing there', async () => {
    const local = new Guide(folder, 'mnist-local');
    takenDownAtTheEnd(local);
    expect(await local.run('Standing objects', 'Runs')).toMatchObject({ status: 0 });
    await applied([SECRET]);
    const before = await left();
    expect(before).toHaveLength(2);
    const commands = commandsToTakeDown(new Guide(folder, 'mnist-dev'));
    const elsewhere = await attempt('bash', ['-euc', commands], { cwd: folder });
    expect(elsewhere.status).not.toBe(0);
    expect(elsewhere.output).toMatch(/context "gke_acme-ml-dev\S*" does not exist/);
    expect(await left()).toEqual(before);
  });
});

function takenDownAtTheEnd(guide: Guide): void {
  onTestFinished(async () => {
    expect(await takeDown(guide)).toMatchObject({ status: 0 });
    await remove([SECRET]);
  });
}

function takeDown(guide: Guide): Promise<Outcome> {
  return guide.sh(commandsToTakeDown(guide));
}

/** Those for the objects in the cluster, without those for the cluster. */
function commandsToTakeDown(guide: Guide): string {
  const [commands = ''] = guide.commands('Take it down').split(/^(?=npx cdktf)/m);
  return commands;
}

/** The specs of the jobs of a namespace. */
async function specsOf(namespace: string): Promise<Record<string, unknown>> {
  const jobs = await list(KINDS, { namespace });
  return Object.fromEntries(jobs.map(({ kind, metadata, spec }) => [`${kind} ${metadata.name}`, spec]));
}
