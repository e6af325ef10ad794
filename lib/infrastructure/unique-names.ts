import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isInTree, problem, takeOnce, Topic } from '../core/problems';

/** The name of a resource in the cloud. */
export interface CloudName {
  /** The kind of resource, for the message: `bucket`, `service account`. */
  readonly kind: string;
  readonly name: string;
  /** The prop that sets the name. */
  readonly property: string;
  /** The scope in which the name is unique: the project, the location. Empty: all of Google Cloud. */
  readonly within: readonly (string | undefined)[];
  /** The contents that are deleted with it, such as `all its images`. @default - nothing that DEPLOY.md mentions */
  readonly contents?: string;
  /** True if a destruction stops at it while it holds data. @default false */
  readonly guarded?: boolean;
}

interface TakenName {
  readonly name: CloudName;
  readonly by: IConstruct;
}

/** The names that the constructs of each stack take. */
const NAMES = new Topic<TakenName>('names in the cloud');

/** Registers a name. A second construct with it, in any stack of the app, is a problem at synthesis. */
export function takeName(construct: IConstruct, name: CloudName): void {
  NAMES.add(TerraformStack.of(construct), { name, by: construct });
  takeOnce(construct, [name.kind, ...name.within, name.name], (other) =>
    problem(
      'cloud-name-taken',
      name.property,
      `"${name.name}" is already the name of the ${name.kind} of ${other.node.path}`,
      `give one of the two another ${name.property}`,
    ),
  );
}

/** The names that the constructs of a stack take, in the order of the program. */
export function namesIn(stack: TerraformStack): CloudName[] {
  return NAMES.of(stack).flatMap(({ name, by }) => (isInTree(by) ? [name] : []));
}
