import type { IConstruct } from 'constructs';
import { refuses } from './errors';
import { problem, type Problem } from './problem';

/** The id of a new construct, or a free id in a run that goes on although its scope has another child of that id. */
export function ownId(scope: IConstruct, id: string): string {
  return refuses(scope, idProblems(scope, id)) ? freeId(scope, id === '' ? 'unnamed' : id) : id;
}

function* idProblems(scope: IConstruct, id: string): Generator<Problem> {
  if (id === '') yield problem('id-empty', 'id', 'the id is ""', 'give an id, such as "main"');
  else if (scope.node.tryFindChild(id)) yield idTaken(scope.node.path, id, freeId(scope, id));
}

/** The problem of an id that another child of a scope has. */
export function idTaken(path: string, id: string, better: string): Problem {
  const scope = path === '' ? 'the app' : `"${path}"`;
  return problem(
    'id-taken',
    'id',
    `${scope} already has a child with the id "${id}"`,
    `use another id, such as "${better}"`,
  );
}

/** A similar id that no child of a scope has. */
export function freeId({ node }: IConstruct, id: string): string {
  let number = 2;
  while (node.tryFindChild(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}
