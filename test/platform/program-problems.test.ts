import { describe, expect, test, vi } from 'vitest';
import { Size } from 'cdk8s';
import { Construct } from 'constructs';
import {
  Accelerator,
  Bucket,
  ClusterChart,
  ControlPlaneAccess,
  DistributedTrainingJob,
  ImageRepository,
  LocalSsd,
  MaintenanceWindow,
  Mount,
  NodeCount,
  Platform,
  PodUser,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TerraformState,
  TensorFlow,
  TrainingCluster,
  UpgradeStrategy,
  WorkloadIdentity,
} from '../../lib/index';
import { addWorkload, checkAtSynth, renderPodTemplate, resolveTask } from '../../lib/extend';
import { SystemPool } from '../../lib/infrastructure/index';
import { objectOf } from '../../lib/kubernetes/kinds/kind';
import { cluster, configMap, DEV, LOCAL, output, problemsOf } from './programs';
import { DEPLOYMENT } from '../../lib/kubernetes/kinds/core';

const BAD = { code: 'acme-bad', message: 'a is 1', fix: 'set a to 2' };

/** A good program: a stack, and two charts. */
function good(platform: Platform): void {
  const deployment = platform.stage(DEV, 'mnist');
  cluster(deployment);
  configMap(deployment, { a: '1' }, 'one');
  configMap(deployment, { a: '2' }, 'two');
}

describe('wrong programs', () => {
  test('fails: problems of both trees and all deployments come together, each with its path', () => {
    const platform = output().platform();
    for (const application of ['a', 'b']) {
      const deployment = platform.stage(DEV, application);
      checkAtSynth(cluster(deployment), () => [BAD]);
      checkAtSynth(configMap(deployment, {}), () => [BAD, { ...BAD, message: 'b is 1' }]);
    }
    expect(problemsOf(() => platform.synth())).toEqual([
      '[a-dev/cluster] a is 1: set a to 2 (acme-bad)',
      '[b-dev/cluster] a is 1: set a to 2 (acme-bad)',
      '[a-dev/settings/config] a is 1: set a to 2 (acme-bad)',
      '[a-dev/settings/config] b is 1: set a to 2 (acme-bad)',
      '[b-dev/settings/config] a is 1: set a to 2 (acme-bad)',
      '[b-dev/settings/config] b is 1: set a to 2 (acme-bad)',
    ]);
  });

  test('fails: validations that users add themselves count as well', () => {
    const platform = output().platform();
    configMap(platform.stage(LOCAL), {}).node.addValidation({ validate: () => ['mine'] });
    expect(problemsOf(() => platform.synth())).toEqual(['[local/settings/config] mine']);
  });

  test('fails: the error says all and has no stack beyond that', () => {
    const platform = output().platform();
    checkAtSynth(configMap(platform.stage(LOCAL), {}), () => [BAD]);
    expect(() => platform.synth()).toThrow(
      expect.objectContaining({
        message: '1 problem(s):\n  [local/settings/config] a is 1: set a to 2 (acme-bad)',
        stack: 'SynthesisError: 1 problem(s):\n  [local/settings/config] a is 1: set a to 2 (acme-bad)',
      }),
    );
  });
});

describe('a program of nothing', () => {
  test('fails: it is refused, and what was written before stands (no-deployment)', () => {
    const out = output();
    const platform = out.platform();
    good(platform);
    platform.synth();
    const before = out.contents();
    expect(() => out.platform().synth()).toThrow(/call platform\.stage.*\(no-deployment\)/);
    expect(out.contents()).toEqual(before);
  });

  test('fails: an asynchronous program is refused before it is written (async-program)', () => {
    const out = output();
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    Platform.run(
      async (platform) => {
        await Promise.resolve();
        good(platform);
      },
      { manifestFolder: out.manifests, stackFolder: out.stacks },
    );
    expect(String(stderr.mock.calls[0]?.[0])).toMatch(
      /\n {2}\[Platform\.run\] .*not async \(async-program\) at test\/.*\n$/,
    );
    expect(process.exitCode).toBe(1);
    expect(out.contents()).toEqual({});
    Platform.run(good, { manifestFolder: out.manifests, stackFolder: out.stacks });
    expect(out.contents()).not.toEqual({});
  });
});

