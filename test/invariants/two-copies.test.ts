import { Size } from 'cdk8s';
import { App, Testing } from 'cdktf';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as ours from '../../lib/index';

type Library = typeof ours;
let theirs: Library;
const folder = mkdtempSync(join(tmpdir(), 'trainyard-copies-'));

beforeAll(async () => {
  vi.resetModules();
  theirs = await vi.importActual<Library>('../../lib/index');
  expect(theirs.Platform).not.toBe(ours.Platform);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A program whose platform, infrastructure and workloads come from copies of the library; what it ends with. */
function endOf([platformOf, infrastructureOf, workloadsOf]: readonly Library[], right: boolean, strict: boolean) {
  if (!platformOf || !infrastructureOf || !workloadsOf) throw new Error('name three copies');
  const platform = new platformOf.Platform({
    strict,
    manifestFolder: join(folder, 'dist'),
    stackFolder: join(folder, 'cdktf.out'),
  });
  const stage = new platformOf.Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1' });
  const { stack, kubernetes } = platform.stage(stage, 'copies');
  const { Accelerator, Operator, TrainingCluster, WorkloadIdentity } = infrastructureOf;
  const cluster = new TrainingCluster(stack, 'cluster', {
    location: 'us-central1-a',
    operators: [Operator.TRAINING],
    // Another copy may give values as well.
    maintenance: workloadsOf.MaintenanceWindow.daily('04:00'),
  });
  const pool = cluster.addGpuPool('k80', {
    accelerators: Accelerator.K80.times(1),
    nodes: workloadsOf.NodeCount.between(0, right ? 8 : 2),
    taints: [platformOf.Taint.of('acme.com/team', 'a')],
  });
  infrastructureOf.acknowledge(cluster, 'machine-type-zone', 'the K80 is shown on purpose');
  const identity = new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'train' });
  const chart = new workloadsOf.ClusterChart(kubernetes, 'training', { cluster, namespace: 'train' });
  const otherChart = new infrastructureOf.ClusterChart(kubernetes, 'more', { cluster, namespace: 'train' });
  for (const [library, scope] of [
    [workloadsOf, chart],
    [infrastructureOf, otherChart],
  ] as const) {
    new library.DistributedTrainingJob(scope, scope === chart ? 'a' : 'b', {
      image: 'train:latest',
      pool,
      workers: 4,
      identity,
      mounts: [workloadsOf.Mount.memory(Size.mebibytes(64))],
      env: { NODE: platformOf.EnvValue.fromField('spec.nodeName') },
      strategy: library.TensorFlow.multiWorkerMirrored(),
    });
  }
  try {
    return { advice: platform.synth().advice };
  } catch (error) {
    if (!platformOf.SynthesisError.isSynthesisError(error)) throw error;
    return { problems: error.problems.map(platformOf.formatProblemAt) };
  }
}

describe('a program built by two copies of the library ends as with one', () => {
  const endings = (right: boolean, strict: boolean) => {
    const one = endOf([ours, ours, ours], right, strict);
    const mixed = [
      [ours, ours, theirs],
      [ours, theirs, ours],
      [ours, theirs, theirs],
      [theirs, ours, ours],
    ].map((copies) => endOf(copies, right, strict));
    return { one, mixed };
  };

  test('well, with the same advice', () => {
    const { one, mixed } = endings(true, false);
    expect(one.advice?.join('\n')).toMatch(/\(accelerator-retired\)[^]*\(image-tag\)/);
    for (const end of mixed) expect(end).toEqual(one);
  });

  test('fails: under strict, for the same advice (accelerator-retired)', () => {
    const { one, mixed } = endings(true, true);
    expect(one.problems?.join('\n')).toContain('(accelerator-retired)');
    for (const end of mixed) expect(end).toEqual(one);
  });

  test('fails: with the same problems (gpu-capacity)', () => {
    const { one, mixed } = endings(false, false);
    expect(one.problems?.join('\n')).toContain('(gpu-capacity)');
    for (const end of mixed) expect(end).toEqual(one);
  });
});

test('a stack keeps what another copy of the library makes in it as safe as its own', () => {
  const stage = new ours.Stage({
    name: 'prod',
    project: 'acme-ml',
    region: 'us-east1',
    labels: { team: 'a' },
    protected: true,
  });
  const stack = new ours.InfrastructureStack(Testing.stubVersion(new App()), 'prod', { stage });
  new theirs.TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });
  expect(JSON.parse(Testing.synth(stack))).toMatchObject({
    resource: {
      google_container_cluster: {
        cluster_611F8AFF: { deletion_protection: true, resource_labels: { team: 'a' } },
      },
    },
  });
});
