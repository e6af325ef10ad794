import { DNS_LABEL } from '../../../core/names/kubernetes-name';
import { nameProblems } from '../../../core/names/name';
import { boundsProblems, problem, type Problem } from '../../../core/problems';
import type { ResolvedStep, ResolvedWorkflow } from '../../resolve-workflow';
import type { PachydermOptions } from './pachyderm';
import { repoOf, writersOf } from './pipeline';

type Settings = NonNullable<PachydermOptions['steps']>;

/** Reasons why a pipeline cannot say something, each with the way out. */
const UNSAID: Readonly<Record<string, string>> = {
  created: 'a pipeline runs pods of its own and creates no jobs; make it a Step.task, on the GPU pool if it trains',
  when: 'a pipeline runs whenever its data comes; let the program look at the data',
  outputs: 'pipelines pass on files alone; write them to a data set',
  forEach: 'a pipeline runs once for each datum; give a glob in WorkflowBackend.pachyderm({ steps })',
  cache: 'Pachyderm itself leaves out datums that it knows; leave it out',
  order: 'pipelines follow each other by data alone; let it read a data set of the other step',
  reference: 'a pipeline does not know it; write the value itself',
  variable: 'it is known only in the pod; let the program itself read the variable of a Secret, and leave others out',
  mounts: 'files come from repos alone; read a data set',
  earlier:
    'a pipeline runs on what its input has then, results of the same run too; keep earlier ones in another data set',
  parameters: 'pipelines have none; write their values into the steps',
  timeout: 'the runs of pipelines have no end in common; give the steps a timeout',
  onExit: 'the runs of pipelines have no end in common; let a step read the data of the last ones',
};
const OTHERS = 'a pipeline has no word for it; leave it out';

/** The options of a task that a pipeline has, or that matter to its resources and its order alone. */
const SAID =
  /^(image|command|args|env|workingDir|imagePullSecrets|labels|annotations|pool|resources|accelerated|architecture|sharedMemorySize|priorityClassName|identity|reads|writes|after|retries|preemptions|timeout|driverLibraryPath)$/;

function setIn(owner: object): string[] {
  return Object.entries<unknown>({ ...owner }).flatMap(([key, value]) => (value === undefined ? [] : [key]));
}

/** Parts of a workflow that no pipeline can say. */
function* unsaidIn({ parameters, timeout, onExit, keepFinished, trigger, steps }: ResolvedWorkflow) {
  if (setIn(parameters).length > 0) yield ['the workflow has parameters', 'parameters'];
  const { timeZone, concurrency, catchUp } = trigger;
  const others = { timeout, onExit, keepFinished, timeZone, concurrency, catchUp };
  for (const key of setIn(others)) yield [`the workflow has ${key}`, key];
  for (const { name, task, created, uses, after, reads, references } of steps) {
    const step = `step "${name}"`;
    if (created) yield [`${step} creates a ${created.main.kind}`, 'created'];
    if (!created && !task) yield [`${step} is an approval`, 'approval'];
    if (!task) continue;
    const { command, args = [], env = {} } = task.options;
    for (const key of setIn(task.options)) if (!SAID.test(key)) yield [`${step} has ${key}`, key];
    const read = Object.values(reads).flatMap((data) => writersOf(data, steps).map((writer) => writer.name));
    for (const other of [...uses, ...after].filter((each) => !read.includes(each)))
      yield [`${step} comes after "${other}"`, 'order'];
    if (Object.values(reads).some(({ isEarlier }) => isEarlier))
      yield [`${step} reads data ofEarlierRuns()`, 'earlier'];
    for (const reference of references) yield [`${step} uses ${reference}`, 'reference'];
    for (const [variable, value] of Object.entries(env)) {
      const isUsed = [...command, ...args].join(' ').includes(`$(${variable})`);
      const isKnown = typeof value === 'string' || (value.source.secretKeyRef && !isUsed);
      if (!isKnown) yield [`${step} uses $(${variable})`, 'variable'];
    }
  }
}

/** @param settings those of `WorkflowBackend.pachyderm` */
export function* pachydermProblems(workflow: ResolvedWorkflow, settings: Settings): Generator<Problem> {
  for (const [subject = '', key = ''] of unsaidIn(workflow)) {
    const [why = '', fix = ''] = (UNSAID[key] ?? OTHERS).split('; ');
    yield problem('pachyderm-step', 'backend', `${subject}, but ${why}`, `${fix}, or use WorkflowBackend.argo()`);
  }
  // Pachyderm's own limit. Its objects are called `default-<pipeline>-v<version>`.
  const rule = { ...DNS_LABEL, max: 51, what: 'pipeline', property: 'the ids of workflow and step' };
  for (const { base } of workflow.steps) yield* nameProblems(rule, base);
  for (const step of workflow.steps) yield* dataProblems(step, workflow);
  for (const [name, { workers, globs = {} }] of Object.entries(settings)) {
    yield* boundsProblems('pachyderm-option', { [`steps.${name}.workers`]: workers }, { least: 1 });
    const reads = workflow.steps.find((step) => step.name === name)?.reads;
    if (reads && Object.keys(globs).every((variable) => variable in reads)) continue;
    const message = `the settings of "${name}" are for no step of the workflow, or for variables that are not in its reads`;
    yield problem('pachyderm-option', `steps.${name}`, message, 'use the names of steps and of their reads');
  }
}

/** Problems of data that repos cannot hold. A pipeline has one repo for its results, which no other one writes. */
function* dataProblems({ name, reads, writes }: ResolvedStep, workflow: ResolvedWorkflow): Generator<Problem> {
  const { steps } = workflow;
  const fault = (does: string, fix = 'write another data set') =>
    problem('pachyderm-data', 'backend', `step "${name}" ${does}`, fix);
  const all = steps.flatMap((step) => Object.values(step.reads));
  for (const data of Object.values(reads)) {
    const { place } = all.find((each) => repoOf(each, workflow) === repoOf(data, workflow)) ?? data;
    const fix = 'give one of the folders another name';
    if (place !== data.place) yield fault(`reads ${data.place}, whose repo would be that of ${place} too`, fix);
  }
  const [first, ...more] = Object.values(writes);
  if (!first) return;
  const other = writersOf(first, steps).find((step) => step.name !== name);
  if (other) yield fault(`writes what "${other.name}" writes, but each pipeline has a repo of its own`);
  if (more.some((data) => data.place !== first.place))
    yield fault('writes several data sets, but a pipeline has one repo');
  if (Object.values(reads).some((data) => data.place === first.place))
    yield fault('reads what it writes, but a repo is no input of its own pipeline');
}
