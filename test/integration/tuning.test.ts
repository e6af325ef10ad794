import { Testing } from 'cdk8s';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { KATIB as INSTALLATION } from '../../lib/operators/known/katib';
import { experiment } from '../tuning/experiments';
import { MetricsSource, Objective, Search, TuningAlgorithm } from '../../lib/tuning/index';
import { deployed } from './support/deployed';
import { judgedBy, KATIB, REAL_NODE } from './support/judges';
import { applied, apply, conditions, list, remove, type KubernetesObject } from './support/kubectl';
import { addRights } from './support/rights';
import { within } from './support/run';

// Experiments that Katib runs in real pods: DEPLOY.md's commands apply them, wait for them and show the best trial.

const NAMESPACE = 'trainyard-tuning';

const EXPERIMENTS = ['bayesian', 'cmaes', 'grid', 'hyperband', 'multivariate-tpe', 'pbt', 'random', 'sobol', 'tpe'];

/** What the storage class of a cluster makes for the checkpoints of population based training. */
const VOLUME = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'trainyard-tuning' },
  spec: {
    capacity: { storage: '10Gi' },
    accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
    claimRef: { namespace: NAMESPACE, name: 'pbt-pbt' },
    hostPath: { path: '/var/lib/trainyard/tuning', type: 'DirectoryOrCreate' },
  },
};

/** Of the experiments that are not made. */
const NAMESPACES = Testing.synth(experiment().chart).filter(({ kind }) => kind === 'Namespace');

judgedBy([REAL_NODE, KATIB], () => addRights(INSTALLATION));

test('every algorithm finds its best trial, with trials of every kind', async () => {
  onTestFinished(() => remove([VOLUME]));
  const guide = await deployed('tuning', 'tuning-local', VOLUME);

  const experiments = () => list('experiments.kubeflow.org', { namespace: NAMESPACE });
  await within(300, 'the end of all', async () => {
    const ended = (await experiments()).map((each) => [each.metadata.name, conditions(each).at(-1)]);
    expect(ended).toEqual(EXPERIMENTS.map((name) => [name, 'Succeeded']));
    return true;
  });
  const all = await experiments();
  const bestOf = (name: string) => all.find(({ metadata }) => metadata.name === name)?.status.currentOptimalTrial;
  // The only one of the four that tries all values.
  expect(bestOf('grid').parameterAssignments).toEqual([
    { name: 'lr', value: '0.06' },
    { name: 'epochs', value: '2' },
  ]);
  for (const { metadata, spec, status } of all) {
    const accuracy = expect.objectContaining({ name: 'accuracy', max: expect.stringMatching(/^(1\.00|0\.99)/) });
    expect(bestOf(metadata.name).observation.metrics).toContainEqual(accuracy);
    expect(status.succeededTrialList).toHaveLength(spec.maxTrialCount);
  }
  const kinds = { random: 'jobs', grid: 'tfjobs', bayesian: 'pytorchjobs', hyperband: 'jobsets' };
  for (const [name, kind] of Object.entries(kinds)) {
    const trials = (await list(kind, { namespace: NAMESPACE })).filter(({ metadata }) =>
      metadata.name.startsWith(`${name}-`),
    );
    expect(trials.filter(({ metadata }) => /^\w+-[a-z0-9]{8}$/.test(metadata.name)).length).toBeGreaterThan(1);
  }

  const { status, stdout } = await guide.run('Until the jobs are done');
  expect(status).toBe(0);
  expect(stdout.match(/"bestTrialName":"grid-[a-z0-9]{8}"/g)).toHaveLength(1);
});

describe('the webhook', () => {
  const space = {
    lr: Search.double(0.01, 0.1, { step: 0.01 }),
    epochs: Search.int(1, 4),
    units: Search.discrete([8, 16]),
  };
  const ALGORITHMS = {
    random: TuningAlgorithm.random({ seed: 1 }),
    grid: TuningAlgorithm.grid(),
    bayesian: TuningAlgorithm.bayesian({ initialPoints: 2, estimator: 'RF', acquisition: 'EI', seed: 1 }),
    hyperband: TuningAlgorithm.hyperband({ resource: 'epochs', most: 4, eta: 2 }),
    tpe: TuningAlgorithm.tpe({ gamma: 0.3, priorWeight: 2, candidates: 10, seed: 1 }),
    'multivariate-tpe': TuningAlgorithm.multivariateTpe({ startupTrials: 2, seed: 1 }),
    cmaes: TuningAlgorithm.cmaEs({ sigma: 0.2, restart: 'ipop', seed: 1 }),
    sobol: TuningAlgorithm.sobol(),
    pbt: TuningAlgorithm.populationBased({ population: 5, truncation: 0.2, checkpoints: '/checkpoints' }),
  };

  beforeAll(() => applied(NAMESPACES).then());
  afterAll(() => remove(NAMESPACES));

  test.each(Object.entries(ALGORITHMS))('takes an experiment by %s', async (_, algorithm) => {
    const changes = { algorithm, parameters: space, objective: Objective.minimize('loss', { goal: 0.1 }) };
    expect(await admitted(changes)).toMatchObject({ status: 0 });
  });

  test('takes early stopping, metrics from a file and metrics that the program pushes', async () => {
    const earlyStopping = { minimumTrials: 1, startStep: 2 };
    const read = MetricsSource.file('/metrics/all.json', 'JSON');
    for (const changes of [{ earlyStopping }, { metrics: read }, { metrics: MetricsSource.push() }]) {
      expect(await admitted(changes)).toMatchObject({ status: 0 });
    }
  });

  test('fails: it refuses a parameter that no trial uses, which the library would have said before', async () => {
    const unused = (text: string) => text.replaceAll(/\$\{trialParameters\.\w+\}/g, '1');
    const { output } = await admitted({}, unused);
    expect(output).toContain('in spec.trialParameters not found in spec.trialTemplate');
  });
});

/** The answer of Katib's webhook to an experiment, of whose JSON a test may make another. */
function admitted(changes: Parameters<typeof experiment>[0], other = (json: string) => json) {
  const objects = (Testing.synth(experiment(changes).chart) as KubernetesObject[]).filter(
    ({ kind }) => kind === 'Experiment',
  );
  return apply(JSON.parse(other(JSON.stringify(objects))) as KubernetesObject[], { dryRun: true });
}
