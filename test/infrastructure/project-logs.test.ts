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

test('fails: two sets of settings of one project (cloud-name-taken)', () => {
  const stack = stackOf();
  for (const id of ['logs', 'more']) new ProjectLogs(stack, id, {});
  expect(problemsOf(stack).join()).toContain('cloud-name-taken');
});
