import type { IConstruct } from 'constructs';
import { isAbsolute } from 'node:path';
import { CLUSTERS, clusterKey, type ICluster } from '../core/contracts/cluster';
import { guideSteps, type GuidePhase, type GuideStep } from '../core/contracts/deploy-guide';
import type { ProblemAt } from '../core/problems/errors';
import { OperatorReleases } from '../infrastructure/operators/operator-releases';
import { clusterOf } from '../workloads/chart-cluster';
import type { Deployment } from './deployment';
import type { ManifestFile, ManifestFolder } from './manifest-files';
import { clustersOf, isOwnCluster } from './shared-clusters';

/** A cluster that manifests of a deployment are applied to. */
export interface Target {
  /** @default - the charts do not say */
  readonly cluster: ICluster | undefined;
  readonly files: readonly ManifestFile[];
  /** What constructs add to its part of DEPLOY.md. */
  readonly steps: readonly GuideStep[];
  /** Where the files are. */
  readonly folder: string;
  /** Whether all manifests of the deployment go there. */
  readonly isOnly: boolean;
  /** Whether nobody else uses it. */
  readonly isOwn: boolean;
  /** The stack that releases its operators by Helm. @default - none does */
  readonly releasedBy?: string;
}

/** What the guide to one deployment needs to know of the program. */
export interface GuideContext {
  /** Where the manifests of all deployments are, relative to the program. */
  readonly manifestFolder: string;
  readonly deployments: readonly Deployment[];
  /** All that the program is advised. */
  readonly advice: readonly ProblemAt[];
}

/** The clusters that manifests are for, each with its own, in the order of the charts. */
export function targetsOf(deployment: Deployment, files: readonly ManifestFile[], context: GuideContext): Target[] {
  const { manifestFolder, deployments } = context;
  // An absolute folder is of one machine: output that is carried elsewhere is put where it always is.
  const folder = `${isAbsolute(manifestFolder) ? 'dist' : manifestFolder}/${deployment.name}`;
  const groups = new Map<string, { cluster: ICluster | undefined; files: ManifestFile[]; steps: GuideStep[] }>();
  const onlyCluster = onlyClusterOf(deployment);
  const groupOf = (cluster: ICluster | undefined) => {
    const key = cluster ? clusterKey(cluster) : '';
    const group = groups.get(key) ?? { cluster, files: [], steps: [] };
    groups.set(key, group);
    return group;
  };
  for (const file of files) groupOf(clusterOf(file.chart) ?? onlyCluster).files.push(file);
  for (const { construct, step } of clusterSteps(deployment)) {
    const [first] = groups.values();
    groupOf(clusterOf(construct) ?? onlyCluster ?? first?.cluster).steps.push(step);
  }
  return [...groups.values()].map((group) => ({
    ...group,
    folder,
    isOnly: groups.size === 1,
    isOwn: group.cluster === undefined || isOwnCluster(group.cluster, deployment, deployments),
    releasedBy: group.cluster && releaseStack(group.cluster, deployments),
  }));
}

function releaseStack(cluster: ICluster, deployments: readonly Deployment[]): string | undefined {
  const [stack] = deployments.flatMap(({ existingStacks }) => existingStacks);
  return stack && OperatorReleases.stackFor(stack.node.root, cluster);
}

/** What constructs add to the parts of a cluster; the stack's removal is the deployment's. */
function clusterSteps({ kubernetes, existingStacks }: Deployment) {
  const ofStack = existingStacks.flatMap(stepsBelow).filter(({ step }) => step.phase !== 'removal');
  return [...guideSteps(kubernetes), ...ofStack].filter(
    ({ step }) => step.phase !== 'before' && step.phase !== 'infrastructure',
  );
}

/** What the constructs of a stack add. */
export function stepsBelow(stack: IConstruct): { readonly construct: IConstruct; readonly step: GuideStep }[] {
  return guideSteps(stack).filter(({ construct }) => construct.node.scopes.includes(stack));
}

/** Where charts go that name no cluster: to the deployment's cluster, if it has one alone. */
function onlyClusterOf(deployment: Deployment): ICluster | undefined {
  const made = deployment.existingStacks.flatMap((stack) =>
    CLUSTERS.all(stack).filter(({ construct }) => construct.node.scopes.includes(stack)),
  );
  const clusters = [...clustersOf(deployment), ...made.map(({ entry }) => entry)];
  const byKey = new Map(clusters.map((cluster) => [clusterKey(cluster), cluster]));
  return byKey.size === 1 ? [...byKey.values()][0] : undefined;
}

export function stepsOf({ steps }: Target, phase: GuidePhase): GuideStep[] {
  return steps.filter((step) => step.phase === phase);
}

export function filesIn({ files }: Target, folder: ManifestFolder): ManifestFile[] {
  return files.filter((file) => file.folder === folder);
}

/** The paths of a target's files in one folder. */
export function pathsIn(target: Target, folder: ManifestFolder): string[] {
  return filesIn(target, folder).map(({ name }) => `${target.folder}/${folder}/${name}`);
}

/** The same as kubectl's options: the whole folder where no other target has files in it; nothing if there are none. */
export function fileOptions(target: Target, folder: ManifestFolder): string | undefined {
  const paths = pathsIn(target, folder);
  if (paths.length === 0) return undefined;
  return target.isOnly ? `-f ${target.folder}/${folder}` : paths.map((path) => `-f ${path}`).join(' ');
}
