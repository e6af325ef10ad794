import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../lib/kubernetes/manifest';
import type { Rendered } from '../../lib/workload/rendered';
import { strategiesOn } from '../support/strategies';
import { CPU, jobOf, objectsOf, PAIRS, specOf, tasksOf, withJobSets, type Task } from './jobs';

const NAMESPACE = 'default';
const RUNS = { numRuns: 12 };
const names = fc.stringMatching(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/);
const shortNames = fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/);
/** The numbers of workers and of servers. */
interface Size {
  readonly count: number;
  readonly beside: number;
}
const sizes: fc.Arbitrary<Size> = fc.record({
  count: fc.integer({ min: 1, max: 7 }),
  beside: fc.integer({ min: 1, max: 4 }),
});

describe.each(PAIRS)('$name by $engineName', ({ name: strategyName, engine }) => {
  const render = ({ count, beside }: Size, name: string, base = name) => {
    const [, strategy] = Object.entries(strategiesOn(CPU, beside)).find(([each]) => each === strategyName) ?? [];
    const job = { ...jobOf({ strategy, workers: count, driverLibraryPath: false }, name), base };
    const rendered = engine.render(job);
    return { job, rendered, tasks: tasksOf(objectsOf(rendered)) };
  };

  test('tells all tasks of the same cluster, and each of its own place', () => {
    fc.assert(
      fc.property(sizes, shortNames, (size, name) => {
        const { tasks } = render(size, name);
        const told = tasks.filter(({ job }) => job === name).filter(({ role }) => role !== 'evaluator');
        for (const each of new Set(told.map(({ role }) => role))) {
          expect(new Set(told.filter(({ role }) => role === each).map(clusterOf)).size).toBe(1);
        }
        // Some are told nothing, as the workers of MPI, which wait for mpirun.
        const hosts = told.map((task) => [...new Set(toldHosts(task))].sort().join()).filter(Boolean);
        expect(new Set(hosts).size).toBeLessThanOrEqual(1);
        for (const task of told) expect(indexesOf(task)).toEqual(indexesOf(task).map(() => task.index));
        expect(new Set(told.map(({ role, index }) => `${role} ${index}`)).size).toBe(told.length);
      }),
      RUNS,
    );
  });

  test('tells hosts that exist, also where the job has another name than what stands beside it', () => {
    fc.assert(
      fc.property(sizes, shortNames, shortNames, (size, name, base) => {
        const { rendered, tasks } = render(size, name, base);
        const hosts = hostsBy(rendered);
        const told = tasks.flatMap(toldHosts);
        expect(told.filter((host) => !hosts.has(host))).toEqual([]);
      }),
      RUNS,
    );
  });

  test('has names within the limits of host names, or a problem', () => {
    fc.assert(
      fc.property(sizes, names, (size, name) => {
        const { job, rendered } = render(size, name);
        const longest = Math.max(
          ...withJobSets(objectsOf(rendered))
            .flatMap(podNames)
            .map((pod) => pod.length),
        );
        const codes = [...engine.problems(job)].map(({ code }) => code);
        expect(codes).toEqual(longest > 63 ? ['job-name'] : []);
      }),
      RUNS,
    );
  });
});

/** The variables that hold the index of their task. */
const OWN = ['TASK_INDEX', 'PET_NODE_RANK', 'RANK', 'JAX_PROCESS_ID', 'WORKER_INDEX', 'DMLC_WORKER_ID'];

/** The variables and arguments of a task, without its own role and index. */
function clusterOf({ env, args }: Task): string {
  const { TF_CONFIG, ...others } = env;
  const cluster: unknown = TF_CONFIG === undefined ? undefined : JSON.parse(TF_CONFIG).cluster;
  const variables = Object.entries(others).filter(([name]) => ![...OWN, 'DMLC_ROLE'].includes(name));
  return JSON.stringify([cluster, variables, args.filter((arg) => !/^--(job_name|task_index|gc-[a-z]+)=/.test(arg))]);
}

/** Its own index, wherever it is told of it. */
function indexesOf({ env, args }: Task): number[] {
  const config: number[] = env['TF_CONFIG'] === undefined ? [] : [JSON.parse(env['TF_CONFIG']).task.index];
  const variables = OWN.flatMap((name) => env[name] ?? []);
  const flags = args.flatMap((arg) => /^--task_index=(.*)$/.exec(arg)?.[1] ?? []);
  return [...config, ...[...variables, ...flags].map(Number)];
}

/** The hosts that a task is told, without their ports and their domain. They begin with the name of the job. */
function toldHosts({ job, env, command, args }: Task): string[] {
  const host = new RegExp(`(?<![-.\\w])${job}-[-.a-z0-9]*`, 'g');
  return [...Object.values(env), ...command, ...args]
    .flatMap((text) => text.match(host) ?? [])
    .map((each) => each.replace(`.${NAMESPACE}.svc.cluster.local`, ''));
}

/** The hosts that pods have: by a Service of their own from an operator, by the JobSet's, or by one that is emitted. */
function hostsBy(rendered: Rendered): Set<string> {
  return new Set(
    withJobSets(objectsOf(rendered)).flatMap((manifest) => {
      const pods = podNames(manifest).map((pod) => pod.replace(/-xxxxx$/, ''));
      if (manifest.kind === 'JobSet' || manifest.kind === 'MPIJob')
        return pods.map((pod) => `${pod}.${String(manifest.metadata.name)}`);
      if (manifest.kind !== 'Job') return pods;
      const { metadata, spec } = specOf(manifest).template;
      if (spec.subdomain === undefined) return [];
      const service = rendered.before?.find(
        ({ kind, metadata: { name } }) => kind === 'Service' && name === spec.subdomain,
      );
      expect(specOf(service)).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
      expect(metadata.labels).toMatchObject(specOf(service).selector);
      return pods.map((pod) => `${pod}.${spec.subdomain}`);
    }),
  );
}

/** The names of all pods of a job. Operators write the types of roles in small letters. */
function podNames(manifest: Manifest): string[] {
  const name = String(manifest.metadata.name);
  return tasksOf([manifest]).map(({ role, index }) => {
    if (manifest.kind === 'JobSet') return `${name}-${role}-0-${index}-xxxxx`;
    if (manifest.kind === 'Job') return `${name}-${index}-xxxxx`;
    return role === 'launcher' ? `${name}-launcher-xxxxx` : `${name}-${role}-${index}`;
  });
}
