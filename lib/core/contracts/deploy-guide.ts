import type { IConstruct } from 'constructs';
import { checkAtSynth } from '../problems/check';
import { refuses } from '../problems/errors';
import { Topic } from '../problems/registry';
import {
  callback,
  choice,
  CONSTRUCT,
  listOf,
  object,
  optional,
  text,
  typeProblems,
  type Rules,
} from '../problems/rules';

const PHASES = [
  'before',
  'infrastructure',
  'operators',
  'checks',
  'standing',
  'runs',
  'endings',
  'removal',
  'failures',
] as const;

/**
 * A part of DEPLOY.md, in this order: what must be there first (`before`), Terraform (`infrastructure`), programs that the
 * cluster needs (`operators`), what must hold before objects are changed (`checks`), objects that stay (`standing`), jobs that run once (`runs`), how they end (`endings`), how
 * all is deleted (`removal`), and what to do when a job fails (`failures`).
 */
export type GuidePhase = (typeof PHASES)[number];

/** Something that DEPLOY.md tells its reader to do. */
export interface GuideStep {
  /** Steps of a phase stand behind what DEPLOY.md itself says there; those of `removal` stand before the command that deletes. */
  readonly phase: GuidePhase;
  /** Sentences in Markdown. @default - the commands say it all */
  readonly text?: string;
  /** Lines of a shell, run from the folder of the program. They end with 0 when they are run again. @default - nothing to run */
  readonly commands?: readonly string[];
}

const STEP: Rules<GuideStep> = {
  phase: choice(...PHASES),
  text: optional(text('write sentences in Markdown')),
  commands: optional(listOf(text('write lines of a shell'))),
};
const GUIDE = { steps: listOf(object(STEP, "give { phase: 'runs', commands: ['kubectl get pods'] }")) };

const SOURCE = { construct: CONSTRUCT, steps: callback('give a function that returns a list of steps') };

type StepSource = () => readonly GuideStep[];

const STEPS = new Topic<StepSource>('guide');

/**
 * Adds steps to the DEPLOY.md of the deployment that a construct is in. They are asked for when the program is
 * synthesized. Calls of kubectl and helm in the steps of a chart get the context of the chart's cluster.
 */
export function guideAtSynth(construct: IConstruct, steps: StepSource): void {
  if (refuses('guideAtSynth', typeProblems({ construct, steps }, SOURCE))) return;
  let found: readonly GuideStep[] | undefined;
  checkAtSynth(construct, () => {
    found = steps();
    return typeProblems({ steps: found }, GUIDE);
  });
  // Synthesis checks a tree before it writes the guide.
  STEPS.add(construct, () => found ?? steps());
}

/** The steps that the constructs of a tree add, in the order of the program. */
export function guideSteps(tree: IConstruct): { readonly construct: IConstruct; readonly step: GuideStep }[] {
  return STEPS.all(tree).flatMap(({ construct, entry }) => entry().map((step) => ({ construct, step })));
}
