/* eslint-disable @typescript-eslint/no-explicit-any -- manifests are read as they are written, whatever they hold */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClusterSpec } from '../../../../lib/training/strategies/tensorflow/cluster-spec';
import { TensorFlow } from '../../../../lib/training/strategies/tensorflow/tensorflow';
import { CPU, ENGINES, jobOf, objectsOf, tasksOf, type Task } from '../../jobs';

const counts = fc.record({
  workers: fc.integer({ min: 1, max: 6 }),
  replicas: fc.integer({ min: 1, max: 4 }),
  evaluator: fc.constantFrom(undefined, {}),
  mirrored: fc.boolean(),
});
type Counts = typeof counts extends fc.Arbitrary<infer T> ? T : never;

function tasksFor({ workers, replicas, evaluator, mirrored }: Counts, engine: keyof typeof ENGINES, flags = false) {
  const clusterSpec = flags ? ClusterSpec.flags() : ClusterSpec.TF_CONFIG;
  const strategy = mirrored
    ? TensorFlow.multiWorkerMirrored({ evaluator, clusterSpec })
    : TensorFlow.parameterServer({ parameterServers: { replicas, pool: CPU }, evaluator, clusterSpec });
  return tasksOf(objectsOf(ENGINES[engine].render(jobOf({ workers, strategy }))));
}

const configOf = (task: Task) => JSON.parse(task.env['TF_CONFIG'] ?? 'nothing');

describe('TF_CONFIG of a JobSet', () => {
  test('is JSON in which every task finds itself, at the host name that the JobSet gives it', () => {
    fc.assert(
      fc.property(counts, (given) => {
        for (const task of tasksFor(given, 'JobSet')) {
          const { cluster, task: self } = configOf(task);
          expect(self).toEqual({ type: task.role, index: task.index });
          expect(cluster[self.type][self.index]).toBe(`mnist-${task.role}-0-${task.index}.mnist:2222`);
        }
      }),
    );
  });

  test('names the same cluster to all that train, with as many of each as there are', () => {
    fc.assert(
      fc.property(counts, (given) => {
        const training = tasksFor(given, 'JobSet').filter(({ role }) => role !== 'evaluator');
        const clusters = training.map((task) => configOf(task).cluster);
        expect(new Set(clusters.map((cluster) => JSON.stringify(cluster))).size).toBe(1);
        expect(
          Object.fromEntries(Object.entries<any>(clusters[0]).map(([role, hosts]) => [role, hosts.length])),
        ).toEqual(given.mirrored ? { worker: given.workers } : { chief: 1, ps: given.replicas, worker: given.workers });
      }),
    );
  });

  test('tells an evaluator of itself only', () => {
    fc.assert(
      fc.property(counts, (given) => {
        const evaluators = tasksFor({ ...given, evaluator: {} }, 'JobSet').filter(({ role }) => role === 'evaluator');
        expect(evaluators.map(configOf)).toEqual([
          {
            cluster: { evaluator: ['mnist-evaluator-0-0.mnist:2222'] },
            task: { type: 'evaluator', index: 0 },
          },
        ]);
      }),
    );
  });
});

