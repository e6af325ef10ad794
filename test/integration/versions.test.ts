import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformResource, Testing } from 'cdktf';
import { describe, expect, test } from 'vitest';
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
import { SystemPool } from '../../lib/infrastructure/index';
import { judgedBy, TERRAFORM } from './support/judges';
import { run, type Outcome } from './support/run';
import { TerraformFolder, type Resource } from './support/stack';

// What Terraform does when a program that has been deployed changes.

judgedBy([TERRAFORM]);

const AGAIN = 'delete then create';
const SCOPES = 'https://www.googleapis.com/auth';
const STEADY = { nodes: NodeCount.between(1, 3) };
const T4 = { accelerators: Accelerator.T4.times(1), nodes: NodeCount.between(0, 2) };

describe('a pool in another generation', () => {
  const version = (options: NodePoolOptions, props: Partial<TrainingClusterProps> = {}) =>
    json((cluster) => {
      cluster.addPool('cpu', STEADY);
      cluster.addGpuPool('t4', { ...T4, ...options });
    }, props);

  test('is made beside the former one, which is destroyed when the program keeps it no longer', async () => {
    const terraform = await deployed(version({}));
    const both = version({ generation: 2, keepGeneration: 1, secureBoot: false });
    await becomes(terraform, both, { [pool('t4-g2')]: 'create' });
    await becomes(terraform, version({ generation: 2, secureBoot: false }), { [pool('t4')]: 'delete' });
    await becomes(terraform, version({ generation: 3, keepGeneration: 2 }), { [pool('t4-g3')]: 'create' });
    await becomes(terraform, version({ generation: 3 }), { [pool('t4-g2')]: 'delete' });
  });

  test('replaces the former one if that is not kept: two names, and the old one goes first', async () => {
    const terraform = await deployed(version({}));
    await becomes(terraform, version({ generation: 2 }), { [pool('t4-g2')]: 'delete then create' });
  });

  const ALL_POOLS = { [pool('cpu')]: AGAIN, [pool('t4-g2')]: AGAIN, [pool('system')]: AGAIN };

  test('lets a cluster with another maxPodsPerNode come after the old one is gone: they have one name', async () => {
    const terraform = await deployed(version({ generation: 2 }));
    const next = version({ generation: 2 }, { maxPodsPerNode: 64 });
    expectOrder(await becomes(terraform, next, { [CLUSTER]: AGAIN, ...ALL_POOLS }));
  });

  test('lets a network be replaced, with its cluster', async () => {
    const inNetwork = (networkName: string) =>
      json((cluster) => cluster.addPool('cpu', { ...STEADY, generation: 2 }), {}, networkName);
    const terraform = await deployed(inNetwork('one'));
    const of = (type: string) => ({ [`google_compute_${type} two`]: AGAIN });
    const changes = { ...of('network'), ...of('subnetwork'), ...of('router'), ...of('router_nat') };
    const pools = { [pool('cpu-g2')]: AGAIN, [pool('system')]: AGAIN };
    expectOrder(await becomes(terraform, inNetwork('two'), { ...changes, [CLUSTER]: AGAIN, ...pools }));
  });

  test('of the system pool is made beside the former one', async () => {
    const system = (systemPool: SystemPool, maxPodsPerNode = 110) =>
      json((cluster) => cluster.addGpuPool('t4', T4), { systemPool, maxPodsPerNode });
    const terraform = await deployed(system(SystemPool.AUTOMATIC));
    const both = SystemPool.AUTOMATIC.inGeneration(2, 1);
    await becomes(terraform, system(both), { [pool('system-g2')]: 'create' });
    const second = SystemPool.AUTOMATIC.inGeneration(2);
    await becomes(terraform, system(second), { [pool('system')]: 'delete' });
    const replaced = { [CLUSTER]: AGAIN, [pool('system-g2')]: AGAIN, [pool('t4')]: AGAIN };
    await becomes(terraform, system(second, 64), replaced);
  });

  test('is found by a state of the version before, where one address had all generations', async () => {
    const terraform = await deployed(asBefore(version({ generation: 2 })));
    const before = await terraform.resources();
    expect(before.find(({ values }) => values['name'] === 't4-g2')?.address).toBe(FIRST_T4);
    // The old state says create_before_destroy of the cluster and of all that the pool waited for.
    const next = version({ generation: 2 }, { maxPodsPerNode: 64 });
    expectOrder(await becomes(terraform, next, { [CLUSTER]: AGAIN, ...ALL_POOLS }));
    const again = await deployed(asBefore(version({ generation: 2 })));
    await becomes(again, version({ generation: 2 }), {});
    await becomes(again, version({ generation: 3, keepGeneration: 2 }), { [pool('t4-g3')]: 'create' });
    await becomes(again, version({ generation: 3 }), { [pool('t4-g2')]: 'delete' });
  });

  const FIRST_T4 = 'google_container_node_pool.cluster_t4_0EC8E2FA';

  /** The JSON of a program with a second generation as the version before wrote it. */
  function asBefore(text: string): string {
    const { moved, ...stack } = JSON.parse(text);
    const pools = stack.resource.google_container_node_pool;
    const [id] = Object.keys(pools).filter((each) => each.includes('_g2_'));
    const { [String(id)]: second, ...others } = pools;
    second.lifecycle.create_before_destroy = true;
    expect(moved).toEqual([{ from: FIRST_T4, to: `google_container_node_pool.${String(id)}` }]);
    stack.resource.google_container_node_pool = { ...others, [FIRST_T4.split('.')[1] ?? '']: second };
    return JSON.stringify(stack);
  }
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

test('an image repository of a protected stage is not destroyed: Terraform stops at the plan and names it', async () => {
  const version = (location?: string) => {
    const stack = stackOf(true);
    new ImageRepository(stack, 'images', { location });
    return Testing.synth(stack);
  };
  const terraform = await deployed(version());
  const refused = [await terraform.run('destroy', '-auto-approve')];
  terraform.take(TerraformFolder.of(version('us')).folder);
  refused.push(await terraform.run('plan'));
  for (const { status, output } of refused)
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/google_artifact_registry_repository\.images_\w+ has\s/),
    ]);
  expect(await terraform.changes(version())).toEqual({});
  expect(page('infrastructure')).toContain('clusters, buckets, Filestore instances, databases and image repositories');
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
    const security = { apiServerLogs: isAsked, binaryAuthorization: isAsked };
    new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', network, security });
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
  // The provider takes a block that is gone for no change.
  const cluster = (await terraform.resources()).find(({ type }) => type === 'google_container_cluster');
  expect(cluster?.values['binary_authorization']).toEqual([expect.objectContaining({ evaluation_mode: 'DISABLED' })]);
});

