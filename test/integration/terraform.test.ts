import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { App, TerraformElement, Testing } from 'cdktf';
import { InfrastructureStack, Stage, TrainingCluster } from '../../lib/index';
import { clusterAlerts } from '../../lib/monitoring';
import { judgedBy, TERRAFORM } from './support/judges';
import { programFolder, stacks, synthesize } from './support/program';
import { attempt, type Outcome } from './support/run';
import { TerraformFolder } from './support/stack';

/** The stacks of apps/main.ts, and whether their stage is protected. */
const STACKS = {
  'inception-dev': false,
  'inception-prod': true,
  'insightface-dev': false,
  'insightface-prod': true,
  'k80-pool-dev': false,
  'mnist-dev': false,
  'mnist-prod': true,
  'pipeline-dev': false,
  'pipeline-pachyderm-dev': false,
  'platform-dev': false,
};

let program = '';
judgedBy([TERRAFORM], async () => {
  program = programFolder();
  await synthesize(program);
});

const folderOf = (folder: string, stack: string) => join(folder, 'cdktf.out/stacks', stack);

test('these are all stacks', () => {
  expect(stacks(program)).toEqual(Object.keys(STACKS));
});

describe.each(Object.entries(STACKS))('stack %s', (stack, isProtected) => {
  test('Terraform makes it, finds nothing more to do, and destroys it', async () => {
    const terraform = new TerraformFolder(folderOf(program, stack));
    await made(terraform);
    if (isProtected) await unprotect(terraform, stack);
    await destroyed(terraform);
  });
});

describe('Filestore instances', () => {
  const STORAGE = 'test/integration/programs/storage.ts';

  test('Terraform makes them, finds nothing more to do, and destroys them', async () => {
    const open = programFolder();
    await synthesize(open, STORAGE);
    const terraform = new TerraformFolder(folderOf(open, 'filestore-dev'));
    await made(terraform);
    const instances = (await terraform.resources()).filter(({ type }) => type === 'google_filestore_instance');
    expect(instances.map(({ values }) => [values.name, values.tier])).toEqual([
      ['filestore-dev-copies', 'REGIONAL'],
      ['filestore-dev-files', 'BASIC_HDD'],
    ]);
    await destroyed(terraform);
  });

  test('those of a protected stage are not destroyed before it loses its protection', async () => {
    const [closed, open] = [programFolder(), programFolder()];
    await Promise.all([synthesize(closed, STORAGE), synthesize(open, STORAGE, '--open')]);
    const terraform = new TerraformFolder(folderOf(closed, 'filestore-prod'));
    await made(terraform);
    await refusesDestruction(terraform, 'google_filestore_instance.files');
    terraform.take(folderOf(open, 'filestore-prod'));
    succeeded(await terraform.run('apply', '-auto-approve'));
    await destroyed(terraform);
  });
});

test('addresses of gateways of each reach are made with the records and certificates of their hosts, and destroyed', async () => {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/gke-gateway.ts');
  const terraform = new TerraformFolder(folderOf(folder, 'gke-gateway-dev'));
  await made(terraform);
  const all = await terraform.resources();
  const namesOf = (type: string) => all.filter((each) => each.type === type).map(({ values }) => values.name);
  expect(namesOf('google_compute_global_address')).toEqual(['gke-gateway-dev-global']);
  expect(namesOf('google_compute_address')).toEqual(['gke-gateway-dev-internal', 'gke-gateway-dev-regional']);
  expect(namesOf('google_dns_record_set')).toHaveLength(7);
  expect(namesOf('google_certificate_manager_certificate_map_entry')).toHaveLength(2);
  await destroyed(terraform);
});

describe('databases', () => {
  const PROGRAM = 'test/integration/programs/sql-database.ts';

  test('Terraform makes one with its user and its private connection, finds nothing more to do, and destroys it', async (context) => {
    const folder = programFolder();
    await synthesize(folder, PROGRAM);
    const terraform = new TerraformFolder(folderOf(folder, 'runs-dev'));
    if (await lacks(terraform, 'google_sql_database')) context.skip('the provider that makes nothing has no databases');
    await made(terraform);
    const all = await terraform.resources();
    const valuesOf = (type: string) => all.filter((each) => each.type === type).map(({ values }) => values);
    expect(valuesOf('google_sql_database_instance')[0]).toMatchObject({ name: 'runs-dev-runs', region: 'us-central1' });
    expect(valuesOf('google_sql_user').map(({ name }) => name)).toEqual(['runs-dev-registry@acme-ml-dev.iam']);
    expect(valuesOf('google_service_networking_connection')[0]).toMatchObject({
      reserved_peering_ranges: ['runs-dev-cluster-network-services'],
    });
    await destroyed(terraform);
  });

  test('that of a protected stage is not destroyed before it loses its protection', async (context) => {
    const [closed, open] = [programFolder(), programFolder()];
    await Promise.all([synthesize(closed, PROGRAM), synthesize(open, PROGRAM, '--open')]);
    const terraform = new TerraformFolder(folderOf(closed, 'runs-prod'));
    if (await lacks(terraform, 'google_sql_database')) context.skip('the provider that makes nothing has no databases');
    await made(terraform);
    await refusesDestruction(terraform, 'google_sql_database_instance.runs');
    terraform.take(folderOf(open, 'runs-prod'));
    succeeded(await terraform.run('apply', '-auto-approve'));
    await destroyed(terraform);
  });
});

