import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { Bucket } from '../../lib/infrastructure/bucket';
import { ProjectLogs } from '../../lib/infrastructure/project-logs';
import { all, only, problemsOf, stackOf } from './synthesized';

test('logs stay for the time that is asked for, without those that are excluded', () => {
  const stack = stackOf();
  new ProjectLogs(stack, 'logs', { retention: Duration.days(90), exclusions: { probes: 'x' } });
  expect(only(stack, 'google_logging_project_bucket_config')).toMatchObject({
    ...{ project: 'acme-ml', location: 'global', bucket_id: '_Default', retention_days: 90 },
  });
  expect(only(stack, 'google_logging_project_exclusion')).toMatchObject({ name: 'probes', filter: 'x' });
  expect(all(stack, 'google_logging_project_sink')).toEqual([]);
});

test.each([
  [{ retention: Duration.hours(12) }, 'retention in days cannot be 0.5: use a whole number from 1 to 3650'],
  [{ retention: Duration.days(4000) }, 'retention in days cannot be 4000'],
  [
    { tables: { retention: Duration.hours(36) } },
    'tables.retention in days cannot be 1.5: use a whole number of 1 or more',
  ],
])('fails: parts of days (log-retention): %#', (props, says) => {
  expect(() => new ProjectLogs(stackOf(), 'logs', props)).toThrow(says);
});

test('a retention that is left out stays as it is', () => {
  const stack = stackOf();
  new ProjectLogs(stack, 'logs', {});
  expect(all(stack, 'google_logging_project_bucket_config')).toEqual([]);
});

test('the writer of a copy may create objects in its bucket, and waits for it', () => {
  const stack = stackOf();
  new ProjectLogs(stack, 'logs', { archive: { bucket: new Bucket(stack, 'old') } });
  expect(only(stack, 'google_logging_project_sink')).toMatchObject({
    ...{ name: 'mnist-dev-logs', destination: 'storage.googleapis.com/acme-ml-mnist-dev-old' },
    ...{ filter: 'resource.type="k8s_container"', unique_writer_identity: true },
  });
  expect(only(stack, 'google_logging_project_sink')['depends_on']).toContainEqual(
    expect.stringMatching(/^google_storage_bucket\.old/),
  );
  expect(only(stack, 'google_storage_bucket_iam_member')).toMatchObject({
    role: 'roles/storage.objectCreator',
    member: expect.stringMatching(/^\$\{google_logging_project_sink\.\w+\.writer_identity\}$/),
  });
});

test('logs go to tables by day of a dataset in the region, which the writer of the copy may fill', () => {
  const stack = stackOf();
  new ProjectLogs(stack, 'logs', { tables: { retention: Duration.days(400), filter: 'severity>=ERROR' } });
  expect(only(stack, 'google_bigquery_dataset')).toMatchObject({
    ...{ project: 'acme-ml', dataset_id: 'mnist_dev_logs', location: 'us-east1' },
    default_partition_expiration_ms: 400 * 86_400_000,
  });
  expect(only(stack, 'google_logging_project_sink')).toMatchObject({
    ...{ name: 'mnist-dev-logs-tables', filter: 'severity>=ERROR', unique_writer_identity: true },
    destination: 'bigquery.googleapis.com/projects/acme-ml/datasets/mnist_dev_logs',
    bigquery_options: { use_partitioned_tables: true },
    depends_on: expect.arrayContaining([expect.stringMatching(/^google_bigquery_dataset\./)]),
  });
  expect(only(stack, 'google_bigquery_dataset_iam_member')).toMatchObject({
    role: 'roles/bigquery.dataEditor',
    member: expect.stringMatching(/^\$\{google_logging_project_sink\..*writer_identity\}$/),
  });
});

test('a bucket and tables get copies of their own', () => {
  const stack = stackOf();
  new ProjectLogs(stack, 'logs', { archive: { bucket: new Bucket(stack, 'old') }, tables: { datasetId: 'logs' } });
  const sinks = all(stack, 'google_logging_project_sink');
  expect(sinks.map(({ name }) => name)).toEqual(['mnist-dev-logs', 'mnist-dev-logs-tables']);
  expect(sinks.map((sink) => 'bigquery_options' in sink)).toEqual([false, true]);
});

test('fails: two sets of settings of one project (cloud-name-taken)', () => {
  const stack = stackOf();
  for (const id of ['logs', 'more']) new ProjectLogs(stack, id, {});
  expect(problemsOf(stack).join()).toContain('cloud-name-taken');
});
