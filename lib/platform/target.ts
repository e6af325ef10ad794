import type { IConstruct } from 'constructs';
import { shellWord } from '../core/names/shell-word';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import type { FurtherFile } from '../core/contracts/further-file';
import type { GuidePhase, GuideStep } from '../core/contracts/guide';
import { OperatorReleases } from '../infrastructure/operators/operator-releases';
import { clusterOf } from '../kubernetes/chart-cluster';
import type { DeploymentFacts, ProgramFacts, StepOf } from './guide-facts';
import type { ManifestFile, ManifestFolder } from './manifest-files';

/** A cluster to which manifests of a deployment are applied. */
export interface Target {
  /** The cluster. @default - not known from the charts */
  readonly cluster: ICluster | undefined;
  readonly files: readonly ManifestFile[];
  /** The files that are no manifests. */
  readonly furtherFiles: readonly FurtherFile[];
  /** The steps that constructs add to its part of DEPLOY.md. */
  readonly steps: readonly GuideStep[];
  /** The folder of the files. */
  readonly folder: string;
  /** True if all manifests of the deployment are for this cluster. */
  readonly isOnly: boolean;
  /** The stack that releases its operators by Helm. @default - none */
  readonly releasedBy?: string;
}

interface GrowingTarget extends Pick<Target, 'cluster'> {
  readonly files: ManifestFile[];
  readonly furtherFiles: FurtherFile[];
  readonly steps: GuideStep[];
}

/** The clusters of a deployment's manifests, each with its files, in the order of the charts. */
export function targetsOf(facts: DeploymentFacts, files: readonly ManifestFile[], program: ProgramFacts): Target[] {
  const { folder, onlyCluster } = facts;
  const groups = new Map<string, GrowingTarget>();
  const groupOf = (cluster: ICluster | undefined) => {
    const key = cluster ? clusterKey(cluster) : '';
    const group = groups.get(key) ?? { cluster, files: [], furtherFiles: [], steps: [] };
    groups.set(key, group);
    return group;
  };
  const clusterWith = (construct: IConstruct) => {
    const [first] = groups.values();
    return clusterOf(construct) ?? onlyCluster ?? first?.cluster;
  };
  for (const file of files) groupOf(clusterOf(file.chart) ?? onlyCluster).files.push(file);
  for (const { construct, step } of clusterSteps(facts)) groupOf(clusterWith(construct)).steps.push(step);
  for (const { construct, entry } of facts.files) {
    const cluster = clusterWith(construct);
    groups.get(cluster ? clusterKey(cluster) : '')?.furtherFiles.push(entry);
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

/** The paths as options of kubectl: the whole folder if all its files are for this target; `undefined` without files. */
export function fileOptions(target: Target, folder: ManifestFolder): string | undefined {
  const paths = pathsIn(target, folder);
  if (paths.length === 0) return undefined;
  return target.isOnly ? `-f ${shellWord(`${target.folder}/${folder}`)}` : paths.map((path) => `-f ${path}`).join(' ');
}
