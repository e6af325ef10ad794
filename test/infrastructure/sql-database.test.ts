import { expect, test } from 'vitest';
import { guideSteps } from '../../lib/core/contracts/guide';
import { Network } from '../../lib/infrastructure/network';
import { SqlDatabase, type SqlDatabaseProps } from '../../lib/infrastructure/sql-database';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { terraformProblems } from '../conformance/terraform';
import { Testing } from 'cdktf';
import { all, messageOf, only, problemsOf, refusedFor, stackOf, twoStacks } from './synthesized';

const NAMES = { network: 'main', subnetwork: 'main', podRangeName: 'pods', serviceRangeName: 'services' };
const EXISTING = Network.fromAttributes({ ...NAMES, privateServices: true });
const cluster = TrainingCluster.fromAttributes({
  ...{ clusterName: 'digits', location: 'us-east1-b', project: 'acme-ml' },
});

function database(props: Partial<SqlDatabaseProps> = {}, stack = stackOf()): SqlDatabase {
  return new SqlDatabase(stack, 'runs', { network: EXISTING, ...props });
}

/** The instance that is written. */
function written(props: Partial<SqlDatabaseProps> = {}, isProtected = false) {
  const stack = stackOf({ protected: isProtected, labels: { team: 'ml' } });
  database(props, stack);
  return only(stack, 'google_sql_database_instance');
}

test('a database is private, is backed up, and lets accounts of Google sign in', () => {
  expect(written()).toMatchObject({
    ...{ name: 'mnist-dev-runs', project: 'acme-ml', region: 'us-east1', database_version: 'POSTGRES_17' },
    deletion_protection: false,
    settings: {
      ...{ edition: 'ENTERPRISE', tier: 'db-custom-1-3840', availability_type: 'ZONAL', disk_autoresize: true },
      user_labels: { team: 'ml' },
      backup_configuration: {
        ...{ enabled: true, point_in_time_recovery_enabled: true },
        backup_retention_settings: { retained_backups: 7 },
      },
      ip_configuration: {
        ...{ ipv4_enabled: false, ssl_mode: 'ENCRYPTED_ONLY' },
        private_network: 'projects/acme-ml/global/networks/main',
      },
      database_flags: [{ name: 'cloudsql.iam_authentication', value: 'on' }],
      maintenance_window: { day: 7, hour: 3, update_track: 'stable' },
    },
  });
  expect(written()).not.toHaveProperty('lifecycle');
});

test('its facts are known before it exists', () => {
  const made = database({ databaseName: 'mlflow' });
  expect(made).toMatchObject({ connectionName: 'acme-ml:us-east1:mnist-dev-runs', databaseName: 'mlflow', users: [] });
  const facts = { connectionName: 'a:b:c', databaseName: 'd' };
  expect(SqlDatabase.fromAttributes(facts)).toEqual(facts);
});

test('in a protected stage neither Terraform nor Google destroys it; a construct may have another protection', () => {
  expect(written({}, true)).toMatchObject({
    ...{ deletion_protection: true, lifecycle: { prevent_destroy: true } },
    settings: { deletion_protection_enabled: true },
  });
  expect(written({ deletionProtection: false }, true)).toMatchObject({ deletion_protection: false });
});

test('what is asked for is written', () => {
  const asked = { tier: 'db-custom-4-15360', availabilityType: 'REGIONAL', retainedBackups: 30 } as const;
  expect(written({ ...asked, version: 'POSTGRES_16', maintenance: { day: 'MO', hour: 22 } })).toMatchObject({
    database_version: 'POSTGRES_16',
    settings: {
      ...{ tier: 'db-custom-4-15360', availability_type: 'REGIONAL' },
      backup_configuration: { backup_retention_settings: { retained_backups: 30 } },
      maintenance_window: { day: 1, hour: 22 },
    },
  });
});

test('a network of the program gets one private connection, which all its databases wait for', () => {
  const stack = stackOf();
  const network = new Network(stack, 'network');
  database({ network }, stack);
  new SqlDatabase(stack, 'more', { network });
  expect(only(stack, 'google_service_networking_connection')).toMatchObject({
    ...{ service: 'servicenetworking.googleapis.com', deletion_policy: 'ABANDON' },
    reserved_peering_ranges: [expect.stringMatching(/^\$\{google_compute_global_address\..*\.name\}$/)],
  });
  expect(only(stack, 'google_compute_global_address')).toMatchObject({
    ...{ name: 'mnist-dev-network-services', purpose: 'VPC_PEERING', address_type: 'INTERNAL', prefix_length: 20 },
  });
  for (const instance of all(stack, 'google_sql_database_instance')) {
    expect(instance['depends_on']).toContainEqual(
      expect.stringMatching(/^google_service_networking_connection\.network_private-services/),
    );
  }
  const services = all(stack, 'google_project_service').map(({ service }) => service);
  expect(services).toEqual(
    expect.arrayContaining(['sqladmin.googleapis.com', 'servicenetworking.googleapis.com', 'compute.googleapis.com']),
  );
  expect(terraformProblems(JSON.parse(Testing.synth(stack)))).toEqual([]);
});

