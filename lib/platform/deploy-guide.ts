import { Construct, type IConstruct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import type { GuidePhase } from '../core/contracts/guide';
import { isAt } from '../core/names/construct-path';
import { formatProblemAt } from '../core/problems';
import { credentials, endings, failures, images, operators, removal, runs, standing } from './cluster-guide';
import type { InfrastructureStack } from '../infrastructure/infrastructure-stack';
import { bucketMaker } from '../infrastructure/state-bucket';
import { clusterOf } from '../kubernetes/chart-cluster';
import type { Deployment } from './deployment';
import { paragraphsOf, section } from './guide-text';
import type { DeploymentFacts, ProgramFacts } from './guide-facts';
import type { Target } from './target';

/**
 * The text of DEPLOY.md: the exact commands, in order, that deploy one deployment and take it down. The parts about
 * the deployment and its clusters are written here; constructs add further steps by `guideAtSynth`.
 */
export function deployGuide(facts: DeploymentFacts, targets: readonly Target[], program: ProgramFacts): string {
  const { deployment } = facts;
  const deletion = targets.flatMap(removal);
  const destruction = destroy(facts);
  return [
    `# Deploy ${deployment.name}`,
    ...section('Advice', advice(deployment, program)),
    'Run these commands from the folder of the program, in this order. Synthesis writes this file anew each time.',
    ...before(facts, program.deployments),
    ...after(facts, program.deployments),
    ...steps(facts, 'before'),
    ...section('Infrastructure', steps(facts, 'infrastructure')),
    ...targets.flatMap((target) => [
      ...credentials(target),
      ...operators(target),
      ...images(target),
      ...standing(target),
      ...runs(target),
    ]),
    ...targets.flatMap(endings),
    ...(deletion.length === 0 ? section('Take it down', destruction) : [...deletion, ...destruction]),
    ...targets.flatMap(failures),
    '',
  ].join('\n\n');
}

function advice({ name }: Deployment, { advice: all }: ProgramFacts): string[] {
  const ours = all.filter(({ path }) => isAt(path, name));
  return ours.length === 0 ? [] : [ours.map((each) => `- ${formatProblemAt(each)}`).join('\n')];
}

/** The other deployments that must be deployed first, because this one needs their stacks. */
function before(facts: DeploymentFacts, all: readonly DeploymentFacts[]): string[] {
  const { clusters, stackSteps } = facts;
  const needed = new Set<IConstruct | undefined>([
    ...stackSteps.flatMap(({ stack }) => [...stack.dependencies, stateMaker(stack)]),
    ...clusters.flatMap((cluster) => (Construct.isConstruct(cluster) ? cluster.node.scopes : [])),
  ]);
  const first = all.filter((other) => other !== facts && other.stackSteps.some(({ stack }) => needed.has(stack)));
  if (first.length === 0) return [];
  return [`Before this, deploy ${first.map(({ deployment: { name } }) => `\`${name}\``).join(', ')}.`];
}

/** The other deployments whose objects are in a cluster of this one, and are gone if it is replaced. */
function after(facts: DeploymentFacts, all: readonly DeploymentFacts[]): string[] {
  const ours = new Set<ICluster>(facts.madeClusters);
  const others = all.filter((other) => other !== facts && other.clusters.some((cluster) => ours.has(cluster)));
  if (others.length === 0) return [];
  const names = others.map(({ deployment: { name } }) => `\`${name}\``).join(', ');
  return [
    `If the plan replaces a cluster, also deploy ${names} again after this: the new cluster has none of their objects.`,
  ];
}

/** The stack that makes the bucket of a stack's state. @default - none of the program */
function stateMaker({ node, stage: { state } }: InfrastructureStack): IConstruct | undefined {
  return state.kind === 'bucket' ? bucketMaker(node.root, state.place) : undefined;
}

function steps({ onlyCluster, stackSteps, chartSteps }: DeploymentFacts, phase: GuidePhase): string[] {
  const paragraphs = [...stackSteps.flatMap((stack) => stack.steps), ...chartSteps]
    .filter(({ step }) => step.phase === phase)
    .flatMap(({ construct, step }) => paragraphsOf(clusterOf(construct) ?? onlyCluster, step));
  // Stacks of one stage have the same paragraph about their state.
  return [...new Set(paragraphs)];
}

/** The removal steps of the constructs of each stack, then those of the stack itself. */
function destroy({ onlyCluster, stackSteps }: DeploymentFacts): string[] {
  return stackSteps.toReversed().flatMap(({ stack, steps }) => {
    const all = steps.filter(({ step }) => step.phase === 'removal');
    return [
      ...all.filter(({ construct }) => construct !== stack),
      ...all.filter(({ construct }) => construct === stack),
    ].flatMap(({ step }) => paragraphsOf(onlyCluster, step));
  });
}
