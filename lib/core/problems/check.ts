import type { IConstruct } from 'constructs';
import { refuses, type ProblemAt } from './errors';
import { formatProblem, pathOf, problem, type Problem } from './problem';
import { Topic } from './registry';

/**
 * Something valid but unwise. It is shown when a program is synthesized, refused under `strict`, and silenced by
 * `acknowledge`.
 */
export type Advice = Problem;

type AdviceSource = () => Iterable<Advice>;

interface Acknowledgement {
  readonly code: string;
  /** The reason why this is fine here, for readers of the program. */
  readonly reason: string;
}

const ADVICE = new Topic<AdviceSource>('advice');
const ACKNOWLEDGED = new Topic<Acknowledgement>('acknowledged');
/** The problems that a construct's checks found, as data. The validations of cdktf and cdk8s keep only texts. */
const FOUND = new Topic<Problem>('found');

/**
 * Registers a check of relations between constructs. It runs with all others when the tree is synthesized, by Platform or
 * by any plain cdk8s or cdktf app.
 */
export function checkAtSynth(construct: IConstruct, check: () => Iterable<Problem>): void {
  construct.node.addValidation({
    validate: () => {
      const problems = [...check()];
      if (problems.length > 0) FOUND.add(construct, ...problems);
      return problems.map(formatProblem);
    },
  });
}

/** The problems that all validations of a tree find, those of other libraries included. */
export function problemsBelow(root: IConstruct): ProblemAt[] {
  return root.node.findAll().flatMap((construct) => {
    const messages = construct.node.validate();
    if (messages.length === 0) return [];
    const path = pathOf(construct);
    const found = new Map(FOUND.of(construct).map((each) => [formatProblem(each), each]));
    return messages.map((message): ProblemAt => ({ path, message, ...found.get(message) }));
  });
}

/** Attaches advice that is already known to a construct. */
export function advise(construct: IConstruct, ...advice: readonly Advice[]): void {
  if (advice.length > 0) adviseAtSynth(construct, () => advice);
}

/** Registers a source of advice, such as one that depends on other constructs. Synthesis calls it. */
export function adviseAtSynth(construct: IConstruct, source: AdviceSource): void {
  ADVICE.add(construct, source);
}

/**
 * Accepts one kind of advice for a construct and all below it.
 *
 * @param code the code in parentheses at the end of the advice
 * @param reason the reason why this is fine here, for readers of the program. Refused if empty.
 */
export function acknowledge(construct: IConstruct, code: string, reason: string): void {
  if (refuses(construct, reasonProblems(code, reason))) return;
  ACKNOWLEDGED.add(construct, { code, reason });
}

function* reasonProblems(code: string, reason: string): Generator<Problem> {
  if (reason.trim() !== '') return;
  const message = `"${code}" is acknowledged without a reason`;
  yield problem('acknowledge-reason', 'reason', message, 'say why it is fine here, such as "the article is from 2017"');
}

interface AdviceAt {
  readonly construct: IConstruct;
  readonly advice: Advice;
}

/** All advice below a root that is not acknowledged, with its construct; and acknowledgements without advice. */
export function openAdvice(root: IConstruct): AdviceAt[] {
  const constructs = root.node.findAll();
  const used = new Set<Acknowledgement>();
  const open = constructs
    .flatMap((construct) =>
      ADVICE.of(construct).flatMap((source) => [...source()].map((advice) => ({ construct, advice }))),
    )
    .filter(({ construct, advice }) => {
      const accepting = acknowledgementsOf(construct, advice.code);
      for (const entry of accepting) used.add(entry);
      return accepting.length === 0;
    });
  const idle = constructs.flatMap((construct) =>
    ACKNOWLEDGED.of(construct)
      .filter((entry) => !used.has(entry))
      .map(({ code }) => ({ construct, advice: idleAdvice(code) })),
  );
  return [...open, ...idle];
}

function idleAdvice(code: string): Advice {
  return problem(
    'acknowledged-nothing',
    `"${code}" is acknowledged here, but no advice of that code is given`,
    'leave the acknowledgement out, or write the code as it stands in parentheses at the end of the advice',
  );
}

function acknowledgementsOf(construct: IConstruct, code: string): Acknowledgement[] {
  return construct.node.scopes.flatMap((scope) => ACKNOWLEDGED.of(scope)).filter((entry) => entry.code === code);
}
