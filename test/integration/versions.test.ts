import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Testing } from 'cdktf';
import { expect, test } from 'vitest';
import {
  Accelerator,
  Bucket,
  Filestore,
  ImageRepository,
  InfrastructureStack,
  Network,
  NodeCount,
  Stage,
  TrainingCluster,
  WorkloadIdentity,
  type NetworkProps,
  type NodePoolOptions,
  type TrainingClusterProps,
} from '../../lib/index';
import { judgedBy, TERRAFORM } from './support/judges';
import { run, type Outcome } from './support/run';
import { TerraformFolder, type Resource } from './support/stack';

// What Terraform does when a program that has been deployed changes.

judgedBy([TERRAFORM]);

const STEADY = { nodes: NodeCount.between(1, 3) };
const T4 = { accelerators: Accelerator.T4.times(1), nodes: NodeCount.between(0, 2) };

test('with a generation, a new cluster would be made before the old one of its name is gone; without one it is made after', async () => {
  const version = (generation: number | undefined, maxPodsPerNode: number) =>
    json(
      (cluster) => {
        cluster.addPool('cpu', STEADY);
        cluster.addGpuPool('t4', { ...T4, generation });
      },
      { maxPodsPerNode },
    );
  const terraform = await deployed(version(2, 110));

  expect(await terraform.changes(version(3, 110))).toEqual({ [pool('t4-g3')]: 'create then delete' });
  expect(await terraform.changes(version(3, 64))).toMatchObject({ [CLUSTER]: 'create then delete' });
  expect(await terraform.changes(version(undefined, 64))).toEqual({
    [CLUSTER]: 'delete then create',
    [pool('cpu')]: 'delete then create',
    [pool('t4')]: 'delete then create',
    [pool('system')]: 'delete then create',
  });
  succeeded(await terraform.run('apply', 'plan'));
  expect(await terraform.changes(version(undefined, 64))).toEqual({});
});

test('the first steady pool of a cluster that runs leaves the system pool there', async () => {
  const terraform = await deployed(json((cluster) => cluster.addGpuPool('t4', T4)));
  const steady = json((cluster) => {
    cluster.addGpuPool('t4', T4);
    cluster.addPool('cpu', STEADY);
  });
  expect(await terraform.changes(steady)).toEqual({ [pool('system')]: 'update', [pool('cpu')]: 'create' });
  succeeded(await terraform.run('apply', 'plan'));
  expect(await terraform.changes(steady)).toEqual({});
});

test('a GPU pool that becomes a plain pool is replaced, and then has no GPUs', async () => {
  const machineType = 'n1-standard-4';
  const terraform = await deployed(json((cluster) => cluster.addGpuPool('workers', { ...T4, machineType })));
  const plain = json((cluster) => cluster.addPool('workers', { nodes: T4.nodes, machineType }));
  expect(await terraform.changes(plain)).toEqual({ [pool('workers')]: 'delete then create' });
  succeeded(await terraform.run('apply', 'plan'));
  expect(await terraform.changes(plain)).toEqual({});
});

test('a new network or range takes with it what the page says', async () => {
  const version = (id: string, props: NetworkProps) => {
    const stack = stackOf();
    const network = new Network(stack, id, props);
    new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', network });
    new Filestore(stack, 'files', { location: 'us-central1-a', network });
    return Testing.synth(stack);
  };
  const terraform = await deployed(version('network', {}));
  const subnetwork = 'google_compute_subnetwork lab-network';
  const files = 'google_filestore_instance lab-files';
  const cluster = { [CLUSTER]: 'delete then create', [pool('system')]: 'delete then create' };

  const renamed = await terraform.changes(version('network', { networkName: 'other' }));
  expect(renamed).toMatchObject({ ...cluster, [files]: 'delete then create' });
  expect(await terraform.changes(version('vpc', {}))).toMatchObject({ ...cluster, [files]: 'delete then create' });
  expect(page('infrastructure')).toContain('the network, its clusters, their pools, the Filestore instances in it');

  expect(await terraform.changes(version('network', { primaryRange: '10.0.0.0/19' }))).toEqual({
    [subnetwork]: 'update',
  });
  const moved = await terraform.changes(version('network', { primaryRange: '10.9.0.0/20' }));
  expect(moved).toMatchObject({ ...cluster, [subnetwork]: 'delete then create' });
  expect(moved).not.toHaveProperty([files]);
  expect(page('infrastructure')).toContain('Another range replaces the subnetwork, its clusters and their pools.');
});

test('a BASIC Filestore instance that a protected program drops is destroyed, as the page says; with its construct it is kept', async () => {
  const version = (id: string) => {
    const stack = stackOf(true);
    new Filestore(stack, id, { location: 'us-central1-a', network: new Network(stack, 'network') });
    return Testing.synth(stack);
  };
  const terraform = await deployed(version('files'));
  expect((await terraform.run('destroy', '-auto-approve')).status).toBe(1);
  expect(await terraform.changes(version('other'))).toEqual({
    'google_filestore_instance lab-files': 'delete',
    'google_filestore_instance lab-other': 'create',
  });
  expect(page('infrastructure')).toContain('It would destroy a construct that the program no longer has');
});

