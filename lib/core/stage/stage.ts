import { ADDED_LABELS, RESOURCE_LABELS, resourceLabelProblems } from '../names/resource-label';
import { usableValues } from '../problems/errors';
import { problem, valueText, type Problem } from '../problems/problem';
import { PROJECT, projectProblems } from '../names/project-id';
import { FLAG, optional, optionProblems, text, valueOf, type Rules } from '../problems/rules';
import { STATE, State } from './state';
import { nearestLocation } from '../hardware/catalog/zones';
import { isRegion, regionOf } from '../hardware/location';

export const STAGE = valueOf('Stage', "give a Stage, such as new Stage({ name: 'dev', project: …, region: … })");

const NAME = /^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$/;

/** The name and the place of a stage. */
export interface StageProps {
  /** Up to 20 lower-case letters, digits and hyphens, beginning with a letter. It is part of the names of stacks, folders and resources. */
  readonly name: string;
  /** The Google Cloud project. @default - none: the stage has no infrastructure */
  readonly project?: string;
  /** The region of regional resources. @default - none: the stage has no infrastructure */
  readonly region?: string;
  /** Where the records of deployed resources are kept. @default State.file() */
  readonly state?: State;
  /** Labels on every cloud resource that takes labels, such as `{ team: 'vision' }`. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether resources that hold data or work are protected from being destroyed by accident. @default false */
  readonly protected?: boolean;
}

const NAME_FORM = 'up to 20 lower-case letters, digits and hyphens, beginning with a letter';
const REGION_FORM = 'a region such as "us-central1", not a zone';

const STAGE_PROPS: Rules<StageProps> = {
  name: text(`use ${NAME_FORM}`),
  project: optional(PROJECT),
  region: optional(text(`use ${REGION_FORM}`)),
  state: optional(STATE),
  labels: optional(RESOURCE_LABELS),
  protected: optional(FLAG),
};

/**
 * A place that a program is deployed to, such as development, production or a laptop.
 */
export class Stage {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Stage';

  readonly name: string;
  readonly project?: string;
  readonly region?: string;
  readonly state: State;
  readonly labels: Readonly<Record<string, string>>;
  readonly protected: boolean;

  constructor(props: StageProps) {
    const where = `new Stage(${valueText({ ...props }.name)})`;
    const typed = usableValues(where, props, optionProblems(props, STAGE_PROPS));
    const usable = usableValues(where, typed, stageProblems(typed));
    this.name = usable.name;
    this.project = usable.project;
    this.region = usable.region;
    this.state = usable.state ?? State.file();
    this.labels = usable.labels ?? {};
    this.protected = usable.protected ?? false;
  }
}

function* stageProblems(stage: StageProps): Generator<Problem> {
  const { name, project, region, labels = {} } = stage;
  if (!NAME.test(name)) yield formProblem('name', name, NAME_FORM);
  if (project !== undefined) yield* projectProblems(project);
  if (region !== undefined && !isRegion(region))
    yield formProblem('region', region, REGION_FORM, nearestRegion(region));
  yield* resourceLabelProblems('labels', labels, ADDED_LABELS);
}

function nearestRegion(region: string): string | undefined {
  const near = nearestLocation(region);
  return near && regionOf(near);
}

function formProblem(property: string, value: string, form: string, near?: string): Problem {
  return problem(
    'stage-form',
    property,
    `${JSON.stringify(value)} cannot be the ${property} of a stage`,
    near === undefined ? `use ${form}` : `did you mean "${near}"? Otherwise use ${form}`,
  );
}
