import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { manifestProblems } from '../conformance/manifest';
import { SHOWN_FOLDER, type Step } from '../integration/support/shown';
import { ALL_ENGINES, whyNot } from '../support/strategies';
import { ALL_STRATEGIES, jobOf, objectsOf, PAIRS } from '../training/jobs';
import { ROOT } from './examples';

// The table of docs/training/engines.md is made here: of the schemas, and of what runs of the tests in test/integration have
// recorded. Write it anew by `npx vitest run test/docs/engines.test.ts -u`.

const PAGE = join(ROOT, 'docs/training/engines.md');
const MARKS = { begin: '<!-- The tests write this. -->\n', end: '<!-- The end of what the tests write. -->\n' };

const LETTERS: Readonly<Record<Step | 'schema', string>> = { schema: 'S', webhook: 'W', scheduled: 'P', ran: 'R' };
const STEPS = ['schema', 'webhook', 'scheduled', 'ran'] as const;

/** Why steps of pairs are not shown. Each entry must be about some. */
const NOT_SHOWN: readonly {
  readonly why: string;
  readonly steps: readonly Step[];
  readonly engines?: readonly string[];
}[] = [
  {
    why: 'No cluster of our tests runs Kubeflow Trainer.',
    steps: ['webhook', 'scheduled', 'ran'],
    engines: ['TrainJob', 'TrainJob by a runtime of the cluster'],
  },
  {
    why: 'No cluster of our tests has the operator of MPIJobs.',
    steps: ['webhook', 'scheduled', 'ran'],
    engines: ['MPIJob'],
  },
  {
    why: 'No cluster of our tests has Training Operator 1.8, the last that runs MXJobs.',
    steps: ['webhook', 'scheduled', 'ran'],
    engines: ['MXJob'],
  },
  {
    why: 'The operator adds a container whose image no node of our tests has.',
    steps: ['ran'],
    engines: ['PyTorchJob with a master', 'MPIJob v1'],
  },
  { why: 'No program of our tests trains like this in real pods.', steps: ['ran'] },
];

const shown = new Map<string, Set<Step>>();
for (const file of readdirSync(SHOWN_FOLDER)) {
  const record: Record<string, Step> = JSON.parse(readFileSync(join(SHOWN_FOLDER, file), 'utf8'));
  for (const [pair, step] of Object.entries(record)) shown.set(pair, (shown.get(pair) ?? new Set()).add(step));
}

interface Cell {
  readonly letters: string;
  /** Why something is not there. */
  readonly whys: readonly string[];
}

function cellOf(name: string, engineName: string): Cell {
  const pair = PAIRS.find((each) => each.name === name && each.engineName === engineName);
  if (!pair) return { letters: '–', whys: [whyNoPair(name, engineName)] };
  const problems = objectsOf(pair.engine.render(jobOf({ strategy: pair.strategy }))).flatMap((each) =>
    manifestProblems(each),
  );
  expect(problems, `${name} × ${engineName}`).toEqual([]);
  const taken = shown.get(`${name} × ${engineName}`) ?? new Set();
  const missing = STEPS.filter((step): step is Step => step !== 'schema' && !taken.has(step));
  return {
    letters: STEPS.filter((step) => step === 'schema' || taken.has(step))
      .map((step) => LETTERS[step])
      .join(' '),
    whys: [...new Set(missing.map((step) => entryFor(step, engineName).why))],
  };
}

function entryFor(step: Step, engineName: string): (typeof NOT_SHOWN)[number] {
  const entry = NOT_SHOWN.find(
    ({ steps, engines }) => steps.includes(step) && (engines === undefined || engines.includes(engineName)),
  );
  if (!entry) throw new Error(`nothing says why ${step} is not shown of a ${engineName}`);
  return entry;
}

function whyNoPair(name: string, engineName: string): string {
  const strategy = Object.entries(ALL_STRATEGIES).find(([each]) => each === name)?.[1];
  const engine = ALL_ENGINES.find((each) => each.engineName === engineName)?.engine;
  const problem = strategy && engine && whyNot(strategy, engine);
  if (problem?.code === 'engine-framework') return 'No such pair: the engine is made for another framework.';
  if (problem?.code === 'engine-role') return 'No such pair: the engine cannot run roles like these.';
  throw new Error(`nothing says why there is no pair ${name} × ${engineName}`);
}

function tableText(): string {
  const whys: string[] = [];
  const noteOf = (why: string) => {
    if (!whys.includes(why)) whys.push(why);
    return whys.indexOf(why) + 1;
  };
  const engineNames = ALL_ENGINES.map(({ engineName }) => engineName);
  const rows = Object.keys(ALL_STRATEGIES).map((name) => {
    const cells = engineNames.map((engineName) => {
      const { letters, whys: of } = cellOf(name, engineName);
      return [letters, ...of.map((why) => `<sup>${noteOf(why)}</sup>`)].join(' ');
    });
    return [`\`${name.replace(/ .*|,.*/, '')}\`${/[ ,].*/.exec(name)?.[0] ?? ''}`, ...cells];
  });
  const head = ['strategy', ...engineNames];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const notes = whys.map((why, index) => `${index + 1}. ${why}`);
  return [...lines, '', ...notes, ''].join('\n');
}

test('the table of all pairs is what the tests have shown', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(MARKS.begin);
  const [, after = ''] = rest.split(MARKS.end);
  const text = [before, MARKS.begin, '\n', tableText(), '\n', MARKS.end, after].join('');
  const config = await resolveConfig(PAGE);
  await expect(await format(text, { ...config, filepath: PAGE })).toMatchFileSnapshot(PAGE);
});

test('all that is recorded is about pairs that exist', () => {
  const pairs = PAIRS.map(({ name, engineName }) => `${name} × ${engineName}`);
  expect([...shown.keys()].filter((pair) => !pairs.includes(pair))).toEqual([]);
});

test('every reason for what is not shown is about some pair', () => {
  const used = PAIRS.flatMap(({ name, engineName }) => cellOf(name, engineName).whys);
  expect(NOT_SHOWN.map(({ why }) => why).filter((why) => !used.includes(why))).toEqual([]);
});

test('fails: a step without a record and without a reason', () => {
  expect(() => entryFor('webhook', 'TFJob')).toThrow('nothing says why webhook is not shown of a TFJob');
});
