import { Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { pathBelow } from '../core/names/name';
import { problem, refuse, ValidationError, type Problem } from '../core/problems';
import { findInScopes } from '../core/scopes';

/** The chart of a construct. A construct outside a chart is refused, and so is a chart that no cdk8s app writes. */
export function chartOf(construct: IConstruct): Chart {
  const chart = findInScopes(construct, (scope) => (Chart.isChart(scope) ? scope : undefined));
  if (chart === undefined) {
    const message = `"${construct.node.id}" is not in a chart, and only constructs in a chart become manifests`;
    const fix =
      "make a chart, new ClusterChart(deployment.kubernetes, 'training', { cluster }), and give it as the scope";
    throw new ValidationError(construct, problem('no-chart', 'scope', message, fix));
  }
  refuse(construct, chartRootProblems(chart));
  return chart;
}

/** The name of a construct's objects by default, and their namespace. */
export function placeInChart(construct: IConstruct): { readonly name: string; readonly namespace: string } {
  const chart = chartOf(construct);
  return { name: pathBelow(chart, construct), namespace: chart.namespace ?? 'default' };
}

/** Problems of a chart's tree: without a cdk8s app at its root, nothing writes the chart. */
export function* chartRootProblems(scope: IConstruct): Generator<Problem> {
  // Not instanceof, because the program may have another copy of cdk8s than this library.
  if ('synthYaml' in scope.node.root) return;
  yield problem(
    'chart-root',
    'scope',
    'the root above the chart is not a cdk8s app, so nothing writes its manifests',
    "make it in the app for Kubernetes: new ClusterChart(deployment.kubernetes, 'training', { cluster })",
  );
}
