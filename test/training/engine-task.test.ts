import { expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { Operator } from '../../lib/operators/operator';
import { NodeCount } from '../../lib/infrastructure/pool/node-count';
import { ImageRepository } from '../../lib/infrastructure/image-repository';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { MPI } from '../../lib/training/strategies/mpi/mpi';
import { MXNet } from '../../lib/training/strategies/mxnet/mxnet';
import { ClusterSpec } from '../../lib/training/strategies/tensorflow/cluster-spec';
import { TensorFlow } from '../../lib/training/strategies/tensorflow/tensorflow';
import type { Manifest } from '../../lib/kubernetes/manifest';
import { ENGINES } from '../../lib/training/training-engines';
import type { TrainingStrategy } from '../../lib/training/training-strategy';
import { stackOf } from '../infrastructure/synthesized';
import { job } from './distributed-training-jobs';
import { jobOf, objectsOf, specOf } from './jobs';

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

interface Template {
  readonly template: { readonly spec: { readonly containers: readonly Container[] } };
}

const SERVER = { replicas: 1, image: 'mnist:1-cpu', args: ['--device=cpu'] };
const EVALUATOR = { command: ['python3', 'evaluate.py'] };

const STRATEGIES: Readonly<Record<string, TrainingStrategy>> = {
  TensorFlow: TensorFlow.parameterServer({
    parameterServers: SERVER,
    chief: { image: 'mnist:1-chief' },
    evaluator: EVALUATOR,
    clusterSpec: ClusterSpec.flags(),
  }),
  mirrored: TensorFlow.multiWorkerMirrored({ evaluator: EVALUATOR }),
  MXNet: MXNet.parameterServer({ servers: SERVER, scheduler: EVALUATOR, gradientCompression: { type: '2bit' } }),
  MPI: MPI.mpirun({ launcher: { image: 'mnist:1-cpu' } }),
};

const PROGRAM = { image: 'mnist:1', command: ['python3', 'train.py'], args: ['--device=gpu'] };

test.each([
  ['TFJob', 'TensorFlow'],
  ['JobSet', 'TensorFlow'],
  ['TrainJob', 'TensorFlow'],
  ['JobSet', 'mirrored'],
  ['TFJob', 'mirrored'],
  ['JobSet', 'MXNet'],
  ['MXJob', 'MXNet'],
  ['TrainJob', 'MXNet'],
])('a %s has the program of each role: %s', (engine, strategy) => {
  const programs = programsOf(engine, strategy);
  expect(programs['worker']).toEqual(PROGRAM);
  if (strategy !== 'mirrored') {
    expect(programs[strategy === 'MXNet' ? 'server' : 'ps']).toEqual({ ...PROGRAM, ...SERVER, replicas: undefined });
  }
  if (strategy === 'TensorFlow') expect(programs['chief']).toEqual({ ...PROGRAM, image: 'mnist:1-chief' });
  const own = strategy === 'MXNet' ? 'scheduler' : 'evaluator';
  expect(programs[own]).toEqual({ ...PROGRAM, ...EVALUATOR });
});

test.each(['MPIJob', 'JobSet', 'TrainJob'])('the launcher of a %s has an image of its own', (engine) => {
  const { launcher, ...others } = programsOf(engine, 'MPI');
  expect(launcher?.image).toBe('mnist:1-cpu');
  expect(launcher?.command).toEqual(expect.arrayContaining(['mpirun', 'python3', 'train.py']));
  expect(Object.values(others).map(({ image }) => image)).toEqual(['mnist:1']);
});

test("init containers and sidecars of a role have the role's image if they name none", () => {
  const strategy = TensorFlow.parameterServer({ parameterServers: SERVER, clusterSpec: ClusterSpec.flags() });
  const resolved = jobOf({ strategy, initContainers: [{ name: 'prepare', command: ['true'] }] });
  const spec = specOf(engineOf('TFJob').render(resolved).main);
  expect(spec.tfReplicaSpecs.PS.template.spec.initContainers[0].image).toBe('mnist:1-cpu');
  expect(spec.tfReplicaSpecs.Worker.template.spec.initContainers[0].image).toBe('mnist:1');
});

test('fails: an image of a role that is none is refused with image-form', () => {
  const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 1, image: 'Mnist:1 cpu' } });
  expect(() => jobOf({ strategy })).toThrow('"Mnist:1 cpu" is not the name of an image');
  expect(() => jobOf({ strategy })).toThrow('(image-form)');
});

test("a launcher starts the role's own command where the job has none", () => {
  const inner = MPI.mpirun();
  const strategy: TrainingStrategy = {
    ...inner,
    roles: (options) => inner.roles(options).map((role) => ({ ...role, program: { command: ['train'] } })),
    rendezvous: (...told) => inner.rendezvous(...told),
  };
  expect(job({ strategy, command: undefined }).node.validate()).toEqual([]);
  expect(job({ strategy: inner, command: undefined }).node.validate().join()).toContain('(launcher-command)');
});

test('fails: an image of a role that the nodes have no grant to pull is advised against with image-pull', () => {
  const stack = stackOf();
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', operators: [Operator.TRAINING] });
  const image = new ImageRepository(stack, 'images', { project: 'acme-images' }).imageUri('mnist', '1');
  const strategy = TensorFlow.parameterServer({ parameterServers: { replicas: 1, image } });
  const pool = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 3) });
  const told = openAdvice(job({ strategy, pool }, cluster)).filter(({ advice }) => advice.code === 'image-pull');
  expect(told).toHaveLength(1);
});

/** What the tasks of each role run, without what the strategy adds. */
function programsOf(engine: string, strategy: string): Record<string, Container> {
  const resolved = jobOf({ strategy: STRATEGIES[strategy], ...PROGRAM });
  const all = objectsOf(engineOf(engine).render(resolved)).flatMap(containersIn);
  return Object.fromEntries(
    all.map(([role, { image, command, args }]) => {
      const own = args?.filter((arg) => arg.startsWith('--device'));
      return [role, { image, command, args: own }];
    }),
  );
}

function engineOf(name: string) {
  const found = ENGINES.find(({ engine }) => engine.name === name);
  if (!found) throw new Error(name);
  return found.engine;
}

/** The main container of each role, whatever the kind of the job. */
function containersIn({ metadata, ...manifest }: Manifest): [string, Container][] {
  const spec = specOf({ metadata, ...manifest });
  const replicas: Record<string, Template> =
    spec?.tfReplicaSpecs ?? spec?.mxReplicaSpecs ?? spec?.mpiReplicaSpecs ?? {};
  const jobs: { name: string; template: { spec: Template } }[] =
    spec?.replicatedJobs ?? spec?.template?.spec?.replicatedJobs ?? [];
  const isApart = String(metadata.name).endsWith('-evaluator');
  return [
    ...Object.entries(replicas).map(
      ([type, { template }]) => [isApart ? 'evaluator' : type.toLowerCase(), template] as const,
    ),
    ...jobs.map(({ name, template }) => [name, template.spec.template] as const),
  ].flatMap(([role, template]) => template.spec.containers.map((container): [string, Container] => [role, container]));
}
