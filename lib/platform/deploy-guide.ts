import { guideSteps, type GuidePhase } from '../core/contracts/deploy-guide';
import { formatProblemAt, type ProblemAt } from '../core/problems/errors';
import { credentials, endings, failures, images, operators, removal, runs, standing } from './cluster-guide';
import type { Deployment } from './deployment';
import { paragraphsOf, section } from './guide-text';
import type { ManifestFile } from './manifest-files';
import { clustersOf, isMadeIn } from './shared-clusters';
import { stepsBelow, targetsOf, type GuideContext } from './target';

/** Of GPUs that no zone offers any more. */
const RETIRED = 'accelerator-retired';

/**
 * The text of DEPLOY.md: the exact commands that deploy one deployment, in order, and that take it down. What is about
 * the deployment or a cluster stands here; the rest is what constructs add by `guideAtSynth`.
 */
export function deployGuide(deployment: Deployment, files: readonly ManifestFile[], context: GuideContext): string {
  const targets = targetsOf(deployment, files, context);
  const deletion = targets.flatMap(removal);
  const destruction = destroy(deployment);
  return [
    `# Deploy ${deployment.name}`,
    ...section('Advice', advice(deployment, context)),
    'Run these commands from the folder of the program, in this order. Synthesis writes this file anew each time.',
    ...before(deployment, context.deployments),
    ...steps(deployment, 'before'),
    ...section('Infrastructure', steps(deployment, 'infrastructure')),
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

/** What the program is advised of the deployment. GPUs that Google Cloud refuses in any case come first. */
function advice({ name }: Deployment, { advice: all }: GuideContext): string[] {
  const ours = all.filter(({ path }) => path === name || path.startsWith(`${name}/`));
  const isRetired = ({ code }: ProblemAt) => code === RETIRED;
  const sorted = [...ours.filter(isRetired), ...ours.filter((each) => !isRetired(each))];
  return sorted.length === 0 ? [] : [sorted.map((each) => `- ${formatProblemAt(each)}`).join('\n')];
}

/** Other deployments of the program whose stacks must be there first. */
function before(deployment: Deployment, all: readonly Deployment[]): string[] {
  const clusters = clustersOf(deployment);
  const needed = all.filter(
    (other) =>
      other !== deployment &&
      other.existingStacks.some(
        (stack) =>
          deployment.existingStacks.some(({ dependencies }) => dependencies.includes(stack)) ||
          clusters.some((cluster) => isMadeIn(cluster, stack)),
      ),
  );
  if (needed.length === 0) return [];
  return [`Before this, deploy ${needed.map(({ name }) => `\`${name}\``).join(', ')}.`];
}

function steps({ existingStacks, kubernetes }: Deployment, phase: GuidePhase): string[] {
  const paragraphs = [...existingStacks.flatMap(stepsBelow), ...guideSteps(kubernetes)]
    .filter(({ step }) => step.phase === phase)
    .flatMap(({ step }) => paragraphsOf(step));
  // Stacks of one stage say the same of their state.
  return [...new Set(paragraphs)];
}

/** What is in a stack says its part before the stack itself goes. */
function destroy({ existingStacks }: Deployment): string[] {
  return existingStacks.toReversed().flatMap((stack) => {
    const all = stepsBelow(stack).filter(({ step }) => step.phase === 'removal');
    return [
      ...all.filter(({ construct }) => construct !== stack),
      ...all.filter(({ construct }) => construct === stack),
    ].flatMap(({ step }) => paragraphsOf(step));
  });
}
