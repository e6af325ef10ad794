import type { Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isAbsolute } from 'node:path';
import { LocalCluster } from '../core/local-cluster';
import type { ICluster } from '../core/cluster';
import type { Operator } from '../core/operator';
import type { InfrastructureStack } from '../infrastructure/infrastructure-stack';
import { TrainingCluster } from '../infrastructure/training-cluster';
import { ClusterAddons } from '../workloads/cluster-addons';
import { NAMESPACE_LABEL } from '../workloads/cluster-chart';
import { finishedCondition } from '../workloads/kinds/finished';
import type { Deployment } from './deployment';
import { clustersOf, isOwnCluster } from './shared-clusters';

/** A chart, the file that it is written to, and what stands in it. */
export interface RenderedChart {
  readonly chart: Chart;
  readonly file: string;
  readonly objects: readonly RenderedObject[];
}

/** The part of a rendered object that the guide reads; in `images` all of it is looked through. */
export interface RenderedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** What else the guide to one deployment says. */
export interface GuideContext {
  /** Where the manifests of all deployments are, relative to the program. */
  readonly manifestFolder: string;
  readonly deployments: readonly Deployment[];
}

/** The text of DEPLOY.md: the exact commands that deploy one deployment, in order, and that take it down. */
export function deployGuide(
  deployment: Deployment,
  charts: readonly RenderedChart[],
  { manifestFolder, deployments }: GuideContext,
): string {
  // An absolute folder is of one machine: output that is carried elsewhere is put where it always is.
  const folder = `${isAbsolute(manifestFolder) ? 'dist' : manifestFolder}/${deployment.name}`;
  const clusters = clustersOf(deployment);
  const own = clusters.every((cluster) => isOwnCluster(cluster, deployment, deployments));
  const steps = [
    ...before(deployment, clusters, deployments),
    ...infrastructure(deployment),
    ...(charts.length > 0 ? credentials(deployment, clusters) : []),
    ...operators(clusters),
    ...images(charts),
    ...addons(folder, charts),
    ...workloads(folder, charts),
    ...ends(charts),
    ...removal(deployment, folder, charts, own),
  ];
  return [
    `# Deploy ${deployment.name}`,
    'Run these commands from the folder of the program, in this order. Synthesis writes this file anew each time.',
    ...steps,
    '',
  ].join('\n\n');
}

/** Other deployments of the program whose stacks must be there first. */
function before(deployment: Deployment, clusters: readonly ICluster[], all: readonly Deployment[]): string[] {
  const needed = all.filter(
    ({ existingStack: stack }) =>
      stack !== undefined &&
      stack !== deployment.existingStack &&
      (deployment.existingStack?.dependencies.includes(stack) === true ||
        clusters.some((cluster) => cluster instanceof TrainingCluster && cluster.node.scopes.includes(stack))),
  );
  if (needed.length === 0) return [];
  return [`Before this, deploy ${needed.map(({ name }) => `\`${name}\``).join(', ')}.`];
}

function infrastructure({ existingStack: stack, name }: Deployment): string[] {
  if (!stack) return [];
  return ['## Infrastructure', stateWords(stack), sh(`npx cdktf deploy ${name}`)];
}

function stateWords({ project, region, stage: { state } }: InfrastructureStack): string {
  if (state.kind === 'file') return `Terraform's state is kept in the folder \`${state.place}\`.`;
  const bucket = `gs://${state.place}`;
  return [
    `Terraform's state is kept in the bucket \`${state.place}\`, which must exist. It is made once, for all stacks:`,
    `\`gcloud storage buckets create ${bucket} --project ${project} --location ${region} --uniform-bucket-level-access\`,`,
    `then \`gcloud storage buckets update ${bucket} --versioning\`.`,
  ].join(' ');
}

function credentials({ existingStack: stack }: Deployment, clusters: readonly ICluster[]): string[] {
  const inStack = stack ? below(stack) : [];
  const known = [...new Set([...inStack, ...clusters])].filter((cluster) => cluster instanceof TrainingCluster);
  if (known.length > 0) return ['## Credentials', sh(...known.map((cluster) => cluster.getCredentialsCommand))];
  const [cluster] = clusters;
  const words =
    cluster instanceof LocalCluster ? 'your local cluster' : `the cluster \`${cluster?.clusterName ?? ''}\``;
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

function images(charts: readonly RenderedChart[]): string[] {
  const found = new Set(charts.flatMap(({ objects }) => imagesIn(objects)));
  if (found.size === 0) return [];
  const list = [...found].sort().map((image) => `- \`${image}\``);
  return ['## Images', 'The nodes must be able to pull these images, or have them already:', list.join('\n')];
}

function imagesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
    key === 'image' && typeof child === 'string' ? [child] : imagesIn(child),
  );
}

function addons(folder: string, charts: readonly RenderedChart[]): string[] {
  const files = charts.filter(({ chart }) => below(chart).some((construct) => construct instanceof ClusterAddons));
  if (files.length === 0) return [];
  const daemonSets = files.flatMap(({ objects }) => objects).filter(({ kind }) => kind === 'DaemonSet');
  return [
    '## Add-ons',
    sh(
      ...files.map(({ file }) => `kubectl apply --server-side -f ${folder}/${file}`),
      ...daemonSets.map((set) => `${inNamespaceOf(set)} rollout status daemonset/${set.metadata.name} --timeout=600s`),
    ),
  ];
}

function workloads(folder: string, charts: readonly RenderedChart[]): string[] {
  if (charts.length === 0) return [];
  return [
    '## Workloads',
    'A job that ran is not run again by a second apply: delete it first, or give it a new `revision`.',
    sh(`kubectl apply --server-side -R -f ${folder}`),
  ];
}

function ends(charts: readonly RenderedChart[]): string[] {
  const waits = charts
    .flatMap(({ objects }) => objects)
    .flatMap((object) => {
      const finished = finishedCondition(object.apiVersion.split('/')[0] ?? '', object.kind);
      if (finished === undefined) return [];
      const { resource, condition } = finished;
      return [
        `${inNamespaceOf(object)} wait --for=condition=${condition} --timeout=24h ${resource}/${object.metadata.name}`,
      ];
    });
  return waits.length === 0 ? [] : ['## Until the jobs are done', sh(...waits)];
}

function removal(
  { existingStack: stack, name }: Deployment,
  folder: string,
  charts: readonly RenderedChart[],
  own: boolean,
): string[] {
  const remove = `kubectl delete --ignore-not-found -R -f ${folder}`;
  return [
    '## Take it down',
    ...(charts.length === 0
      ? []
      : own
        ? [sh(remove)]
        : ['Others use the cluster too, so the namespaces stay:', sh(`${remove} -l '!${NAMESPACE_LABEL}'`)]),
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

function inNamespaceOf({ metadata }: RenderedObject): string {
  return `kubectl -n ${metadata.namespace ?? 'default'}`;
}

function below(root: IConstruct): IConstruct[] {
  return root.node.findAll();
}

function sh(...commands: string[]): string {
  return ['```sh', ...commands, '```'].join('\n');
}
