import type { IConstruct } from 'constructs';
import { textProblems } from './given';
import { formatProblem, refuse, type Problem } from './problem';

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
 * @param reason why this is fine here, for readers of the program. Refused if empty.
 */
export function acknowledge(construct: IConstruct, code: string, reason: string): void {
  const noText = [...textProblems('code', code, CODE), ...textProblems('reason', reason, REASON)];
  refuse(construct, noText.length > 0 || reason.trim() !== '' ? noText : [withoutReason(code)]);
  push(acknowledged, construct, { code, reason });
}

function withoutReason(code: string): Problem {
  const message = `"${code}" is acknowledged without a reason`;
  return { code: 'acknowledge-reason', property: 'reason', message, fix: REASON };
}

const CODE = 'write the code in parentheses at the end of the advice';
const REASON = 'say why it is fine here, such as "the article is from 2017"';

interface AdviceAt {
  readonly construct: IConstruct;
  readonly advice: Advice;
}

/** All advice below a root that nobody acknowledged, with the construct it is about; and acknowledgements of nothing. */
export function openAdvice(root: IConstruct): AdviceAt[] {
  const constructs = root.node.findAll();
  const used = new Set<Acknowledgement>();
  const open = constructs
    .flatMap((construct) => (adviceOf.get(construct) ?? []).map((source) => ({ construct, source })))
    .flatMap(({ construct, source }) => [...source()].map((advice) => ({ construct, advice })))
    .filter(({ construct, advice }) => {
      const accepting = acknowledgementsOf(construct, advice.code);
      for (const entry of accepting) used.add(entry);
      return accepting.length === 0;
    });
  const idle = constructs.flatMap((construct) =>
    (acknowledged.get(construct) ?? [])
      .filter((entry) => !used.has(entry))
      .map(({ code }) => ({ construct, advice: idleAdvice(code) })),
  );
  return [...open, ...idle];
}

function idleAdvice(code: string): Advice {
  return {
    code: 'acknowledged-nothing',
    message: `"${code}" is acknowledged here, but no advice of that code is given`,
    fix: 'leave the acknowledgement out, or write the code as it stands in parentheses at the end of the advice',
  };
}

function acknowledgementsOf(construct: IConstruct, code: string): Acknowledgement[] {
  return construct.node.scopes.flatMap((scope) => acknowledged.get(scope) ?? []).filter((entry) => entry.code === code);
}

function push<V>(map: WeakMap<IConstruct, V[]>, key: IConstruct, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
