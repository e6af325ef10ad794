import { Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { refuse, ValidationError } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';

/**
 * The chart that a construct is in. Refused: a construct in none, and a chart that no cdk8s app writes.
 */
export function chartOf(construct: IConstruct): Chart {
  const chart = construct.node.scopes.findLast((scope) => Chart.isChart(scope));
  if (chart === undefined) {
    throw new ValidationError(construct, {
      code: 'no-chart',
      property: 'scope',
      message: `"${construct.node.id}" is in no chart, and only what is in one becomes a manifest`,
      fix: "make a chart, new ClusterChart(deployment.kubernetes, 'training', { cluster }), and give it as the scope",
    });
  }
  refuse(construct, chartRootProblems(chart));
  return chart;
}

/** What is wrong with the tree that a chart is to be made in: anything but a cdk8s app loses the chart without a word. */
export function chartRootProblems(scope: IConstruct): Problem[] {
  // Not instanceof: the program may have another copy of cdk8s than this library.
  if ('synthYaml' in scope.node.root) return [];
  return [
    {
      code: 'chart-root',
      property: 'scope',
      message: 'the chart is in a tree that is no cdk8s app, such as a Terraform stack, so nobody writes its manifests',
      fix: "make it in the app for Kubernetes: new ClusterChart(deployment.kubernetes, 'training', { cluster })",
    },
  ];
}
