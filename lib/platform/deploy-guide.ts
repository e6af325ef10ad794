import { ApiObject, type Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { LocalCluster } from '../core/local-cluster';
import type { ICluster } from '../core/cluster';
import type { Operator } from '../core/operator';
import { TrainingCluster } from '../infrastructure/training-cluster';
import { ClusterAddons } from '../workloads/cluster-addons';
import { ClusterChart } from '../workloads/cluster-chart';
import { finishedCondition } from '../workloads/kinds/finished';
import type { Deployment } from './deployment';

/** A chart and the file that it is written to. */
export interface ChartFile {
  readonly chart: Chart;
  readonly file: string;
}

/** The text of DEPLOY.md: the exact commands that deploy one deployment, in order, and that take it down. */
export function deployGuide(deployment: Deployment, charts: readonly ChartFile[]): string {
  const folder = `dist/${deployment.name}`;
  const clusters = clustersOf(deployment);
  const steps = [
    ...infrastructure(deployment),
    ...(charts.length > 0 ? credentials(deployment, clusters) : []),
    ...operators(clusters),
    ...images(deployment),
    ...addons(folder, charts),
    ...workloads(folder, charts),
    ...ends(deployment),
    ...removal(deployment, folder, charts),
  ];
  return [
    `# Deploy ${deployment.name}`,
    'Run these commands from the folder of the program, in this order. Synthesis writes this file anew each time.',
    ...steps,
    '',
  ].join('\n\n');
}

function infrastructure({ existingStack: stack, name }: Deployment): string[] {
  if (!stack) return [];
  const { state } = stack.stage;
  return [
    '## Infrastructure',
    state.kind === 'bucket'
      ? `Terraform's state is kept in the bucket \`${state.place}\`, which must exist.`
      : `Terraform's state is kept in the folder \`${state.place}\`.`,
    sh(`npx cdktf deploy ${name}`),
  ];
}

function credentials({ existingStack: stack }: Deployment, clusters: readonly ICluster[]): string[] {
  const made = stack ? below(stack).filter((construct) => construct instanceof TrainingCluster) : [];
  if (made.length > 0) {
    return ['## Credentials', sh(...made.map((cluster) => cluster.getCredentialsCommand))];
  }
  const [cluster] = clusters;
  const words = cluster instanceof LocalCluster ? 'your local cluster' : `the cluster \`${cluster?.clusterName ?? ''}\``;
  return ['## Credentials', `Point kubectl at ${words}; this shows where it points:`, sh('kubectl cluster-info')];
}

function operators(clusters: readonly ICluster[]): string[] {
  const declared = new Map(clusters.flatMap((cluster) => cluster.operators ?? []).map((each) => [each.name, each]));
  if (declared.size === 0) return [];
  return ['## Operators', ...[...declared.values()].flatMap(operator)];
}

function operator({ name, version, crds, install, ready, installedBy }: Operator): string[] {
  const wait = `kubectl wait --for=condition=Established --timeout=120s ${crds.map((crd) => `crd/${crd}`).join(' ')}`;
  if (installedBy !== undefined) return [`${name} comes from ${installedBy}; wait for it:`, sh(wait)];
  const [first] = crds;
  if (install === undefined || first === undefined) return [`Install ${name} ${version}, then wait for it:`, sh(wait)];
  const steps = [install, ...(ready === undefined ? [] : [ready])].join(' && ');
  return [
    `${name} ${version}, unless the cluster has it:`,
    sh(`kubectl get crd ${first} >/dev/null 2>&1 || { ${steps}; }`, wait),
  ];
}

function images({ kubernetes }: Deployment): string[] {
  const found = new Set(below(kubernetes).filter((child) => ApiObject.isApiObject(child)).flatMap((object) => imagesIn(object.toJson())));
  if (found.size === 0) return [];
  return [
    '## Images',
    'The nodes must be able to pull these images, or have them already:',
    [...found].sort().map((image) => `- \`${image}\``).join('\n'),
  ];
}

function imagesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
    key === 'image' && typeof child === 'string' ? [child] : imagesIn(child),
  );
}

function addons(folder: string, charts: readonly ChartFile[]): string[] {
  const files = charts.filter(({ chart }) => below(chart).some((construct) => construct instanceof ClusterAddons));
  const daemonSets = files.flatMap(({ chart }) => below(chart).filter((child) => ApiObject.isApiObject(child)).filter((object) => object.kind === 'DaemonSet'));
  if (files.length === 0) return [];
  return [
    '## Add-ons',
    sh(
      ...files.map(({ file }) => `kubectl apply --server-side -f ${folder}/${file}`),
      ...daemonSets.map((object) => `kubectl -n ${object.metadata.namespace ?? 'default'} rollout status daemonset/${object.name} --timeout=600s`),
    ),
  ];
}

function workloads(folder: string, charts: readonly ChartFile[]): string[] {
  if (charts.length === 0) return [];
  return [
    '## Workloads',
    'A job that ran is not run again by a second apply: delete it first, or give it a new `revision`.',
    sh(`kubectl apply --server-side -R -f ${folder}`),
  ];
}

function ends({ kubernetes }: Deployment): string[] {
  const waits = below(kubernetes)
    .filter((child) => ApiObject.isApiObject(child))
    .flatMap((object) => {
      const finished = finishedCondition(object.apiGroup, object.kind);
      if (finished === undefined) return [];
      const namespace = object.metadata.namespace ?? 'default';
      return [`kubectl -n ${namespace} wait --for=condition=${finished.condition} --timeout=24h ${finished.resource}/${object.name}`];
    });
  return waits.length === 0 ? [] : ['## Until the jobs are done', sh(...waits)];
}

function removal({ existingStack: stack, name }: Deployment, folder: string, charts: readonly ChartFile[]): string[] {
  return [
    '## Take it down',
    ...(charts.length > 0 ? [sh(`kubectl delete --ignore-not-found -R -f ${folder}`)] : []),
    ...(stack?.stage.protected
      ? [
          'This stage is protected: `cdktf destroy` refuses, naming what it would lose. To destroy it all the same, set ' +
            `\`protected: false\` in the stage "${stack.stage.name}" and deploy that first:`,
          sh(`npx cdktf deploy ${name}`),
        ]
      : []),
    ...(stack ? [sh(`npx cdktf destroy ${name}`)] : []),
  ];
}

function clustersOf({ kubernetes }: Deployment): ICluster[] {
  return [...new Set(below(kubernetes).filter((child) => child instanceof ClusterChart).map((chart) => chart.cluster))];
}

function below(root: IConstruct): IConstruct[] {
  return root.node.findAll();
}

function sh(...commands: string[]): string {
  return ['```sh', ...commands, '```'].join('\n');
}
