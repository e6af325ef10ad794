import { Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { GpuDriver } from '../../lib/core/hardware/gpu-driver';
import { GpuSharing } from '../../lib/core/hardware/gpu-sharing';
import { NodeImage } from '../../lib/core/hardware/node-image';
import type { INodePool } from '../../lib/core/contracts/node-pool';
import { ClusterAddons } from '../../lib/kubernetes/cluster-addons';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { manifestProblems } from '../conformance/manifest';
import { cpuPool, GKE, gpuPool, OTHER } from '../workload/pools';

interface Named {
  readonly name: string;
}

const names = (named: readonly Named[]) => named.map(({ name }) => name);

const DAEMON_SET = { driver: GpuDriver.DAEMON_SET };

function addons(...pools: INodePool[]) {
  const chart = new ClusterChart(Testing.app(), 'addons', { cluster: GKE });
  new ClusterAddons(chart, 'addons', { pools });
  const manifests = Testing.synth(chart);
  for (const manifest of manifests) expect(manifestProblems(manifest)).toEqual([]);
  return manifests;
}

test('pools whose driver is not left to a DaemonSet ask for nothing', () => {
  expect(addons(cpuPool(), gpuPool({ driver: GpuDriver.DEFAULT }), gpuPool({ driver: GpuDriver.NONE }))).toEqual([]);
});

test("the installer runs on the nodes of its pools, and on no others, with their image family's program", () => {
  const ubuntu = { ...DAEMON_SET, image: NodeImage.UBUNTU };
  const v100 = { poolName: 'v100', nodeLabels: { 'cloud.google.com/gke-nodepool': 'v100' } };
  const manifests = addons(gpuPool(ubuntu), gpuPool({ ...ubuntu, ...v100 }), gpuPool({ poolName: 'other' }));
  expect(manifests).toHaveLength(1);
  const [{ metadata, spec }] = manifests;
  const term = (pool: string) => ({
    matchExpressions: [
      { key: 'cloud.google.com/gke-accelerator', operator: 'Exists' },
      { key: 'cloud.google.com/gke-nodepool', operator: 'In', values: [pool] },
    ],
  });
  expect(metadata).toMatchObject({ name: 'nvidia-driver-installer-ubuntu', namespace: 'kube-system' });
  expect(
    spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms,
  ).toEqual([term('k80'), term('v100')]);
  expect(spec.template.spec.initContainers).toMatchObject([
    { image: 'gke-nvidia-installer:fixed', imagePullPolicy: 'Never', securityContext: { privileged: true } },
  ]);
});

test('Container-Optimized OS, the default, has an installer of its own', () => {
  const manifests = addons(gpuPool(DAEMON_SET), gpuPool({ ...DAEMON_SET, image: NodeImage.UBUNTU }));
  expect(manifests.map(({ metadata }) => metadata.name)).toEqual([
    'nvidia-driver-installer-cos',
    'nvidia-driver-installer-ubuntu',
  ]);
  expect(manifests[0].spec.template.spec).toMatchObject({
    hostNetwork: true,
    hostPID: true,
    initContainers: [{ image: 'cos-nvidia-installer:fixed' }],
  });
});

test('GPUs are cut into partitions after the driver is installed', () => {
  const [{ spec }] = addons(gpuPool({ ...DAEMON_SET, sharing: GpuSharing.mig('1g.5gb') }));
  expect(names(spec.template.spec.initContainers)).toEqual(['install', 'partition']);
});

test('the installer goes before all other pods, and onto tainted nodes', () => {
  for (const { spec } of addons(gpuPool(DAEMON_SET), gpuPool({ ...DAEMON_SET, image: NodeImage.UBUNTU })))
    expect(spec.template.spec).toMatchObject({
      priorityClassName: 'system-node-critical',
      tolerations: [{ operator: 'Exists' }],
    });
});

test('a label that every node with GPUs has is asked for once', () => {
  const nodeLabels = { 'cloud.google.com/gke-accelerator': 'nvidia-tesla-k80', team: 'vision' };
  const [{ spec }] = addons(gpuPool({ ...DAEMON_SET, nodeLabels }));
  const [term] =
    spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
  expect(term.matchExpressions).toEqual([
    { key: 'cloud.google.com/gke-accelerator', operator: 'Exists' },
    { key: 'team', operator: 'In', values: ['vision'] },
  ]);
});

test('on Ubuntu the installer does not cut GPUs', () => {
  const [{ spec }] = addons(gpuPool({ ...DAEMON_SET, image: NodeImage.UBUNTU, sharing: GpuSharing.mig('1g.5gb') }));
  expect(names(spec.template.spec.initContainers)).toEqual(['install']);
  expect(names(spec.template.spec.volumes)).toEqual(['boot', 'dev', 'root']);
});

test('every container says how much it needs, as little as that is while the pod waits', () => {
  const [{ spec }] = addons(gpuPool({ ...DAEMON_SET, sharing: GpuSharing.mig('1g.5gb') }));
  const { initContainers, containers } = spec.template.spec;
  expect([...initContainers, ...containers]).toMatchObject([
    { name: 'install', resources: { requests: { cpu: '150m' } } },
    {
      name: 'partition',
      resources: { requests: { cpu: '150m' } },
      env: [{ name: 'LD_LIBRARY_PATH', value: '/usr/local/nvidia/lib64' }],
    },
    { name: 'pause', resources: { requests: { cpu: '1m' } } },
  ]);
});

test('one pool of several with partitions is enough to have them cut, and none is not', () => {
  const plain = gpuPool(DAEMON_SET);
  const cut = gpuPool({ ...DAEMON_SET, poolName: 'cut', sharing: GpuSharing.mig('1g.5gb') });
  const containers = (...pools: INodePool[]) => names(addons(...pools)[0].spec.template.spec.initContainers);
  expect(containers(plain, cut)).toEqual(['install', 'partition']);
  expect(containers(plain)).toEqual(['install']);
});

test('every folder that a container mounts is a volume of the pod', () => {
  for (const { spec } of addons(
    gpuPool({ ...DAEMON_SET, sharing: GpuSharing.mig('1g.5gb') }),
    gpuPool({ ...DAEMON_SET, image: NodeImage.UBUNTU }),
  )) {
    const containers: { volumeMounts: Named[] }[] = spec.template.spec.initContainers;
    const mounted = containers.flatMap(({ volumeMounts }) => names(volumeMounts));
    expect(new Set(mounted)).toEqual(new Set(names(spec.template.spec.volumes)));
  }
});

test("fails: a pool of another cluster is not the chart's (pool-cluster)", () => {
  expect(() => addons(cpuPool({ cluster: OTHER }))).toThrow(
    'pool "cpu" is of cluster "other", but the chart is for cluster "main": list pools of cluster "main" only, and give "other" a chart with ClusterAddons of its own (pool-cluster)',
  );
});
