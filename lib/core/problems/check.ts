import type { IConstruct } from 'constructs';
import { refuse, refuses, refusesProps, type ProblemAt } from './errors';
import { formatProblem, pathOf, problem, type Problem } from './problem';
import { Topic } from './registry';
import {
  callback,
  CONSTRUCT,
  having,
  listOf,
  object,
  optional,
  propProblems,
  text,
  typeProblems,
  unknownProps,
  type Rules,
} from './rules';
import { usableProps } from './usable-props';

/**
 * Something valid but unwise. Shown when a program is synthesized; refused under `strict`; silenced
 * by `acknowledge`.
 */
export type Advice = Problem;

type AdviceSource = () => Iterable<Advice>;

interface Acknowledgement {
  readonly code: string;
  /** Why this is fine here, for readers of the program. */
  readonly reason: string;
}

const ADVICE = new Topic<AdviceSource>('advice');
const ACKNOWLEDGED = new Topic<Acknowledgement>('acknowledged');
/** The problems that a construct's checks found. The validations of cdktf and cdk8s keep only texts. */
const FOUND = new Topic<Problem>('found');

/**
 * Refuses props of a construct that are missing or of a wrong type, and advises on props that it does not have.
 *
 * @returns the props to go on with
 */
export function checkProps<Props>(construct: IConstruct, props: Props, rules: Rules<Props>): Props {
  advise(construct, ...unknownProps(props, rules));
  return refusesProps(construct, propProblems(props, rules)) ? usableProps(props, rules) : props;
}

const PROBLEM: Rules<Problem> = {
  code: text('name the rule, such as "team-label"'),
  property: optional(text('name the prop')),
  message: text('say what is wrong, with the value'),
  fix: text('say the change that rights it'),
};
const SOURCE = {
  construct: CONSTRUCT,
  source: callback('give a function that yields problems, or returns a list of them'),
};
const RESULT = { result: having(Symbol.iterator, 'yield problems, or return []') };
const ENTRIES = { result: listOf(object(PROBLEM, 'give { code, message, fix }')) };

interface Result {
  readonly found: readonly Problem[];
  /** Problems of what was found, as JavaScript checks no types. */
  readonly wrong: readonly Problem[];
}

function resultOf(what: 'check' | 'advice', source: () => Iterable<Problem>): Result {
  const result = source();
  const wrong = typeProblems({ result }, RESULT, `${what}.`);
  if (wrong.length > 0) return { found: [], wrong };
  const found = [...result];
  return { found, wrong: typeProblems({ result: found }, ENTRIES, `${what}.`) };
}

const OWNER = { owner: CONSTRUCT };

/** Whether a function is refused because it is given no construct. @param what the function */
export function refusesOwner(what: string, owner: unknown): boolean {
  return refuses(what, typeProblems({ owner }, OWNER));
}

/**
 * Registers a check of relations between constructs. It runs when the tree is synthesized (by
 * Platform, or by any plain cdk8s or cdktf app), together with all others.
 */
export function checkAtSynth(construct: IConstruct, check: () => Iterable<Problem>): void {
  if (refuses('checkAtSynth', typeProblems({ construct, source: check }, SOURCE))) return;
  construct.node.addValidation({
    validate: () => {
      const { found, wrong } = resultOf('check', check);
      const problems = wrong.length > 0 ? wrong : found;
      if (problems.length > 0) FOUND.add(construct, ...problems);
      return problems.map(formatProblem);
    },
  });
}

/** All that the validations of a tree find, those of other libraries included. */
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

/** Registers a source of advice that depends on other constructs. Synthesis calls it. */
export function adviseAtSynth(construct: IConstruct, source: AdviceSource): void {
  if (refuses('adviseAtSynth', typeProblems({ construct, source }, SOURCE))) return;
  ADVICE.add(construct, source);
}

const ACKNOWLEDGEMENT: Rules<Acknowledgement> = {
  code: text('write the code in parentheses at the end of the advice'),
  reason: text('say why it is fine here, such as "the article is from 2017"'),
};

/**
 * Accepts one kind of advice for a construct and all below it.
 *
 * @param code the code in parentheses at the end of the advice
 * @param reason why this is fine here, for readers of the program. Refused if empty.
 */
export function acknowledge(construct: IConstruct, code: string, reason: string): void {
  if (refuses('acknowledge', typeProblems({ construct }, { construct: CONSTRUCT }))) return;
  if (refuses(construct, typeProblems({ code, reason }, ACKNOWLEDGEMENT), reasonProblems(code, reason))) return;
  ACKNOWLEDGED.add(construct, { code, reason });
}

function* reasonProblems(code: string, reason: string): Generator<Problem> {
  if (reason.trim() !== '') return;
  const message = `"${code}" is acknowledged without a reason`;
  yield problem('acknowledge-reason', 'reason', message, ACKNOWLEDGEMENT.reason.fix);
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
      ADVICE.of(construct).flatMap((source) => {
        const { found, wrong } = resultOf('advice', source);
        refuse(construct, wrong);
        return found.map((advice) => ({ construct, advice }));
      }),
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
