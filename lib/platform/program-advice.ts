import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';
import { firstTime, formatProblem, formatProblemAt, openAdvice, pathOf, type ProblemAt } from '../core/problems';
import type { Deployment } from './deployment';

interface ShownAdvice {
  readonly at: ProblemAt;
  /** True if cdktf shows it as well. */
  readonly annotated: boolean;
}

/** All advice that is not acknowledged. Advice of a deployment with a stack also becomes annotations, which cdktf shows. */
export function programAdvice(stackRoots: readonly IConstruct[], deployments: readonly Deployment[]): ShownAdvice[] {
  const infrastructure = stackRoots.flatMap(openAdvice).map(({ construct, advice }) => {
    annotate(construct, formatProblem(advice));
    return { at: { path: pathOf(construct), ...advice }, annotated: true };
  });
  const workloads = deployments.flatMap(({ kubernetes, existingStack }) =>
    openAdvice(kubernetes).map(({ construct, advice }) => {
      const at = { path: pathOf(construct), ...advice };
      if (existingStack) annotate(existingStack, formatProblemAt(at));
      return { at, annotated: existingStack !== undefined };
    }),
  );
  return [...infrastructure, ...workloads];
}

/** Adds an annotation once, even if the program is synthesized several times. */
function annotate(construct: IConstruct, advice: string): void {
  if (firstTime(construct, `annotation ${pathOf(construct)} ${advice}`)) Annotations.of(construct).addWarning(advice);
}
