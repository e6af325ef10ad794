import { isAbsolute } from 'node:path';
import { shellWord } from '../core/names/shell-word';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import type { GuidePhase, GuideStep } from '../core/contracts/deploy-guide';
import type { ProblemAt } from '../core/problems/errors';
import { OperatorReleases } from '../infrastructure/operators/operator-releases';
import { clusterOf } from '../workloads/chart-cluster';
import type { DeploymentFacts, ProgramFacts, StepOf } from './guide-facts';
import type { ManifestFile, ManifestFolder } from './manifest-files';

/** A cluster that manifests of a deployment are applied to. */
export interface Target {
  /** @default - the charts do not say */
  readonly cluster: ICluster | undefined;
  readonly files: readonly ManifestFile[];
  /** The steps that constructs add to its part of DEPLOY.md. */
  readonly steps: readonly GuideStep[];
  /** The folder of the files. */
  readonly folder: string;
  /** Whether all manifests of the deployment go to this cluster. */
  readonly isOnly: boolean;
  /** The stack that releases its operators by Helm. @default - none does */
  readonly releasedBy?: string;
}

/** The facts about the program that the guide to one deployment needs. */
export interface GuideContext {
  /** The folder of all manifests, relative to the program. */
  readonly manifestFolder: string;
  readonly program: ProgramFacts;
  /** All advice of the program. */
  readonly advice: readonly ProblemAt[];
}

/** The clusters of a deployment's manifests, each with its files, in the order of the charts. */
export function targetsOf(
  facts: DeploymentFacts,
  files: readonly ManifestFile[],
  { manifestFolder, program }: GuideContext,
): Target[] {
  const { deployment, onlyCluster } = facts;
  // An absolute path is valid on one machine only, so the guide names the usual folder.
  const folder = `${isAbsolute(manifestFolder) ? 'dist' : manifestFolder}/${deployment.name}`;
  const groups = new Map<string, { cluster: ICluster | undefined; files: ManifestFile[]; steps: GuideStep[] }>();
  const groupOf = (cluster: ICluster | undefined) => {
    const key = cluster ? clusterKey(cluster) : '';
    const group = groups.get(key) ?? { cluster, files: [], steps: [] };
    groups.set(key, group);
    return group;
  };
  for (const file of files) groupOf(clusterOf(file.chart) ?? onlyCluster).files.push(file);
  for (const { construct, step } of clusterSteps(facts)) {
    const [first] = groups.values();
    groupOf(clusterOf(construct) ?? onlyCluster ?? first?.cluster).steps.push(step);
  }
  for (const cluster of facts.madeClusters) {
    const isOnItsOwn = !program.charted.has(clusterKey(cluster)) && (cluster.operators ?? []).length > 0;
    if (isOnItsOwn) groupOf(cluster);
  }
  return [...groups.values()].map((group) => ({
    ...group,
    folder,
    isOnly: groups.size === 1,
    releasedBy: group.cluster && program.app && OperatorReleases.stackFor(program.app, group.cluster),
  }));
}

/** The steps that constructs add to the parts about clusters. The removal of a stack is part of the deployment. */
function clusterSteps({ stackSteps, chartSteps }: DeploymentFacts): StepOf[] {
  const ofStacks = stackSteps.flatMap(({ steps }) => steps).filter(({ step }) => step.phase !== 'removal');
  return [...chartSteps, ...ofStacks].filter(({ step }) => step.phase !== 'before' && step.phase !== 'infrastructure');
}

export function stepsOf({ steps }: Target, phase: GuidePhase): GuideStep[] {
  return steps.filter((step) => step.phase === phase);
}

export function filesIn({ files }: Target, folder: ManifestFolder): ManifestFile[] {
  return files.filter((file) => file.folder === folder);
}

/** The paths of a target's files in one folder, as words of a shell. */
export function pathsIn(target: Target, folder: ManifestFolder): string[] {
  return filesIn(target, folder).map(({ name }) => shellWord(`${target.folder}/${folder}/${name}`));
}

/** The same as options of kubectl: the whole folder if no other target has files in it; `undefined` without files. */
export function fileOptions(target: Target, folder: ManifestFolder): string | undefined {
  const paths = pathsIn(target, folder);
  if (paths.length === 0) return undefined;
  return target.isOnly ? `-f ${shellWord(`${target.folder}/${folder}`)}` : paths.map((path) => `-f ${path}`).join(' ');
}
