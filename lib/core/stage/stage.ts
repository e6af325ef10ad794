import { ADDED_LABELS, cloudLabelProblems } from './cloud-label';
import { flagProblems, optionalProblems, textProblems } from '../problems/given';
import { refuse } from '../problems/errors';
import type { Problem } from '../problems/problem';
import { projectProblems } from '../names/project-id';
import { valueOf } from '../problems/rules';
import { State } from './state';
import { isRegion } from '../hardware/zones';

export const STAGE = valueOf('Stage', "give a Stage, such as new Stage({ name: 'dev', project: …, region: … })");

const NAME = /^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$/;

/** What a stage is made of. */
export interface StageProps {
  /** What the stage is called: it enters the names of stacks, folders and resources. */
  readonly name: string;
  /** The Google Cloud project. @default - none: the stage has no infrastructure */
  readonly project?: string;
  /** The region of what is regional. @default - none: the stage has no infrastructure */
  readonly region?: string;
  /** Where Terraform keeps what it knows. @default State.file() */
  readonly state?: State;
  /** Labels on every cloud resource that takes labels, such as `{ team: 'vision' }`. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether what holds data or work must not be destroyed by accident. @default false */
  readonly protected?: boolean;
}

/**
 * Where a program is deployed to, as data: development, production, a laptop.
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
    const { name, project, region, labels = {} } = { ...props };
    refuse(`new Stage(${JSON.stringify(name)})`, [
      ...optionalProblems(props, { state: { has: 'place', fix: 'use State.bucket(…) or State.file(…)' } }),
      ...flagProblems(props, 'protected'),
      ...form('name', name, isName, 'up to 20 lower-case letters, digits and hyphens, beginning with a letter'),
      ...(project === undefined ? [] : projectProblems(project)),
      ...(region === undefined ? [] : form('region', region, isRegion, 'a region such as "us-central1", not a zone')),
      ...cloudLabelProblems('labels', labels, ADDED_LABELS),
    ]);
    this.name = name;
    this.project = project;
    this.region = region;
    this.state = props.state ?? State.file();
    this.labels = labels;
    this.protected = props.protected ?? false;
  }
}

function isName(name: string): boolean {
  return NAME.test(name);
}

function form(property: string, value: string, isRight: (value: string) => boolean, rule: string): Problem[] {
  const noText = textProblems(property, value, `use ${rule}`);
  if (noText.length > 0 || isRight(value)) return noText;
  const message = `${JSON.stringify(value)} cannot be the ${property} of a stage`;
  return [{ code: 'stage-form', property, message, fix: `use ${rule}` }];
}
