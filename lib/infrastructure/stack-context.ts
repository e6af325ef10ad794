import { TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isAt } from '../core/names/construct-path';
import { nameOfIds } from '../core/names/name';
import { problem, refuseValues, ValidationError, type Problem } from '../core/problems';
import { placesProblems, type Places } from '../core/hardware/location';
import { projectProblems } from '../core/names/project-id';
import { findInScopes } from '../core/scopes';
import { InfrastructureStack } from './infrastructure-stack';

/** The facts that a construct takes from its stack. */
export interface StackContext {
  /** The prefix of names. */
  readonly prefix: string;
  /** @default - not known in a plain TerraformStack */
  readonly project?: string;
  /** @default - not known in a plain TerraformStack */
  readonly region?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly protected: boolean;
}

/** The context of a construct. A plain TerraformStack gives only a prefix, its id. */
export function contextOf(construct: IConstruct): StackContext {
  const stack = stackOf(construct);
  if (!InfrastructureStack.isInfrastructureStack(stack)) {
    return { prefix: stack.node.id, labels: {}, protected: false };
  }
  return {
    prefix: stack.resourcePrefix,
    project: stack.project,
    region: stack.region,
    labels: stack.stage.labels,
    protected: stack.stage.protected,
  };
}

/** The stack of a construct. A construct in a tree of charts, or directly below an app, is refused. */
export function stackOf(construct: IConstruct): TerraformStack {
  const stack = findInScopes(construct, (scope) => (TerraformStack.isStack(scope) ? scope : undefined));
  if (stack) return stack;
  throw new ValidationError(construct, {
    code: 'no-stack',
    message: `"${construct.node.id}" is infrastructure, but is not made in a Terraform stack`,
    fix: 'make it in the stack of a Deployment, or in an InfrastructureStack or TerraformStack of your own',
  });
}

/** The default name of a construct's resource: the prefix, then the ids below the stack. */
export function nameOf(construct: IConstruct): string {
  return `${contextOf(construct).prefix.toLowerCase()}-${nameBelow(stackOf(construct), construct)}`;
}

/** The ids below a root as a name, those of a construct that moved as they were before. */
export function nameBelow(root: IConstruct, construct: IConstruct): string {
  const [above, ids] = [formerIds(root), formerIds(construct)];
  return nameOfIds(ids.slice(above.every((id, index) => id === ids[index]) ? above.length : 0));
}

/** The ids of a construct below its stack, as they were before the program moved it. */
function formerIds(construct: IConstruct): string[] {
  const stack = stackOf(construct);
  const path = construct.node.path.slice(stack.node.path.length + 1);
  const moved = InfrastructureStack.isInfrastructureStack(stack) ? Object.entries(stack.moved) : [];
  const [from, to] = moved.find(([, now]) => isAt(path, now)) ?? ['', ''];
  return `${from}${path.slice(to.length)}`.split('/').filter((id) => id !== '');
}

type Place = 'project' | 'region' | 'location';

/** The project or region of the prop, or of the stack. Constructs report its problems. */
export function placeOf(construct: IConstruct, property: Place, given?: string): string {
  return placeFrom(contextOf(construct), property, given) ?? '';
}

/** The project of the prop, or of the stack. A wrong one is refused. */
export function projectOf(construct: IConstruct, given?: string): string {
  refuseValues(construct, placeProblems(construct, 'project', given));
  return placeOf(construct, 'project', given);
}

/** Problems of the project or region of a construct. */
export function* placeProblems(
  construct: IConstruct,
  property: Place,
  given: string | undefined,
  places?: Places,
): Generator<Problem> {
  const value = placeFrom(contextOf(construct), property, given);
  if (value === undefined || value === '') {
    yield problem(
      'place-unknown',
      property,
      value === '' ? `${property} is empty` : `no ${property} is given, and the stack has none`,
      `set ${property}, or make this in an InfrastructureStack, which has one from its stage`,
    );
  } else if (Token.isUnresolved(value)) return;
  else if (property === 'project') yield* projectProblems(value);
  else if (places) yield* placesProblems(places, value, property);
}

function placeFrom(context: StackContext, property: Place, given: string | undefined): string | undefined {
  return given ?? (property === 'project' ? context.project : context.region);
}

/** The domain of a project in e-mail addresses and pool names: `example.com:project` becomes `project.example.com`. */
export function projectDomain(project: string): string {
  return project.split(':').reverse().join('.');
}

/** The pool of identities that the pods of a project's clusters have. */
export function workloadPoolOf(project: string): string {
  return `${projectDomain(project)}.svc.id.goog`;
}
