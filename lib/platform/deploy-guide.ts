import { Construct, type IConstruct } from 'constructs';
import type { GuidePhase } from '../core/contracts/deploy-guide';
import { formatProblemAt, type ProblemAt } from '../core/problems/errors';
import { credentials, endings, failures, images, operators, runs, standing } from './cluster-guide';
import type { InfrastructureStack } from '../infrastructure/infrastructure-stack';
import { bucketMaker } from '../infrastructure/state-bucket';
import { clusterOf } from '../workloads/chart-cluster';
import type { Deployment } from './deployment';
import { paragraphsOf, section } from './guide-text';
import type { DeploymentFacts } from './guide-facts';
import type { ManifestFile } from './manifest-files';
import { removal } from './removal-guide';
import { targetsOf, type GuideContext } from './target';

/** The code of the advice about GPUs that no zone offers any more. */
const RETIRED = 'accelerator-retired';

/**
 * The text of DEPLOY.md: the exact commands, in order, that deploy one deployment and take it down. The parts about
 * the deployment and its clusters are written here; constructs add further steps by `guideAtSynth`.
 */
export function deployGuide(facts: DeploymentFacts, files: readonly ManifestFile[], context: GuideContext): string {
  const { deployment } = facts;
  const targets = targetsOf(facts, files, context);
  const deletion = targets.flatMap(removal);
  const destruction = destroy(facts);
  return [
    `# Deploy ${deployment.name}`,
    ...section('Advice', advice(deployment, context)),
    'Run these commands from the folder of the program, in this order. Synthesis writes this file anew each time.',
    ...before(facts, context.program.deployments),
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

/** The advice about the deployment. Retired GPUs come first, because Google Cloud refuses them. */
function advice({ name }: Deployment, { advice: all }: GuideContext): string[] {
  const ours = all.filter(({ path }) => path === name || path.startsWith(`${name}/`));
  const isRetired = ({ code }: ProblemAt) => code === RETIRED;
  const sorted = [...ours.filter(isRetired), ...ours.filter((each) => !isRetired(each))];
  return sorted.length === 0 ? [] : [sorted.map((each) => `- ${formatProblemAt(each)}`).join('\n')];
}

/** The other deployments that must be deployed first: those with a stack that this one needs. */
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

/** The stack that makes the bucket of a stack's state. @default - none of the program does */
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
