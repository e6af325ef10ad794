import { DNS_LABEL } from '../../../core/names/kubernetes-name';
import { nameProblems } from '../../../core/names/name';
import { boundsProblems } from '../../../core/problems/bounds';
import { problem, type Problem } from '../../../core/problems/problem';
import { isWrittenBy, type ResolvedStep, type ResolvedWorkflow } from '../../resolve-workflow';
import type { PachydermOptions } from './pachyderm';
import { outside, ownRepo } from './pipeline';

/** What no pipeline can say, with the reason and the way out. */
const UNSAID = {
  created: 'a pipeline runs pods of its own and creates no jobs; make it a Step.task, on the GPU pool if it trains',
  approval: 'a pipeline starts as soon as its data comes; leave it out',
  when: 'a pipeline runs whenever its data comes; let the program look at the data',
  outputs: 'pipelines pass on files alone; write them to a data set',
  forEach: 'a pipeline runs once for each datum; give a glob in WorkflowBackend.pachyderm({ steps })',
  cache: 'Pachyderm itself leaves out datums that it knows; leave it out',
  after: 'pipelines follow each other by data alone; let it read a data set of the other step',
  reference: 'a pipeline does not know it; write the value itself',
  env: 'it is known only in the pod; let the program read the variable of a Secret, and leave others out',
  mounts: 'files come from repos alone; read a data set',
  parameters: 'pipelines have none; write their values into the steps',
  timeout: 'the runs of pipelines have no end in common; give the steps a timeout',
  onExit: 'the runs of pipelines have no end in common; let a step read the data of the last ones',
  keepFinished: 'results are commits, which stay until somebody deletes them; leave it out',
  options: 'its clock has a schedule in UTC alone; leave the options of Trigger.cron out',
  setting: 'Pachyderm decides it for the pods of all pipelines; leave it out',
} as const;

function unsaid(subject: string, key: keyof typeof UNSAID): Problem {
  const [why = '', fix = ''] = UNSAID[key].split('; ');
  return problem('pachyderm-step', 'backend', `${subject}, but ${why}`, `${fix}, or use WorkflowBackend.argo()`);
}

const SETTINGS = [
  'initContainers',
  'sidecars',
  'podSpec',
  'user',
  'securityContext',
  'podSecurityContext',
  'imagePullPolicy',
] as const;

function isSet(value: object | string | undefined): boolean {
  return value !== undefined && Object.values(value).some((each) => each !== undefined);
}

export function* workflowProblems(workflow: ResolvedWorkflow): Generator<Problem> {
  const { steps, trigger } = workflow;
  for (const key of ['parameters', 'timeout', 'onExit', 'keepFinished'] as const) {
    if (isSet(workflow[key])) yield unsaid(`the workflow sets ${key}`, key);
  }
  if (isSet(trigger.options)) yield unsaid('the schedule has options', 'options');
  // Pachyderm's own limit. Its objects are called `default-<pipeline>-v<version>`.
  const rule = { ...DNS_LABEL, max: 51, what: 'pipeline', property: 'the ids of workflow and step' };
  for (const data of outside(workflow)) {
    const repo = ownRepo(data);
    const isTaken = steps.some(({ base }) => base === repo);
    if (!isTaken && outside(workflow).every((each) => ownRepo(each) !== repo || each.equals(data))) continue;
    const message = `the repo "${repo}" of ${data.folder} also is that of another data set`;
    yield problem('pachyderm-data', 'backend', message, 'give the folder another name');
  }
  for (const step of steps) {
    yield* nameProblems(rule, step.base);
    yield* stepProblems(step);
    yield* dataProblems(step, workflow);
  }
}

function* stepProblems({ name, task, created, after, references }: ResolvedStep): Generator<Problem> {
  const subject = `step "${name}"`;
  if (created) yield unsaid(`${subject} creates a ${created.main.kind}`, 'created');
  if (!task && !created) yield unsaid(`${subject} is an approval`, 'approval');
  if (!task) return;
  const { options } = task;
  for (const key of ['when', 'outputs', 'forEach', 'cache', 'mounts'] as const) {
    if (isSet(options[key])) yield unsaid(`${subject} sets ${key}`, key);
  }
  for (const key of SETTINGS) if (isSet(options[key])) yield unsaid(`${subject} sets ${key}`, 'setting');
  for (const other of after) yield unsaid(`${subject} comes after "${other}"`, 'after');
  for (const reference of references) yield unsaid(`${subject} uses ${reference}`, 'reference');
  const texts = [...options.command, ...(options.args ?? [])].join(' ');
  for (const [variable, value] of Object.entries(options.env ?? {})) {
    const isKnown = typeof value === 'string' || (value.source.secretKeyRef && !texts.includes(`$(${variable})`));
    if (!isKnown) yield unsaid(`${subject} uses $(${variable})`, 'env');
  }
}

/** Problems of data that repos cannot hold. A pipeline has one repo for its results, which no other one writes. */
function* dataProblems({ name, reads, writes }: ResolvedStep, workflow: ResolvedWorkflow): Generator<Problem> {
  const fault = (does: string, fix: string) => problem('pachyderm-data', 'backend', `step "${name}" ${does}`, fix);
  const [written, ...more] = Object.values(writes);
  if (written && more.some((data) => !data.equals(written))) {
    const does = 'writes several data sets, but a pipeline has one repo for its results';
    yield fault(does, 'write folders of one data set, or make a step for each');
  }
  const other = workflow.steps.find((step) => written && step.name !== name && isWrittenBy(written, step));
  if (other) {
    const does = `writes what "${other.name}" writes, but each pipeline has a repo of its own`;
    yield fault(does, 'let each write its own, and let the steps that need both read both');
  }
  if (written && Object.values(reads).some((data) => data.equals(written))) {
    yield fault('reads what it writes, but a repo is no input of its own pipeline', 'write another data set');
  }
}

/** Problems of settings, such as those of a step that the workflow does not have. */
export function* settingProblems(
  { steps }: ResolvedWorkflow,
  settings: PachydermOptions['steps'] = {},
): Generator<Problem> {
  for (const [name, { workers, globs = {} }] of Object.entries(settings)) {
    yield* boundsProblems('pachyderm-option', { [`steps.${name}.workers`]: workers }, { least: 1 });
    const reads = steps.find((step) => step.name === name)?.reads;
    if (reads && Object.keys(globs).every((variable) => variable in reads)) continue;
    const message = `the settings of "${name}" are for no step of the workflow, or for variables that are not in its reads`;
    yield problem('pachyderm-option', `steps.${name}`, message, 'use the names of steps and of their reads');
  }
}
