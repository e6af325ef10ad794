import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { requireServices } from '../../lib/infrastructure/project-services';
import { all, stackOf } from './synthesized';

test('a service that two constructs need is declared once, and stays on when the stack goes', () => {
  const stack = stackOf();
  const [first] = requireServices(new Construct(stack, 'a'), 'acme-ml', ['container']);
  const [second] = requireServices(new Construct(stack, 'b'), 'acme-ml', ['container']);
  expect(second).toBe(first);
  const declared = all(stack, 'google_project_service').filter((each) => each.service === 'container.googleapis.com');
  expect(declared).toEqual([expect.objectContaining({ project: 'acme-ml', disable_on_destroy: false })]);
});

test('every service waits for the one that Terraform asks about the project', () => {
  const stack = stackOf();
  requireServices(stack, 'acme-ml', ['storage', 'cloudresourcemanager', 'iam']);
  const waits = all(stack, 'google_project_service').map((each) => [each.service, each.depends_on]);
  const first = expect.stringMatching(/^google_project_service\..*_cloudresourcemanager_/) as unknown;
  expect(Object.fromEntries(waits)).toEqual({
    'cloudresourcemanager.googleapis.com': undefined,
    'storage.googleapis.com': [first],
    'iam.googleapis.com': [first],
  });
});

test('the same service of two projects is declared for each', () => {
  const stack = stackOf();
  requireServices(stack, 'acme-ml', ['storage']);
  requireServices(stack, 'acme-data', ['storage']);
  expect(all(stack, 'google_project_service').map((service) => service.project)).toEqual(
    expect.arrayContaining(['acme-ml', 'acme-data']),
  );
});
