import { Construct, type IConstruct } from 'constructs';
import { oneConstructs } from '../core/problems/foreign-errors';
import { pathOf, type Problem } from '../core/problems/problem';

/** Advice on constructs below a root whose base class is of another copy of the package `constructs` than ours. */
export function* copyAdvice(root: IConstruct): Generator<Problem> {
  const strangers = root.node.findAll().filter((construct) => baseOf(construct) !== Construct.prototype);
  const [first] = strangers;
  if (!first) return;
  const many = strangers.length === 1 ? '' : `, and ${strangers.length - 1} more,`;
  const message = `${pathOf(first)}${many} is made with another copy of the package constructs than trainyard's`;
  yield oneConstructs(message);
}

/** The prototype of the base class of all constructs, as this construct has it. */
function baseOf(construct: IConstruct): unknown {
  let base: unknown = Object.getPrototypeOf(construct);
  for (let next = base; next !== null && next !== Object.prototype; next = Object.getPrototypeOf(next)) base = next;
  return base;
}
