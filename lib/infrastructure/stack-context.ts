import { TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { pathBelow } from '../core/names/name';
import { refuse, ValidationError } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import { projectProblems } from '../core/names/project-id';
import { InfrastructureStack } from './infrastructure-stack';

/** What a construct takes from the stack that it is in. */
export interface StackContext {
  /** What names begin with. */
  readonly prefix: string;
  /** @default - a plain TerraformStack does not say */
  readonly project?: string;
  /** @default - a plain TerraformStack does not say */
  readonly region?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly protected: boolean;
}

/** The context of a construct: of the InfrastructureStack above it, or what a plain TerraformStack has of it. */
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

/** The stack that a construct is in. Refused in a tree of charts, or straight below an app. */
export function stackOf(construct: IConstruct): TerraformStack {
  const stack = [...construct.node.scopes].reverse().find((scope) => TerraformStack.isStack(scope));
  if (stack) return stack;
  throw new ValidationError(construct, {
    code: 'no-stack',
    message: `"${construct.node.id}" is infrastructure, but is not made in a Terraform stack`,
    fix: 'make it in the stack of a Deployment, or in an InfrastructureStack or TerraformStack of your own',
  });
}

/** The default name of what a construct makes: the prefix, then the ids below the stack. */
export function nameOf(construct: IConstruct): string {
  const path = pathBelow(stackOf(construct), construct);
  return `${contextOf(construct).prefix.toLowerCase()}-${path}`;
}

type Place = 'project' | 'region' | 'location';

/** The project or region: the prop's, else the stack's. Refused if neither says, or the project cannot be one. */
export function placeOf(construct: IConstruct, property: Place, given?: string): string {
  refuse(construct, placeProblems(construct, property, given));
  return placeFrom(contextOf(construct), property, given) ?? '';
}

/** What is wrong with the project or region that a construct would be in. */
export function* placeProblems(construct: IConstruct, property: Place, given: string | undefined): Generator<Problem> {
  const value = placeFrom(contextOf(construct), property, given);
  if (value === undefined || value === '') {
    yield problem(
      'place-unknown',
      property,
      value === '' ? `${property} is empty` : `no ${property} is given, and the stack has none`,
      `set ${property}, or make this in an InfrastructureStack, which has one from its stage`,
    );
  } else if (property === 'project' && !Token.isUnresolved(value)) yield* projectProblems(value);
}

function placeFrom(context: StackContext, property: Place, given: string | undefined): string | undefined {
  return given ?? (property === 'project' ? context.project : context.region);
}

/** The domain in e-mail addresses and pool names of a project; a project of a domain is written the other way round there. */
export function projectDomain(project: string): string {
  return project.split(':').reverse().join('.');
}

/** The pool of identities that the pods of a project's clusters have. */
export function workloadPoolOf(project: string): string {
  return `${projectDomain(project)}.svc.id.goog`;
}