test('options of a pool that are left out again are taken back', async () => {
  const version = (options: NodePoolOptions) =>
    json((cluster) => cluster.addPool('workers', { nodes: NodeCount.between(0, 2), ...options }));
  const terraform = await deployed(
    version({ labels: { 'example.com/team': 'vision' }, imageStreaming: true, maxPodsPerNode: 32 }),
  );
  expect(await terraform.changes(version({ maxPodsPerNode: 32 }))).toMatchObject({ [pool('workers')]: 'update' });
  succeeded(await terraform.run('apply', 'plan'));
  expect(nodeConfigOf(await terraform.resources(), 'workers')).toMatchObject({
    labels: { 'managed-by': 'trainyard' },
    gcfs_config: [{ enabled: false }],
  });
  expect(await terraform.changes(version({}))).toMatchObject({ [pool('workers')]: 'delete then create' });
});

test('what audits ask for is turned on and taken back where it is', async () => {
  const version = (isAsked: boolean) => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { privateGoogleApis: isAsked });
    new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', network, security: { apiServerLogs: isAsked } });
    const accessLogs = new Bucket(stack, 'logs');
    new Bucket(stack, 'data', isAsked ? { accessLogs } : {});
    return Testing.synth(stack);
  };
  const terraform = await deployed(version(true));
  expect(await terraform.changes(version(true))).toEqual({});
  expect(await terraform.changes(version(false))).toEqual({
    [CLUSTER]: 'update',
    'google_storage_bucket acme-ml-lab-data': 'update',
    'google_storage_bucket_iam_member ': 'delete',
    'google_dns_managed_zone lab-network': 'delete',
    'google_dns_record_set private.googleapis.com.': 'delete',
    'google_dns_record_set *.googleapis.com.': 'delete',
    'google_project_service ': 'delete',
  });
  succeeded(await terraform.run('apply', 'plan'));
  expect(await terraform.changes(version(false))).toEqual({});
});

test('a state that was lost is imported by the names that docs/importing.md gives', async () => {
  const terraform = await deployed(
    json((cluster, stack) => {
      cluster.addPool('cpu', STEADY);
      new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'digits' });
      new Bucket(stack, 'data');
      new ImageRepository(stack, 'images');
      new Network(stack, 'vpc', { privateGoogleApis: true });
    }),
  );
  const resources = await terraform.resources();
  const [, script = ''] = /^```js\n([\s\S]*?)^```$/m.exec(page('importing')) ?? [];
  writeFileSync(join(terraform.folder, 'imports.mjs'), script);
  await run('node', ['imports.mjs', '.'], { cwd: terraform.folder });
  const { import: blocks } = JSON.parse(readFileSync(join(terraform.folder, 'imports.tf.json'), 'utf8')) as {
    import: { to: string; id: string }[];
  };
  const known = new Map(resources.map(({ address, values }) => [address, values['id']]));
  // Services stay on, and grants can be made twice.
  const again = resources.filter(({ type }) => /_iam_member$|^google_project_service$/.test(type)).length;
  expect(blocks).toHaveLength(resources.length - again);
  expect(blocks.map(({ to, id }) => [to, id])).toEqual(blocks.map(({ to }) => [to, known.get(to)]));
  // Terraform understands the blocks: it finds nothing to import, because all is in the state.
  succeeded(await terraform.run('plan', '-detailed-exitcode'));
});

test('a pool names its cluster as an import writes it: by the short name', async () => {
  const terraform = await deployed(json((cluster) => cluster.addPool('cpu', STEADY)));
  const pools = (await terraform.resources()).filter(({ type }) => type === 'google_container_node_pool');
  expect(pools.map(({ values }) => values['cluster'])).toEqual(['lab-cluster', 'lab-cluster']);
});

const CLUSTER = 'google_container_cluster lab-cluster';

function pool(name: string): string {
  return `google_container_node_pool ${name}`;
}

function page(name: string): string {
  return readFileSync(join(__dirname, `../../docs/${name}.md`), 'utf8');
}

function stackOf(isProtected = false): InfrastructureStack {
  const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1', protected: isProtected });
  return new InfrastructureStack(new App(), 'lab', { stage });
}

/** The JSON of a stack with a cluster. */
function json(
  make: (cluster: TrainingCluster, stack: InfrastructureStack) => unknown,
  props: Partial<TrainingClusterProps> = {},
): string {
  const stack = stackOf();
  make(new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', ...props }), stack);
  return Testing.synth(stack);
}

async function deployed(version: string): Promise<TerraformFolder> {
  const terraform = TerraformFolder.of(version);
  succeeded(await terraform.run('init'));
  succeeded(await terraform.run('apply', '-auto-approve'));
  return terraform;
}

function nodeConfigOf(resources: readonly Resource[], name: string): unknown {
  const found = resources.find(({ type, values }) => type === 'google_container_node_pool' && values['name'] === name);
  const { node_config: [config] = [] } = (found?.values ?? {}) as { node_config?: unknown[] };
  return config;
}

function succeeded({ status, output }: Outcome): void {
  expect(status, output).toBe(0);
}
