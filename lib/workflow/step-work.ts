import type { Construct } from 'constructs';
import { nameProblems } from '../core/names/name';
import { boundsProblems, isStandIn, problem, refuseValues, secondsProblems, standIn } from '../core/problems';
import { recommendedLabels } from '../kubernetes/standard-labels';
import type { PodSet } from '../pods/pod-set';
import { podPartsOf } from '../pods/pod-template';
import { ownServiceAccount } from '../pods/security/service-account';
import { resolveTask } from '../pods/task';
import { trainingRun } from '../training/training-run';
import { RunValue, VALUE_NAME } from './run-value';
import type { TaskStepOptions, TrainingStepOptions } from './step';
import type { StepSupply } from './workflow-backend';

/** The place of a step, and what its backend gives it. */
export interface StepPlace extends StepSupply {
  readonly owner: Construct;
  readonly name: string;
  /** The beginning of the names of its objects. */
  readonly base: string;
  /** The same of the workflow. */
  readonly workflow: string;
  /** The longest name that a run can have. */
  readonly run: string;
}

/** The work of a step with all defaults filled in: a program, or objects that it creates. Without both it waits for a person. */
export interface StepWork {
  readonly task?: TaskWork;
  readonly created?: CreatedObjects;
  /** True if the run goes on when it fails. @default false */
  readonly mayFail?: boolean;
  /** The pods that run at once. */
  readonly pods: readonly PodSet[];
}

export type TaskWork = ReturnType<typeof taskWork>['task'];
export type CreatedObjects = ReturnType<typeof trainingWork>['created'];

export function taskWork(options: TaskStepOptions, place: StepPlace) {
  const { owner, name, base, workflow, workers } = place;
  refuseValues(owner, taskProblems(options));
  const task = resolveTask(owner, withData(options, place), place.added);
  if (isStandIn(task.pod)) return standIn();
  const { items = [''], atMost = 1 } = options.forEach ?? {};
  const replicas = workers ?? Math.min(atMost, typeof items === 'string' ? atMost : items.length);
  // A fan-out goes on with fewer at once.
  const spread = { replicas, atLeast: replicas > 1 ? 1 : undefined, lowered: workers ? 'workers' : 'atMost' };
  const pod = { ...task, containerName: 'main', configMapPrefix: base };
  const parts = podPartsOf({ ...pod, workloadName: workflow, labels: recommendedLabels({ component: name }) });
  return { task: { ...task, options, parts }, pods: [{ ...pod, name, ...spread }] };
}

/** Faults that Argo finds only after the program has run, or not at all. Without items a program would run once. */
function* taskProblems({ command, retries, preemptions, forEach, timeout, cache, outputs = {} }: TaskStepOptions) {
  const code = 'step-option';
  yield* boundsProblems(code, { retries, preemptions }, { most: 1000 });
  yield* boundsProblems(code, { 'command.length': command.length }, { least: 1 });
  const counts = { 'forEach.atMost': forEach?.atMost, 'forEach.items.length': forEach?.items.length };
  yield* boundsProblems(code, counts, { least: 1 });
  yield* secondsProblems({ timeout, cache }, { least: 1 }, code);
  for (const [output, path] of Object.entries<string>(outputs)) {
    yield* nameProblems({ ...VALUE_NAME, what: 'output', property: 'outputs' }, output);
    if (path.startsWith('/') && !path.includes('$(')) continue;
    const message = `output "${output}" has the path ${JSON.stringify(path)}, where Argo finds no file`;
    yield problem(code, 'outputs', message, 'give an absolute path without variables, such as /tmp/accuracy');
  }
}

export function trainingWork({ mayFail, ...options }: TrainingStepOptions, place: StepPlace) {
  const { owner, name, base } = place;
  const names = { name: `${RunValue.NAME}-${name}`, base, longest: `${place.run}-${name}`, whole: place.workflow };
  const run = trainingRun(owner, names, withData(options, place));
  if (isStandIn(run)) return standIn();
  const { pods, rendered } = run.workload;
  const account = run.job.pod.identity ? [] : [ownServiceAccount(base)];
  return {
    created: { ...rendered, before: [...account, ...(rendered.before ?? [])], kind: run.engine.kind },
    mayFail,
    pods: pods.map((set) => ({ ...set, name: `${name}'s ${set.name}`, configMapPrefix: base })),
  };
}

function withData<T extends TaskStepOptions | TrainingStepOptions>(options: T, { mounts, env }: StepSupply): T {
  return { ...options, mounts: [...(options.mounts ?? []), ...mounts], env: { ...env, ...options.env } };
}