describe('a program with several wrong values', () => {
  function said(build: (platform: Platform) => void): string {
    const out = output();
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    stderr.mockClear();
    Platform.run(build, { manifestFolder: out.manifests, stackFolder: out.stacks });
    const text = stderr.mock.calls.map(([each]) => String(each)).join('');
    stderr.mockRestore();
    expect(process.exitCode).toBe(1);
    expect(out.contents()).toEqual({});
    return text;
  }

  function wrong(platform: Platform): TrainingCluster {
    const { stack } = platform.stage(DEV, 'digits');
    const cluster = new TrainingCluster(stack, 'cluster', {
      location: 'us-east1-c',
      maxPodsPerNode: 7,
      controlPlaneAccess: ControlPlaneAccess.authorizedNetworks(['0.0.0.0/0']),
      maintenance: MaintenanceWindow.daily('noon'),
    });
    new Bucket(stack, 'data', { bucketName: 'Data' });
    new WorkloadIdentity(stack, 'id', { cluster, namespace: 'Digits', roles: ['storage.admin'] });
    return cluster;
  }

  test('fails: one run shows them all, in the order of the program, and writes nothing', () => {
    const lines = said(wrong).trimEnd().split('\n');
    expect(lines[0]).toBe('6 problem(s):');
    expect(lines.slice(1).map((line) => line.replace(/^ {2}\[(.*?)\].*\((.*?)\)( at .*)?$/, '$1 $2'))).toEqual([
      'ControlPlaneAccess.authorizedNetworks control-plane-open',
      'MaintenanceWindow.daily("noon") maintenance-window',
      'digits-dev/cluster max-pods',
      'digits-dev/data bucket-name',
      'digits-dev/id name',
      'digits-dev/id role-form',
    ]);
  });

  test('fails: what ends the program comes last', () => {
    const text = said((platform) => {
      wrong(platform);
      new Bucket(platform.stage(DEV, 'more').kubernetes, 'x');
    });
    expect(text).toMatch(/^7 problem\(s\):\n(.*\n){6} {2}\[.*\(no-stack\)\n$/);
  });

  test('fails: values of constructs and of factories come together, without what follows from them', () => {
    const text = said((platform) => {
      const stage = new Stage({
        name: 'dev',
        project: 'Acme',
        region: 'us-central1-a',
        state: TerraformState.bucket('A'),
      });
      const { stack, kubernetes } = platform.stage(stage, 'digits');
      const cluster = new TrainingCluster(stack, 'cluster', {
        location: 'us-central1-a',
        maxPodsPerNode: 7,
        systemPool: SystemPool.of('f'),
      });
      const cpu = cluster.addPool('cpu', {
        nodes: NodeCount.between(3, 1),
        localSsd: LocalSsd.ephemeral(0),
        upgrade: UpgradeStrategy.surge(0, 0),
      });
      const gpu = cluster.addGpuPool('gpu', { accelerators: Accelerator.T4.times(3) });
      cluster.addPool('cpu');
      const images = new ImageRepository(stack, 'images');
      const identity = new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'Digits' });
      new Bucket(stack, 'data').grantRead(identity);
      const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'digits' });
      new DistributedTrainingJob(chart, 'digits', {
        image: images.imageUri('Digits', '1'),
        pool: gpu,
        identity,
        mounts: [Mount.memory(Size.gibibytes(0)), Mount.configFiles({}, 'etc')],
        strategy: TensorFlow.parameterServer({ parameterServers: { replicas: 0, pool: cpu } }),
        user: PodUser.of(0),
      });
      new DistributedTrainingJob(chart, 'again', {
        image: 'again:1',
        pool: cpu,
        workers: -1,
        strategy: TensorFlow.multiWorkerMirrored(),
      });
      const owner = new Construct(chart, 'task');
      const task = resolveTask(owner, { image: 'A b', pool: gpu });
      renderPodTemplate({ ...task, workloadName: 'task', containerName: 'main', restartPolicy: 'Never' });
      const main = objectOf(DEPLOYMENT, 'task', { selector: {}, template: {} });
      addWorkload(owner, { base: 'task', pods: [{ name: 'task', replicas: 1, ...task }], rendered: { main } });
      new SharedVolume(chart, 'shared', { source: SharedVolumeSource.hostPath('data') });
    });
    const lines = text.trimEnd().split('\n');
    expect(lines.slice(1).map((line) => line.replace(/^ {2}\[(.*?)\] .*\((.*?)\)( at .*)?$/, '$1 $2'))).toEqual([
      'TerraformState.bucket bucket-name',
      'new Stage("dev") project-id',
      'new Stage("dev") stage-form',
      'digits-dev/cluster max-pods',
      'digits-dev/cluster/system machine-type-name',
      'NodeCount.between(3, 1) node-count',
      'LocalSsd.ephemeral(0) local-ssd-count',
      'UpgradeStrategy.surge(0, 0) upgrade-surge',
      'Accelerator.of("nvidia-tesla-t4").times(3) accelerator-count',
      'digits-dev/cluster id-taken',
      'digits-dev/trainer name',
      'imageUri("Digits", "1") image-form',
      'Mount.memory resource-amount',
      'Mount.configFiles mount-path',
      'TensorFlow.parameterServer replicas',
      'PodUser.of pod-user',
      'digits-dev/training/again replicas',
      'digits-dev/training/task image-form',
      'SharedVolumeSource.hostPath shared-volume-path',
    ]);
  });

  test('fails: an error that follows from them does not hide them', () => {
    const text = said((platform) => {
      wrong(platform);
      throw new TypeError('oops');
    });
    expect(text).toMatch(/^6 problem\(s\):\n/);
  });

  test('fails: without Platform.run each is refused where it is written', () => {
    expect(() => wrong(output().platform())).toThrow(/\(control-plane-open\)$/);
  });
});
