import { problem, usableValues, valueText, type Problem } from '../problems';
import { resourceLabelProblems } from '../names/resource-label';
import { projectProblems } from '../names/project-id';
import { TerraformState } from './terraform-state';
import { isRegion } from '../hardware/location';

const NAME = /^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$/;

export interface StageProps {
  /** The name: up to 20 lower-case letters, digits and hyphens, beginning with a letter. It is part of the names of stacks, folders and resources. */
  readonly name: string;
  /** The Google Cloud project. @default - none: the stage has no infrastructure */
  readonly project?: string;
  /** The region of regional resources. @default - none: the stage has no infrastructure */
  readonly region?: string;
  /** The place of Terraform's state. @default TerraformState.file() */
  readonly state?: TerraformState;
  /** Labels of cloud resources, and of Kubernetes objects and pods as far as these take them, such as `{ team: 'vision' }`. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /** Set to true to protect clusters, buckets, Filestore instances and image repositories from being destroyed by accident. @default false */
  readonly protected?: boolean;
}

/** A cluster's labels, less one of Google's provider and `managed-by`. */
const MOST_LABELS = 62;
const NAME_FORM = 'up to 20 lower-case letters, digits and hyphens, beginning with a letter';
const REGION_FORM = 'a region such as "us-central1", not a zone';

/**
 * A place that a program is deployed to, such as development, production or a laptop.
 *
 * @example
 * const prod = new Stage({ name: 'prod', project: 'acme-ml', region: 'europe-west4', protected: true });
 * const { stack, kubernetes } = platform.stage(prod, 'digits');
 */
export class Stage {
  declare readonly '~type': 'Stage';

  readonly name: string;
  readonly project?: string;
  readonly region?: string;
  readonly state: TerraformState;
  readonly labels: Readonly<Record<string, string>>;
  readonly protected: boolean;

  constructor(props: StageProps) {
    const where = `new Stage(${valueText(props.name)})`;
    const usable = usableValues(where, props, stageProblems(props));
    this.name = usable.name;
    this.project = usable.project;
    this.region = usable.region;
    this.state = usable.state ?? TerraformState.file();
    this.labels = usable.labels ?? {};
    this.protected = usable.protected ?? false;
  }
}

function* stageProblems(stage: StageProps): Generator<Problem> {
  const { name, project, region, labels = {} } = stage;
  if (!NAME.test(name)) yield formProblem('name', name, NAME_FORM);
  if (project !== undefined) yield* projectProblems(project);
  if (region !== undefined && !isRegion(region)) yield formProblem('region', region, REGION_FORM);
  yield* resourceLabelProblems('labels', labels, MOST_LABELS);
}

function formProblem(property: string, value: string, form: string): Problem {
  return problem(
    'stage-form',
    property,
    `${JSON.stringify(value)} cannot be the ${property} of a stage`,
    `use ${form}`,
  );
}