test('alerts, channels of each type, a dashboard, a budget and a copy of logs are made, and destroyed; tokens come from the environment', async () => {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/monitoring.ts');
  const terraform = new TerraformFolder(folderOf(folder, 'monitoring-dev'));
  for (const name of ['chat', 'duty', 'hook']) vi.stubEnv(`TF_VAR_${name}_token`, `secret-${name}`);
  await made(terraform);
  const all = await terraform.resources();
  const valuesOf = (type: string) => all.filter((each) => each.type === type).map(({ values }) => values);
  expect(valuesOf('google_monitoring_alert_policy')).toHaveLength(clusterAlerts().length + 2);
  const dashboard = String(valuesOf('google_monitoring_dashboard')[0]?.dashboard_json);
  expect(dashboard).toContain('"${metric.labels.namespace}"');
  const channels = valuesOf('google_monitoring_notification_channel').map(({ type }) => type);
  expect(channels.sort()).toEqual(['email', 'pagerduty', 'pubsub', 'slack', 'webhook_basicauth']);
  expect(valuesOf('google_billing_budget')).toHaveLength(1);
  expect(valuesOf('google_billing_budget')[0]?.all_updates_rule).toMatchObject([
    { monitoring_notification_channels: { length: 1 } },
  ]);
  expect(valuesOf('google_logging_project_bucket_config')[0]).toMatchObject({
    bucket_id: '_Default',
    retention_days: 90,
  });
  const [sink] = valuesOf('google_logging_project_sink');
  const members = valuesOf('google_storage_bucket_iam_member').map(({ member }) => member);
  expect(members).toEqual([sink?.writer_identity]);
  await destroyed(terraform);
  vi.unstubAllEnvs();
});

test('a copy of logs in BigQuery is made, and destroyed', async (context) => {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/monitoring.ts', '--tables');
  const terraform = new TerraformFolder(folderOf(folder, 'monitoring-dev'));
  for (const name of ['chat', 'duty', 'hook']) vi.stubEnv(`TF_VAR_${name}_token`, `secret-${name}`);
  if (await lacks(terraform, 'google_bigquery_dataset'))
    context.skip('the provider that makes nothing has no BigQuery');
  await made(terraform);
  const writers = (await terraform.resources()).filter(({ type }) => type === 'google_bigquery_dataset_iam_member');
  expect(writers.map(({ values }) => values.dataset_id)).toEqual(['monitoring_dev_logs']);
  await destroyed(terraform);
  vi.unstubAllEnvs();
});

/** Overrides of a pool and of a bucket, and the name that neither Terraform nor synthesis takes. */
const OVERRIDES: readonly (readonly [path: string, value: unknown, refused?: string])[] = [
  ['node_config.local_ssd_count', 0],
  ['network_config.additional_node_network_configs', [{ network: 'gpus', subnetwork: 'gpus' }]],
  ['dynamic.placement_policy', { for_each: ['a'], content: { type: 'COMPACT' } }],
  ['lifecycle.ignore_changes', ['node_config[0].oauth_scopes']],
  ['node_config.min_cpu_platfrom', 'Intel Ice Lake', 'min_cpu_platfrom'],
  ['nodeConfig.spot', true, 'nodeConfig'],
  ['spot', true, 'spot'],
  ['network_config.accelerator_network_profile', 'auto', 'accelerator_network_profile'],
  ['dynamic.placement_policy', { for_each: ['a'], content: { typ: 'COMPACT' } }, 'typ'],
  ['self_link', 'mine', 'self_link'],
];

