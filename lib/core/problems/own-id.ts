import type { IConstruct } from 'constructs';
import { refuse, refuses } from './errors';
import { problem, valueText, type Problem } from './problem';
import { having, text, typeProblems } from './rules';

const PARTS = {
  scope: having('node', 'give the construct that it is made in, such as a stack or a chart'),
  id: text('give an id, such as "main"'),
};

/** The id of a new construct, if its scope is a construct and has no other child of that id. A run goes on with a free id. */
export function ownId(scope: IConstruct, id: string): string {
  const where = `new construct ${valueText(id)}`;
  const { scope: isConstruct, id: isText } = PARTS;
  refuse(where, typeProblems({ scope }, { scope: isConstruct }));
  if (refuses(where, typeProblems({ id }, { id: isText }))) return freeId(scope, 'unnamed');
  return refuses(scope, idProblems(scope, id)) ? freeId(scope, id) : id;
}

function* idProblems(scope: IConstruct, id: string): Generator<Problem> {
  if (id === '') yield problem('missing', 'id', 'the id is ""', PARTS.id.fix);
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

function freeId({ node }: IConstruct, id: string): string {
  let number = 2;
  while (node.tryFindChild(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}
