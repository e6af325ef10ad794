import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { findInScopes, rootOf } from '../../lib/core/scopes';

test('the root and the nearest scope are those above a construct, or the construct itself', () => {
  const app = new App();
  const inner = new Chart(new Chart(app, 'outer'), 'inner');
  const construct = new Construct(inner, 'construct');
  expect([construct, app].map(rootOf)).toEqual([app, app]);
  expect(
    [construct, inner, app].map((each) => findInScopes(each, (scope) => (Chart.isChart(scope) ? scope : undefined))),
  ).toEqual([inner, inner, undefined]);
});
