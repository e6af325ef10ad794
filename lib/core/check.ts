import type { IConstruct } from 'constructs';
import { formatProblem, type Problem } from './problem';

/**
 * Something valid but unwise. Shown when a program is synthesized; refused under `strict`; silenced
 * by `acknowledge`.
 */
export type Advice = Problem;

type AdviceSource = () => Iterable<Advice>;

interface Acknowledgement {
  readonly code: string;
  readonly reason: string;
}

const adviceOf = new WeakMap<IConstruct, AdviceSource[]>();
const acknowledged = new WeakMap<IConstruct, Acknowledgement[]>();

/**
 * Registers a check of relations between constructs. It runs when the tree is synthesized (by
 * Platform, or by any plain cdk8s or cdktf app), together with all others.
 */
export function checkAtSynth(construct: IConstruct, check: () => Iterable<Problem>): void {
  construct.node.addValidation({ validate: () => [...check()].map(formatProblem) });
}

/** Attaches advice that is already known to a construct. */
export function advise(construct: IConstruct, ...advice: readonly Advice[]): void {
  adviseAtSynth(construct, () => advice);
}

/** Registers a source of advice that depends on other constructs: it is asked at synthesis. */
export function adviseAtSynth(construct: IConstruct, source: AdviceSource): void {
  push(adviceOf, construct, source);
}

/**
 * Accepts one kind of advice for a construct and all below it.
 *
 * @param code the code in parentheses at the end of the advice
 * @param reason why this is fine here; kept for readers of the program
 */
export function acknowledge(construct: IConstruct, code: string, reason: string): void {
  push(acknowledged, construct, { code, reason });
}

/** All advice below a root that nobody acknowledged, with the construct it is about. */
export function openAdvice(root: IConstruct): { readonly construct: IConstruct; readonly advice: Advice }[] {
  return root.node.findAll().flatMap((construct) =>
    (adviceOf.get(construct) ?? [])
      .flatMap((source) => [...source()])
      .filter((advice) => !isAcknowledged(construct, advice.code))
      .map((advice) => ({ construct, advice })),
  );
}

function isAcknowledged(construct: IConstruct, code: string): boolean {
  return construct.node.scopes.some((scope) => acknowledged.get(scope)?.some((entry) => entry.code === code));
}

function push<V>(map: WeakMap<IConstruct, V[]>, key: IConstruct, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
