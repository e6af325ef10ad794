import { flagProblems, optionalProblems, textProblems } from './given';
import { refuse, type Problem } from './problem';
import { projectProblems } from './project';
import { ADDED_LABELS, labelSetProblems } from './resource-labels';
import { State } from './state';

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
      ...form('name', name, /^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$/, 'up to 20 lower-case letters, digits and hyphens'),
      ...(project === undefined ? [] : projectProblems(project)),
      ...(region === undefined
        ? []
        : form('region', region, /^[a-z]+-[a-z]+[0-9]+$/, 'a region such as "us-central1", not a zone')),
      ...labelSetProblems('labels', labels, ADDED_LABELS),
      ...Object.entries({ ...labels }).flatMap(([key, value]) => [
        ...form(
          `labels key`,
          key,
          /^[a-z][-_a-z0-9]{0,62}$/,
          'up to 63 lower-case letters, digits, "_" and "-", beginning with a letter',
        ),
        ...form(`labels.${key}`, value, /^[-_a-z0-9]{0,63}$/, 'up to 63 lower-case letters, digits, "_" and "-"'),
      ]),
    ]);
    this.name = name;
    this.project = project;
    this.region = region;
    this.state = props.state ?? State.file();
    this.labels = labels;
    this.protected = props.protected ?? false;
  }
}

function form(property: string, value: string, pattern: RegExp, rule: string): Problem[] {
  const noText = textProblems(property, value, `use ${rule}`);
  if (noText.length > 0 || pattern.test(value)) return noText;
  return [
    {
      code: 'stage-form',
      property,
      message: `${property} ${JSON.stringify(value)} is not of the form that is needed here`,
      fix: `use ${rule}`,
    },
  ];
}