test('an identity with access is a user without a password, has both roles once, and gets its rights by DEPLOY.md', () => {
  const stack = stackOf();
  const roles = ['roles/cloudsql.client'];
  const identity = new WorkloadIdentity(stack, 'registry', { cluster, namespace: 'models', roles });
  const made = database({}, stack);
  for (let times = 0; times < 2; times++) made.grantAccess(identity);
  new SqlDatabase(stack, 'more', { network: EXISTING }).grantAccess(identity);
  expect(made.users).toEqual([identity]);
  const users = all(stack, 'google_sql_user');
  expect(users.map(({ name, type, deletion_policy: end }) => [name, type, end])).toEqual([
    ['mnist-dev-registry@acme-ml.iam', 'CLOUD_IAM_SERVICE_ACCOUNT', 'ABANDON'],
    ['mnist-dev-registry@acme-ml.iam', 'CLOUD_IAM_SERVICE_ACCOUNT', 'ABANDON'],
  ]);
  expect(users[0]).not.toHaveProperty('password');
  expect(all(stack, 'google_project_iam_member').map(({ role }) => role)).toEqual([
    'roles/cloudsql.client',
    'roles/cloudsql.instanceUser',
  ]);
  expect(guideSteps(stack).flatMap(({ step }) => step.commands ?? [])).toContain(
    "gcloud sql users assign-roles 'mnist-dev-registry@acme-ml.iam' --type CLOUD_IAM_SERVICE_ACCOUNT --instance 'mnist-dev-runs' --project 'acme-ml' --database-roles cloudsqlsuperuser",
  );
  expect(terraformProblems(JSON.parse(Testing.synth(stack)))).toEqual([]);
});

test('an identity of others gets its roles from the database, those in other projects by their names', () => {
  const stack = stackOf();
  const email = 'registry@acme-other.iam.gserviceaccount.com';
  const identity = { email, namespace: 'models', serviceAccountName: 'registry' };
  database({}, stack).grantAccess(WorkloadIdentity.fromAttributes(identity));
  expect(all(stack, 'google_project_iam_member').map(({ project, member }) => [project, member])).toEqual([
    ['acme-ml', `serviceAccount:${email}`],
    ['acme-ml', `serviceAccount:${email}`],
  ]);
});

test('the user is in the stack that is deployed later', () => {
  const { infra, appl } = twoStacks();
  const identity = new WorkloadIdentity(appl, 'registry', { cluster, namespace: 'models' });
  new SqlDatabase(infra, 'runs', { network: EXISTING }).grantAccess(identity);
  expect(all(infra, 'google_sql_user')).toEqual([]);
  expect(only(appl, 'google_sql_user')).toMatchObject({ instance: 'infra-runs' });
  expect(appl.dependencies).toContain(infra);
});

test('fails: an existing network that is not known to have a private connection (network-private-services)', () => {
  expect(messageOf(() => database({ network: Network.fromAttributes(NAMES) }))).toContain(
    'network "main" is an existing one, and is not known to have a private connection',
  );
});

test('fails: a name that is too long with that of the project, a place that is no region, an address of no account', () => {
  expect(refusedFor(() => database({ instanceName: 'x'.repeat(90) }))).toEqual(['name']);
  expect(refusedFor(() => database({ region: 'us-east1-b' }))).toEqual(['location-form']);
  const identity = { email: 'me@acme.com', namespace: 'a', serviceAccountName: 'b' };
  expect(
    refusedFor(() => {
      database().grantAccess(identity);
    }),
  ).toEqual(['account-email']);
});

test('fails: two databases of one name (cloud-name-taken)', () => {
  const stack = stackOf();
  database({}, stack);
  new SqlDatabase(stack, 'other', { network: EXISTING, instanceName: 'mnist-dev-runs' });
  expect(problemsOf(stack).join()).toContain('(cloud-name-taken)');
});
