import { Chart, Testing } from 'cdk8s';
import { App as TerraformApp, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { ValidationError } from '../../lib/core/problems/errors';
import { chartOf, chartRootProblems } from '../../lib/kubernetes/enclosing-chart';

test('the chart of a construct is the nearest that it is in', () => {
  const outer = new Chart(Testing.app(), 'outer');
  const inner = new Chart(outer, 'inner');
  expect(chartOf(new Construct(new Construct(inner, 'a'), 'b'))).toBe(inner);
  expect(chartOf(outer)).toBe(outer);
});

test('fails: a construct of an app alone is refused with no-chart', () => {
  expect(() => chartOf(new Construct(Testing.app(), 'data'))).toThrow(ValidationError);
  expect(() => chartOf(new Construct(Testing.app(), 'data'))).toThrow(
    `[data] "data" is not in a chart, and only constructs in a chart become manifests: make a chart, new ClusterChart(deployment.kubernetes, 'training', { cluster }), and give it as the scope (no-chart)`,
  );
});

test('fails: a construct of a Terraform stack is refused with no-chart', () => {
  expect(() => chartOf(new Construct(stack(), 'data'))).toThrow('(no-chart)');
});

test('fails: a construct in a chart of a Terraform stack is refused with chart-root', () => {
  expect(() => chartOf(new Construct(new Chart(stack(), 'lost'), 'data'))).toThrow('(chart-root)');
});

test('fails: a tree whose root is not a cdk8s app gets chart-root, whichever construct asks', () => {
  expect([...chartRootProblems(stack())]).toEqual([
    {
      code: 'chart-root',
      property: 'scope',
      message: 'the root above the chart is not a cdk8s app, so nothing writes its manifests',
      fix: "make it in the app for Kubernetes: new ClusterChart(deployment.kubernetes, 'training', { cluster })",
    },
  ]);
  expect([...chartRootProblems(new Chart(Testing.app(), 'kept'))]).toEqual([]);
});

function stack(): TerraformStack {
  return new TerraformStack(new TerraformApp(), 'stack');
}
