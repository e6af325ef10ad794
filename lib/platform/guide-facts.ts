import type { IConstruct } from 'constructs';
import { CLUSTERS, clusterKey, type ICluster } from '../core/contracts/cluster';
import { guideSteps, type GuideStep } from '../core/contracts/deploy-guide';
import type { InfrastructureStack } from '../infrastructure/infrastructure-stack';
import { clusterOf } from '../workloads/chart-cluster';
import { objectsInOrder, type OrderedChart } from './dependency-order';
import type { Deployment } from './deployment';

/** A step of DEPLOY.md, and the construct that adds it. */
export interface StepOf {
  readonly construct: IConstruct;
  readonly step: GuideStep;
}

/** The facts about one deployment. Its own guide needs them, and so do the guides of the other deployments. */
export interface DeploymentFacts {
  readonly deployment: Deployment;
  /** Its charts with their objects, each after those that it depends on. */
  readonly charts: readonly OrderedChart[];
  /** The clusters of its charts, in the order of the charts. */
  readonly clusters: readonly ICluster[];
  /** The clusters that its stacks make. */
  readonly madeClusters: readonly ICluster[];
  /** The cluster for charts that name none. @default - the deployment has no cluster, or several */
  readonly onlyCluster?: ICluster;
  /** The steps of the constructs of each stack, in the order in which the stacks are deployed. */
  readonly stackSteps: readonly { readonly stack: InfrastructureStack; readonly steps: readonly StepOf[] }[];
  /** The steps of the constructs in charts. */
  readonly chartSteps: readonly StepOf[];
}

/** The facts about a program that the guides of all its deployments need. */
export interface ProgramFacts {
  readonly deployments: readonly DeploymentFacts[];
  /** The keys of the clusters that charts are for. */
  readonly charted: ReadonlySet<string>;
  /** The app of the stacks. @default - the program has no stacks */
  readonly app?: IConstruct;
}

/** Gathers the facts once for all guides: each construct is asked once for its steps. */
export function programFacts(deployments: readonly Deployment[]): ProgramFacts {
  const stacks = deployments.flatMap(({ existingStacks }) => existingStacks);
  const app = stacks[0]?.node.root;
  const steps = byStack(stacks, app ? guideSteps(app) : []);
  const made = byStack(stacks, app ? CLUSTERS.all(app) : []);
  const facts = deployments.map((deployment): DeploymentFacts => {
    const { existingStacks, kubernetes } = deployment;
    const charts = objectsInOrder(kubernetes);
    const clusters = [...new Set(charts.flatMap(({ chart }) => clusterOf(chart) ?? []))];
    const madeClusters = existingStacks.flatMap((stack) => made.get(stack) ?? []).map(({ entry }) => entry);
    const byKey = new Map([...clusters, ...madeClusters].map((cluster) => [clusterKey(cluster), cluster]));
    const onlyCluster = byKey.size === 1 ? [...byKey.values()][0] : undefined;
    const stackSteps = existingStacks.map((stack) => ({ stack, steps: steps.get(stack) ?? [] }));
    return { deployment, charts, clusters, madeClusters, onlyCluster, stackSteps, chartSteps: guideSteps(kubernetes) };
  });
  return {
    deployments: facts,
    charted: new Set(facts.flatMap(({ clusters }) => clusters.map(clusterKey))),
    app,
  };
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
