import { boundsProblems } from '../../../core/problems/bounds';
import { problem, type Problem } from '../../../core/problems/problem';
import { DNS_LABEL } from '../../../core/names/kubernetes-name';
import { nameProblems } from '../../../core/names/name';
import { dataKey, dataName } from '../../data-set';
import type { ResolvedStep, ResolvedWorkflow } from '../../resolved-workflow';
import { referencesIn } from '../../run-value';
import type { PachydermOptions } from './options';
import { outside, REFERENCE, writerOf } from './pipeline';

/** Pachyderm's own limit. Its objects are called `default-<pipeline>-v<version>`. */
const LONGEST = 51;

/** What no pipeline can say, with the reason and the way out. */
const UNSAID = {
  training: 'a pipeline runs pods of its own and creates no jobs; make it a Step.task on the GPU pool',
  object: 'a pipeline runs pods of its own and creates no objects; make it a Step.task',
  approval: 'a pipeline starts as soon as its data comes; leave it out',
  when: 'a pipeline runs whenever its data comes; let the program look at the data',
  outputs: 'pipelines pass on files alone; write them to a data set',
  forEach: 'a pipeline runs once for each datum; give a glob in WorkflowBackend.pachyderm({ steps })',
  cache: 'Pachyderm itself leaves out datums that it knows; leave it out',
  after: 'pipelines follow each other by data alone; let it read a data set of the other step',
  reference: 'a pipeline does not know it; write the value itself',
  variable: 'it is known only in the pod; let the program read the variable',
  mounts: 'its pods have no account for buckets, and nothing makes their ConfigMaps; read a data set',
  parameters: 'pipelines have none; write their values into the steps',
  timeout: 'the runs of pipelines have no end in common; give the steps a timeout',
  onExit: 'the runs of pipelines have no end in common; let a step read the data of the last ones',
  keepFinished: 'results are commits, which stay until somebody deletes them; leave it out',
  trigger: 'its clock has a schedule in UTC alone; leave the options of Trigger.cron out',
} as const;

function unsaid(key: keyof typeof UNSAID, isThere: boolean, subject: string): Problem[] {
  const [why = '', fix = ''] = UNSAID[key].split('; ');
  return isThere
    ? [problem('pachyderm-step', 'backend', `${subject}, but ${why}`, `${fix}, or use WorkflowBackend.argo()`)]
    : [];
}

export function* workflowProblems(workflow: ResolvedWorkflow): Generator<Problem> {
  const { parameters, timeout, onExit, keepFinished, trigger, steps } = workflow;
  const clock = Object.values(trigger.start).filter((value) => value !== undefined);
  yield* unsaid('parameters', Object.keys(parameters).length > 0, 'the workflow has parameters');
  yield* unsaid('timeout', timeout !== undefined, 'the workflow has a timeout');
  yield* unsaid('onExit', onExit !== undefined, 'the workflow has onExit');
  yield* unsaid('keepFinished', keepFinished !== undefined, 'the workflow has keepFinished');
  // Its kind and the schedule are the first two.
  yield* unsaid('trigger', clock.length > 2, 'the schedule has options');
  for (const step of steps) {
    yield* nameProblems(
      { ...DNS_LABEL, max: LONGEST, what: 'pipeline', property: 'the ids of workflow and step' },
      step.base,
    );
    yield* stepProblems(step);
    yield* dataProblems(step, workflow);
  }
}

function* stepProblems({ name, work, when, after }: ResolvedStep): Generator<Problem> {
  const subject = `step "${name}"`;
  if (work.kind !== 'task') {
    yield* unsaid(work.kind, true, `${subject} is of the kind ${work.kind}`);
    return;
  }
  const { outputs = {}, forEach, cache } = work.options;
  const { command = [], args = [], env = {}, mounts = [] } = work.task.pod;
  yield* unsaid('when', when !== undefined, `${subject} has a condition`);
  yield* unsaid('outputs', Object.keys(outputs).length > 0, `${subject} has outputs`);
  yield* unsaid('forEach', forEach !== undefined, `${subject} has forEach`);
  yield* unsaid('cache', cache !== undefined, `${subject} has a cache`);
  for (const other of after) yield* unsaid('after', !other.isUsed, `${subject} comes after "${other.step}"`);
  const texts = [...command, ...args, ...Object.values(env).filter((value) => typeof value === 'string')].join(' ');
  for (const words of referencesIn(texts)) yield* unsaid('reference', true, `${subject} uses {{${words.join('.')}}}`);
  for (const [whole, variable = ''] of texts.matchAll(REFERENCE)) {
    yield* unsaid('variable', typeof (env[variable] ?? '') !== 'string', `${subject} uses ${whole}`);
  }
  for (const { source, path } of mounts) {
    yield* unsaid('mounts', source.kind === 'bucket' || source.kind === 'configFiles', `${subject} mounts ${path}`);
  }
}

/** Problems of data that repos cannot hold. A pipeline has one repo for its results, which no other one writes. */
function* dataProblems({ name, data: uses }: ResolvedStep, workflow: ResolvedWorkflow): Generator<Problem> {
  const fault = (does: string, fix: string) => problem('pachyderm-data', 'backend', `step "${name}" ${does}`, fix);
  const written = new Set(uses.flatMap(({ data, isWritten }) => (isWritten ? [dataKey(data)] : [])));
  if (written.size > 1) {
    const does = 'writes several data sets, but a pipeline has one repo for its results';
    yield fault(does, 'write folders of one data set, or make a step for each');
  }
  for (const { data, isWritten } of uses) {
    const [{ folder }, writer] = [data.place, writerOf(data, workflow)];
    if (isWritten && writer && writer.name !== name) {
      const does = `writes ${folder} as "${writer.name}" does, but each pipeline has a repo of its own`;
      yield fault(does, 'let each write its own, and let the steps that need both read both');
    }
    if (!isWritten && written.has(dataKey(data))) {
      yield fault(`reads and writes ${folder}, but a repo is no input of its own pipeline`, 'write another data set');
    }
    const repo = dataName(data);
    const isOther = dataKey(outside(workflow).get(repo) ?? data) !== dataKey(data);
    if (writer || !(isOther || workflow.steps.some(({ base }) => base === repo))) continue;
    const does = `reads ${folder}, but its repo "${repo}" also is that of another data set`;
    yield fault(does, 'give the folder another name');
  }
}

/** Problems of settings, such as those of a step that the workflow does not have. */
export function* settingProblems({ steps }: ResolvedWorkflow, options: PachydermOptions): Generator<Problem> {
  for (const [name, { workers, globs = {} }] of Object.entries(options.steps ?? {})) {
    yield* boundsProblems('pachyderm-option', { [`steps.${name}.workers`]: workers }, { least: 1 });
    const reads = steps.find((step) => step.name === name)?.data.filter(({ isWritten }) => !isWritten);
    const isRead = (variable: string) => reads?.some((use) => use.variable === variable) === true;
    if (reads && Object.keys(globs).every(isRead)) continue;
    const message = `the settings of "${name}" are for no step of the workflow, or for variables that are not in its reads`;
    yield problem('pachyderm-option', `steps.${name}`, message, 'use the names of steps and of their reads');
  }
}
