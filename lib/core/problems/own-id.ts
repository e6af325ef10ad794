import type { IConstruct } from 'constructs';
import { refuse } from './errors';
import { problem, valueText, type Problem } from './problem';
import { having, text, typeProblems } from './rules';

const PARTS = {
  scope: having('node', 'give the construct that it is made in, such as a stack or a chart'),
  id: text('give an id, such as "main"'),
};

/** The id of a new construct, if its scope is a construct and has no other child of that id. */
export function ownId(scope: IConstruct, id: string): string {
  refuse(`new construct ${valueText(id)}`, typeProblems({ scope, id }, PARTS));
  refuse(scope, idProblems(scope, id));
  return id;
}

function* idProblems({ node }: IConstruct, id: string): Generator<Problem> {
  if (id === '') yield problem('missing', 'id', 'the id is ""', PARTS.id.fix);
  else if (node.tryFindChild(id))
    yield idTaken(
      node.path,
      id,
      freeId(id, (each) => !node.tryFindChild(each)),
    );
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

function freeId(id: string, isFree: (id: string) => boolean): string {
  let number = 2;
  while (!isFree(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}