describe.each(['TFJob', 'JobSet'] as const)('flags of a %s', (engine) => {
  test('are understood by every task, and name the same hosts to all that train', () => {
    fc.assert(
      fc.property(counts, (given) => {
        const training = tasksFor(given, engine, true).filter(
          ({ role, job }) => role !== 'evaluator' && job === 'mnist',
        );
        const hosts = training.map(({ args }) => args.filter((arg) => arg.includes('_hosts=')).join(' '));
        expect(new Set(hosts).size).toBe(1);
        for (const { role, index, args } of training) {
          expect(args.slice(-2)).toEqual([`--job_name=${role}`, `--task_index=${index}`]);
          expect(args.join()).not.toContain('$(');
          const own = args.find((arg) => arg.startsWith(`--${role}_hosts=`))?.split(/[=,]/)[index + 1];
          expect(own).toBe(engine === 'TFJob' ? `mnist-${role}-${index}:2222` : `mnist-${role}-0-${index}.mnist:2222`);
        }
      }),
    );
  });

  test('do not depend on the name that the job has', () => {
    const { main: job } = ENGINES[engine].render(
      jobOf({ strategy: TensorFlow.multiWorkerMirrored({ clusterSpec: ClusterSpec.flags() }) }),
    );
    expect(JSON.stringify(job['spec'])).not.toContain('mnist-');
    expect(tasksOf([job], 'trial-7')[0]?.args.join()).toContain('=trial-7-worker-0');
  });

  test('without a chief name parameter servers and workers only', () => {
    const strategy = TensorFlow.parameterServer({
      parameterServers: { replicas: 1 },
      clusterSpec: ClusterSpec.flags({ chief: false }),
    });
    const tasks = tasksOf([ENGINES[engine].render(jobOf({ strategy })).main]);
    expect(tasks.map(({ role, index }) => `${role} ${index}`)).toEqual(['ps 0', 'worker 0', 'worker 1']);
    expect(tasks.flatMap(({ args }) => args.map((arg) => arg.split('=')[0]))).not.toContain('--chief_hosts');
  });

  test('go behind the arguments of the user, by the names of the user', () => {
    const clusterSpec = ClusterSpec.flags({ jobName: '--role', taskIndex: '-i', workerHosts: '--w' });
    const strategy = TensorFlow.multiWorkerMirrored({ clusterSpec });
    const [task] = tasksOf([ENGINES[engine].render(jobOf({ strategy, workers: 1, args: ['--steps=3'] })).main]);
    expect(task?.args.map((arg) => arg.split('=')[0])).toEqual(['--steps', '--w', '--role', '-i']);
  });

  test('of an evaluator say only who it is', () => {
    const strategy = TensorFlow.multiWorkerMirrored({ evaluator: {}, clusterSpec: ClusterSpec.flags() });
    const evaluator = tasksOf(objectsOf(ENGINES[engine].render(jobOf({ strategy })))).find(({ args }) =>
      args.includes('--job_name=evaluator'),
    );
    expect(evaluator?.args).toEqual(['--job_name=evaluator', '--task_index=0']);
    expect(configOf(evaluator!).task).toEqual({ type: 'evaluator', index: 0 });
  });
});

test('fails: a text that is not a flag is refused with flag-name', () => {
  expect(() => ClusterSpec.flags({ jobName: '--role=x' })).toThrow(
    '[ClusterSpec.flags] "--role=x" is not the name of a flag: write it as the script\'s command line has it, without a value: "--role" (flag-name)',
  );
});

test('a flag that is undefined has its default name', () => {
  const strategy = TensorFlow.multiWorkerMirrored({ clusterSpec: ClusterSpec.flags({ workerHosts: undefined }) });
  const [task] = tasksOf([ENGINES.JobSet.render(jobOf({ strategy })).main]);
  expect(task?.args[0]).toMatch(/^--worker_hosts=/);
});

test('an option that is not there changes no flag', () => {
  // A variable, as in JavaScript: TypeScript accepts one with more properties.
  const options = { workerHosts: '--w', color: 1 };
  const strategy = TensorFlow.multiWorkerMirrored({ clusterSpec: ClusterSpec.flags(options) });
  const [task] = tasksOf([ENGINES.JobSet.render(jobOf({ strategy })).main]);
  expect(task?.args.map((arg) => arg.replace(/=.*/, ''))).toEqual(['--w', '--job_name', '--task_index']);
});

test('fails: a name for the hosts of a chief that is not there is refused with chief-without-role', () => {
  expect(() => ClusterSpec.flags({ chief: false, chiefHosts: '--x' })).toThrow(
    '[ClusterSpec.flags] chiefHosts is set to "--x", but chief: false makes worker 0 the chief, which is among the worker hosts: leave chiefHosts out, or leave chief: false out (chief-without-role)',
  );
});

test('fails: one flag for two things is refused with flag-name', () => {
  expect(() => ClusterSpec.flags({ jobName: '--hosts', workerHosts: '--hosts' })).toThrow(
    'flag "--hosts" is the name of two flags: give each of chiefHosts, workerHosts, parameterServerHosts, jobName, taskIndex a name of its own (flag-name)',
  );
});