test.each(OVERRIDES.map((override) => [override[0], override] as const))(
  'an override of %s is refused by Terraform and by synthesis alike, or by neither',
  async (path, [, value, refused]) => {
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1' });
    const stack = new InfrastructureStack(Testing.stubVersion(new App({ stackTraces: false })), 'lab', { stage });
    const pool = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a' }).addPool('cpu');
    if (TerraformElement.isTerraformElement(pool.node.defaultChild)) pool.node.defaultChild.addOverride(path, value);
    const terraform = TerraformFolder.of(Testing.synth(stack));
    succeeded(await terraform.run('init'));
    const { status, output } = await terraform.run('validate');
    const told = stack.node.validate().join();
    if (refused === undefined) expect([status, told]).toEqual([0, '']);
    else {
      expect([status, output]).toEqual([1, expect.stringContaining(`"${refused}"`)]);
      expect(told).toMatch(new RegExp(`sets (\\S+\\.)?${refused}, .*\\(override-argument\\)$`));
    }
  },
);

/** True if the provider that makes nothing does not know a type of resource. */
async function lacks(terraform: TerraformFolder, type: string): Promise<boolean> {
  succeeded(await terraform.run('init'));
  const { output } = await terraform.run('validate');
  return output.includes('Invalid resource type') && output.includes(`"${type}"`);
}

async function made(terraform: TerraformFolder): Promise<void> {
  succeeded(await terraform.run('init'));
  succeeded(await terraform.run('validate'));
  succeeded(await terraform.run('plan', '-out=plan'));
  succeeded(await terraform.run('apply', 'plan'));
  // 0: nothing to change; 2: something.
  succeeded(await terraform.run('plan', '-detailed-exitcode'));
}

async function destroyed(terraform: TerraformFolder): Promise<void> {
  succeeded(await terraform.run('destroy', '-auto-approve'));
  expect((await terraform.run('state', 'list')).stdout).toBe('');
}

async function refusesDestruction(terraform: TerraformFolder, resource: string): Promise<void> {
  const before = (await terraform.run('state', 'list')).stdout;
  const { status, output } = await terraform.run('destroy', '-auto-approve');
  expect([status, output]).toEqual([1, expect.stringContaining(resource)]);
  expect((await terraform.run('state', 'list')).stdout).toBe(before);
}

/** First that nothing is lost while the stage is protected, then the two steps that DEPLOY.md tells of. */
async function unprotect(terraform: TerraformFolder, stack: string): Promise<void> {
  await refusesDestruction(terraform, 'google_container_cluster.');

  const guide = readFileSync(join(program, 'dist', stack, 'DEPLOY.md'), 'utf8');
  expect(guide).toContain('set `protected: false`');
  const open = programFolder();
  const stages = join(open, 'apps/stages.ts');
  writeFileSync(stages, readFileSync(stages, 'utf8').replace('protected: true', 'protected: false'));
  await synthesize(open);
  terraform.take(folderOf(open, stack));
  succeeded(await terraform.run('apply', '-auto-approve'));
}

test('cdktf deploys a stack, finds no difference, and destroys it; the state is kept in the folder of the program', async () => {
  const folder = programFolder();
  const cdktf = (...args: string[]) => attempt('npx', ['cdktf', ...args], { cwd: folder });
  const unattended = ['--auto-approve', '--skip-provider-lock'];
  const state = join(folder, 'state/k80-pool-dev.tfstate');

  succeeded(await cdktf('deploy', 'k80-pool-dev', ...unattended));
  expect(resourcesIn(state)).toBeGreaterThan(0);
  const same = await cdktf('diff', 'k80-pool-dev', '--skip-provider-lock');
  expect([same.status, same.output]).toEqual([0, expect.stringMatching(/No changes/)]);
  succeeded(await cdktf('destroy', 'k80-pool-dev', ...unattended));
  expect(resourcesIn(state)).toBe(0);
});

test('an application that got another name keeps its state, and nothing of it changes', async () => {
  const folder = programFolder();
  const terraform = (stack: string, ...args: string[]) =>
    attempt('terraform', [`-chdir=${folderOf(folder, stack)}`, ...args, '-no-color']);

  await synthesize(folder);
  succeeded(await terraform('mnist-dev', 'init'));
  succeeded(await terraform('mnist-dev', 'apply', '-auto-approve'));
  expect(existsSync(join(folder, 'state/mnist-dev.tfstate'))).toBe(true);

  await synthesize(folder, 'test/integration/programs/renamed.ts');
  succeeded(await terraform('digits-dev', 'init'));
  succeeded(await terraform('digits-dev', 'plan', '-detailed-exitcode'));
});

function succeeded({ status, output }: Outcome): void {
  expect(status, output).toBe(0);
}

function resourcesIn(state: string): number {
  const { resources } = JSON.parse(readFileSync(state, 'utf8')) as { resources: unknown[] };
  return resources.length;
}
