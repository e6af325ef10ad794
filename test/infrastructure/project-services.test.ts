import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { requireServices } from '../../lib/infrastructure/project-services';
import { all, stackOf } from './synthesized';

test('a service that two constructs need is declared once, and stays on when the stack goes', () => {
  const stack = stackOf();
  const [first] = requireServices(new Construct(stack, 'a'), 'acme-ml', ['container']);
  const [second] = requireServices(new Construct(stack, 'b'), 'acme-ml', ['container']);
  expect(second).toBe(first);
  expect(all(stack, 'google_project_service')).toEqual([
    expect.objectContaining({ service: 'container.googleapis.com', project: 'acme-ml', disable_on_destroy: false }),
  ]);
});

test('the same service of two projects is declared for each', () => {
  const stack = stackOf();
  requireServices(stack, 'acme-ml', ['storage']);
  requireServices(stack, 'acme-data', ['storage']);
  expect(all(stack, 'google_project_service').map((service) => service.project)).toEqual(
    expect.arrayContaining(['acme-ml', 'acme-data']),
  );
});
