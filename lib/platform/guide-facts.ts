import { isAbsolute } from 'node:path';
import type { IConstruct } from 'constructs';
import { CLUSTERS, clusterKey, type ICluster } from '../core/contracts/cluster';
import { FURTHER_FILES, type FileOf } from '../core/contracts/further-file';
import { guideSteps, type GuideStep } from '../core/contracts/guide';
import { shellWord } from '../core/names/shell-word';
import type { ProblemAt } from '../core/problems';
import type { InfrastructureStack } from '../infrastructure/infrastructure-stack';
import { clusterOf } from '../kubernetes/chart-cluster';
import { objectsInOrder, type OrderedChart } from './dependency-order';
import type { Deployment } from './deployment';

/** A step of DEPLOY.md, and the construct that adds it. */
export interface StepOf {
  readonly construct: IConstruct;
  readonly step: GuideStep;
}

/** The facts about one deployment for its own DEPLOY.md, and for those of the other deployments. */
export interface DeploymentFacts {
  readonly deployment: Deployment;
  /** The folder of its manifests, as commands name it. */
  readonly folder: string;
  /** Files beside its manifests. */
  readonly files: readonly FileOf[];
  /** Its charts with their objects, each after those that it depends on. */
  readonly charts: readonly OrderedChart[];
  /** The clusters of its charts, in the order of the charts. */
  readonly clusters: readonly ICluster[];
  /** The clusters that its stacks make. */
  readonly madeClusters: readonly ICluster[];
  /** The cluster for charts without one. @default - the deployment has no cluster, or several */
  readonly onlyCluster?: ICluster;
  /** The steps of the constructs of each stack, in the order in which the stacks are deployed. */
  readonly stackSteps: readonly { readonly stack: InfrastructureStack; readonly steps: readonly StepOf[] }[];
  /** The steps of the constructs in charts. */
  readonly chartSteps: readonly StepOf[];
}

/** The facts about a program that all its DEPLOY.md files need. */
export interface ProgramFacts {
  readonly deployments: readonly DeploymentFacts[];
  /** The keys of the clusters that charts are for. */
  readonly charted: ReadonlySet<string>;
  /** The app of the stacks. @default - the program has no stacks */
  readonly app?: IConstruct;
  /** All advice of the program. */
  readonly advice: readonly ProblemAt[];
}

/**
 * Collects the facts once for all guides, so that each construct is asked once for its steps.
 *
 * @param manifestFolder the folder of all manifests
 */
export function programFacts(
  deployments: readonly Deployment[],
  manifestFolder: string,
  advice: readonly ProblemAt[],
): ProgramFacts {
  const stacks = deployments.flatMap(({ existingStacks }) => existingStacks);
  const app = stacks[0]?.node.root;
  const steps = byStack(stacks, app ? guideSteps(app) : []);
  const made = byStack(stacks, app ? CLUSTERS.all(app) : []);
  const filesOfStacks = byStack(stacks, app ? FURTHER_FILES.all(app) : []);
  // An absolute path is valid on one machine only, so commands use the default folder instead.
  const parent = isAbsolute(manifestFolder) ? 'dist' : manifestFolder;
  const facts = deployments.map((deployment): DeploymentFacts => {
    const { existingStacks, kubernetes } = deployment;
    const charts = objectsInOrder(kubernetes);
    const clusters = [...new Set(charts.flatMap(({ chart }) => clusterOf(chart) ?? []))];
    const madeClusters = existingStacks.flatMap((stack) => made.get(stack) ?? []).map(({ entry }) => entry);
    const byKey = new Map([...clusters, ...madeClusters].map((cluster) => [clusterKey(cluster), cluster]));
    const onlyCluster = byKey.size === 1 ? [...byKey.values()][0] : undefined;
    const folder = `${parent}/${deployment.name}`;
    const stackSteps = existingStacks.map((stack) => {
      const files = filesOfStacks.get(stack) ?? [];
      return { stack, steps: [...(steps.get(stack) ?? []), ...fileSteps(files, folder)] };
    });
    const ofCharts = FURTHER_FILES.all(kubernetes);
    return {
      deployment,
      folder,
      files: [...existingStacks.flatMap((stack) => filesOfStacks.get(stack) ?? []), ...ofCharts],
      charts,
      clusters,
      madeClusters,
      onlyCluster,
      stackSteps,
      chartSteps: [...guideSteps(kubernetes), ...fileSteps(ofCharts, folder)],
    };
  });
  return {
    deployments: facts,
    charted: new Set(facts.flatMap(({ clusters }) => clusters.map(clusterKey))),
    app,
    advice,
  };
}

/** The steps that use files. */
function fileSteps(files: readonly FileOf[], folder: string): StepOf[] {
  return files.map(({ construct, entry: { name, phase = 'standing', text, commands } }) => {
    return { construct, step: { phase, text, commands: commands?.(shellWord(`${folder}/files/${name}`)) } };
  });
}

function byStack<T extends { readonly construct: IConstruct }>(
  stacks: readonly InfrastructureStack[],
  entries: readonly T[],
): Map<IConstruct, T[]> {
  const groups = new Map<IConstruct, T[]>(stacks.map((stack) => [stack, []]));
  for (const entry of entries) {
    const stack = entry.construct.node.scopes.find((scope) => groups.has(scope));
    if (stack) groups.get(stack)?.push(entry);
  }
  return groups;
}