test('a state that was lost is imported by the names that docs/importing.md gives', async () => {
  const terraform = await deployed(
    json((cluster, stack) => {
      cluster.addPool('cpu', STEADY);
      new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'digits' });
      new Bucket(stack, 'data');
      new ImageRepository(stack, 'images');
      new Filestore(stack, 'files', { location: 'us-central1-a', network: cluster.network });
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

test('a pool that was made by hand is not replaced by what the page says of it', async () => {
  const [, options = '', override = ''] =
    /addPool\('cpu', (\{[\s\S]*?\n {2}\})\);[\s\S]*?addOverride\((.*)\);/.exec(page('importing')) ?? [];
  expect(options).toContain("secureBoot: false,\n    serviceAccount: 'default',\n    maxPodsPerNode: 110,");
  expect(override).toBe("'lifecycle.ignore_changes', ['node_config[0].oauth_scopes']");
  const taken = { poolName: 'by-hand', ...STEADY, secureBoot: false, serviceAccount: 'default', maxPodsPerNode: 110 };
  const version = (more: NodePoolOptions = {}) =>
    json((cluster) => {
      const resource = cluster.addPool('cpu', { ...taken, ...more }).node.defaultChild;
      if (!TerraformResource.isTerraformResource(resource)) throw new Error('a pool has a resource');
      resource.addOverride('lifecycle.ignore_changes', ['node_config[0].oauth_scopes']);
    });
  const byHand = JSON.parse(version());
  const pools: Record<string, Record<string, unknown>> = byHand.resource.google_container_node_pool;
  const made = Object.values(pools).find(({ name }) => name === 'by-hand');
  // The defaults of gcloud. Terraform knows of no accelerator in either.
  Object.assign(made ?? {}, {
    upgrade_settings: undefined,
    node_config: {
      machine_type: 'e2-standard-4',
      service_account: 'default',
      oauth_scopes: ['devstorage.read_only', 'logging.write', 'monitoring'].map((scope) => `${SCOPES}/${scope}`),
      metadata: { 'disable-legacy-endpoints': 'true' },
      shielded_instance_config: { enable_secure_boot: false, enable_integrity_monitoring: true },
      guest_accelerator: [{ count: 0, type: '' }],
    },
  });
  const terraform = await deployed(JSON.stringify(byHand));
  expect(await terraform.changes(version())).toEqual({ [pool('by-hand')]: 'update' });
  for (const other of [{ secureBoot: true }, { serviceAccount: 'a@b.iam.gserviceaccount.com' }])
    expect(await terraform.changes(version(other))).toEqual({ [pool('by-hand')]: AGAIN });
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
  networkName?: string,
): string {
  const stack = stackOf();
  const network = networkName === undefined ? undefined : new Network(stack, 'network', { networkName });
  make(new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', network, ...props }), stack);
  return Testing.synth(stack);
}

async function deployed(version: string): Promise<TerraformFolder> {
  const terraform = TerraformFolder.of(version);
  succeeded(await terraform.run('init'));
  succeeded(await terraform.run('apply', '-auto-approve'));
  return terraform;
}

/** Goes on to another version of the program, after which there is nothing more to do. */
async function becomes(terraform: TerraformFolder, version: string, changes: Record<string, string>): Promise<string> {
  expect(await terraform.changes(version)).toEqual(changes);
  const applied = await terraform.run('apply', 'plan');
  succeeded(applied);
  expect(await terraform.changes(version)).toEqual({});
  return applied.output;
}

/** What Terraform said of a new cluster: it was made when the old one was gone. */
function expectOrder(said: string): void {
  const cluster = /google_container_cluster\S+: (Creating|Destruction complete)/g;
  expect([...said.matchAll(cluster)].map(([, what]) => what)).toEqual(['Destruction complete', 'Creating']);
}

function nodeConfigOf(resources: readonly Resource[], name: string): unknown {
  const found = resources.find(({ type, values }) => type === 'google_container_node_pool' && values['name'] === name);
  const { node_config: [config] = [] } = (found?.values ?? {}) as { node_config?: unknown[] };
  return config;
}

function succeeded({ status, output }: Outcome): void {
  expect(status, output).toBe(0);
}
