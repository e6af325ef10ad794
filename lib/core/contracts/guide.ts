import type { IConstruct } from 'constructs';
import { lazily } from '../lazily';
import { Topic } from '../problems';

/**
 * A part of DEPLOY.md, in this order: preparations (`before`), Terraform (`infrastructure`), installing operators
 * (`operators`), checks before objects are changed (`checks`), objects that stay (`standing`), jobs that run once (`runs`),
 * waiting for their end (`endings`), deleting everything (`removal`), and help with failed jobs (`failures`).
 */
export type GuidePhase =
  'before' | 'infrastructure' | 'operators' | 'checks' | 'standing' | 'runs' | 'endings' | 'removal' | 'failures';

/** A step of DEPLOY.md. */
export interface GuideStep {
  /** The part of DEPLOY.md, at whose end the step is put; those of `removal` stand before the command that deletes. */
  readonly phase: GuidePhase;
  /** Sentences in Markdown. @default - none */
  readonly text?: string;
  /** Lines of a shell, run from the folder of the program. They must succeed again when they run again. @default - none */
  readonly commands?: readonly string[];
}

type StepSource = () => readonly GuideStep[];

const STEPS = new Topic<StepSource>('guide');

/**
 * Adds steps to the DEPLOY.md of a construct's deployment. The function is called at synthesis. Calls of kubectl and helm
 * in the steps of a chart get the context of the chart's cluster.
 */
export function guideAtSynth(construct: IConstruct, steps: StepSource): void {
  STEPS.add(construct, lazily(steps));
}

/** The steps that the constructs of a tree add, in the order of the program. */
export function guideSteps(tree: IConstruct): { readonly construct: IConstruct; readonly step: GuideStep }[] {
  return STEPS.all(tree).flatMap(({ construct, entry }) => entry().map((step) => ({ construct, step })));
}
