import type { IConstruct } from 'constructs';
import { isAbsolute } from 'node:path';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import type { InfrastructureStack } from '../infrastructure/infrastructure-stack';
import { TrainingCluster } from '../infrastructure/training-cluster';
import { clusterOf } from '../workloads/chart-cluster';
import { addons, credentials, ends, images, operators, removal, sh, workloads, type Target } from './cluster-guide';
import type { Deployment } from './deployment';
import type { RenderedChart } from './rendered-chart';
import { clustersOf, isOwnCluster } from './shared-clusters';

/** What else the guide to one deployment says. */
export interface GuideContext {
  /** Where the manifests of all deployments are, relative to the program. */
  readonly manifestFolder: string;
  readonly deployments: readonly Deployment[];
}

/** The text of DEPLOY.md: the exact commands that deploy one deployment, in order, and that take it down. */
export function deployGuide(deployment: Deployment, charts: readonly RenderedChart[], context: GuideContext): string {
  const targets = targetsOf(deployment, charts, context);
  const steps = [
    ...before(deployment, context.deployments),
    ...infrastructure(deployment),
    ...targets.flatMap((target) => [
      ...credentials(target),
      ...operators(target),
      ...images(target),
      ...addons(target),
      ...workloads(target),
    ]),
    ...targets.flatMap(ends),
    ...targets.flatMap(removal),
    ...destruction(deployment, targets.length === 0),
  ];
  return [
    `# Deploy ${deployment.name}`,
    'Run these commands from the folder of the program, in this order. Synthesis writes this file anew each time.',
    ...steps,
    '',
  ].join('\n\n');
}

/** The clusters that manifests are for, each with its own, in the order of the charts. */
function targetsOf(
  deployment: Deployment,
  charts: readonly RenderedChart[],
  { manifestFolder, deployments }: GuideContext,
): Target[] {
  // An absolute folder is of one machine: output that is carried elsewhere is put where it always is.
  const folder = `${isAbsolute(manifestFolder) ? 'dist' : manifestFolder}/${deployment.name}`;
  const groups = new Map<string, { cluster: ICluster | undefined; charts: RenderedChart[] }>();
  const onlyCluster = onlyClusterOf(deployment);
  for (const rendered of charts) {
    const cluster = clusterOf(rendered.chart) ?? onlyCluster;
    const key = cluster ? clusterKey(cluster) : '';
    const group = groups.get(key) ?? { cluster, charts: [] };
    group.charts.push(rendered);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({
    ...group,
    folder,
    isOnly: groups.size === 1,
    isOwn: group.cluster === undefined || isOwnCluster(group.cluster, deployment, deployments),
  }));
}

/** Where charts go that name no cluster: if there is one alone, to that. */
function onlyClusterOf(deployment: Deployment): ICluster | undefined {
  const { existingStack: stack } = deployment;
  const made = stack ? below(stack).filter((construct) => TrainingCluster.isTrainingCluster(construct)) : [];
  const byKey = new Map([...clustersOf(deployment), ...made].map((cluster) => [clusterKey(cluster), cluster]));
  return byKey.size === 1 ? [...byKey.values()][0] : undefined;
}

/** Other deployments of the program whose stacks must be there first. */
function before(deployment: Deployment, all: readonly Deployment[]): string[] {
  const clusters = clustersOf(deployment);
  const needed = all.filter(
    ({ existingStack: stack }) =>
      stack !== undefined &&
      stack !== deployment.existingStack &&
      (deployment.existingStack?.dependencies.includes(stack) === true ||
        clusters.some((cluster) => TrainingCluster.isTrainingCluster(cluster) && cluster.node.scopes.includes(stack))),
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

function destruction({ existingStack: stack, name }: Deployment, isAll: boolean): string[] {
  return [
    ...(isAll ? ['## Take it down'] : []),
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

function below(root: IConstruct): IConstruct[] {
  return root.node.findAll();
}
