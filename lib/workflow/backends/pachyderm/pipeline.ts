import { Size } from 'cdk8s';
import { GPU_RESOURCE } from '../../../core/contracts/node-pool';
import { mebibytes } from '../../../core/mebibytes';
import { listIn, objectIn, type JsonObject } from '../../../kubernetes/manifest';
import { memoryText } from '../../../kubernetes/quantity';
import { recommendedLabels } from '../../../kubernetes/standard-labels';
import { podPartsOf } from '../../../pods/pod-template';
import { dataKey, dataName } from '../../data-set';
import type { DataUse, ResolvedStep, ResolvedWorkflow, TaskWork } from '../../resolved-workflow';
import type { PachydermStep } from './options';
import { podPatch } from './pod-patch';

/** The requests of the container that Pachyderm adds, which else may be a whole CPU. */
export const ADDED = { cpuMillis: 100, memory: Size.mebibytes(256) };

/** The step whose pipeline has a data set in its repo. @default - none: its repo has its own name */
export function writerOf(data: DataUse['data'], { steps }: ResolvedWorkflow): ResolvedStep | undefined {
  return steps.find((step) => step.data.some((use) => use.isWritten && dataKey(use.data) === dataKey(data)));
}

/** The data sets that no step writes, by the names of their repos. */
export function outside(workflow: ResolvedWorkflow): Map<string, DataUse['data']> {
  const all = workflow.steps.flatMap((step) => step.data.map(({ data }) => data));
  return new Map(all.filter((data) => !writerOf(data, workflow)).map((data) => [dataName(data), data]));
}

/** The name of a data set below `/pfs` in a step's pods. */
export function folderOf({ variable, isWritten }: DataUse): string {
  return isWritten ? 'out' : variable.toLowerCase();
}

/** The schedule of a step that no other step starts. One that reads nothing is started by `pachctl run cron`, if not by a clock. */
export function scheduleOf({ after, data }: ResolvedStep, { trigger }: ResolvedWorkflow): string | undefined {
  const { start } = trigger;
  if (start.kind === 'cron') return after.length === 0 ? start.schedule : undefined;
  return data.every(({ isWritten }) => isWritten) ? '@never' : undefined;
}

/**
 * The pipeline of a step.
 *
 * @see https://docs.pachyderm.com/latest/build-dags/pipeline-spec/
 */
export function pipelineOf(
  step: ResolvedStep,
  { task, retries, options: { timeout } }: TaskWork,
  workflow: ResolvedWorkflow,
  { globs, workers, datumSet }: PachydermStep,
): JsonObject {
  const { image, command = [], args = [], imagePullSecrets, workingDir } = task.pod;
  const { cpuMillis, memory, ephemeralStorage, gpus } = task.resources;
  const labels = recommendedLabels({ component: step.name });
  const parts = podPartsOf({ ...task, workloadName: step.base, containerName: 'user', labels });
  const { nodeSelector, priorityClassName } = parts.rest;
  const { values, secrets, others } = variablesOf(parts.container);
  const limits = { memory: memoryText(memory), disk: ephemeralStorage && memoryText(ephemeralStorage) };
  return {
    pipeline: { name: step.base },
    metadata: parts.metadata,
    transform: {
      image,
      cmd: [...command, ...args].map((text) => expanded(text, values)),
      // Kubernetes fills these in once more.
      env: Object.fromEntries([...values].map(([name, value]) => [name, value.replaceAll('$', () => '$$')])),
      secrets,
      imagePullSecrets,
      workingDir,
    },
    input: inputOf(step, workflow, globs),
    parallelismSpec: { constant: workers ?? 1 },
    // Else pods hold their GPUs while there is nothing to do.
    autoscaling: true,
    datumSetSpec: datumSet && 'size' in datumSet ? { sizeBytes: mebibytes(datumSet.size) * 1024 ** 2 } : datumSet,
    datumTries: retries + 1,
    datumTimeout: timeout && `${timeout.toSeconds()}s`,
    resourceRequests: { cpu: cpuMillis / 1000, ...limits },
    resourceLimits: { ...limits, gpu: gpus > 0 ? { type: GPU_RESOURCE, number: gpus } : undefined },
    sidecarResourceRequests: { cpu: ADDED.cpuMillis / 1000, memory: memoryText(ADDED.memory) },
    schedulingSpec: { nodeSelector, priorityClassName },
    tolerations: listIn(parts.rest, 'tolerations').map(toleration),
    podPatch: JSON.stringify(podPatch(parts, others)),
  };
}

/** One input alone, or all combinations of the datums of several. */
function inputOf(step: ResolvedStep, workflow: ResolvedWorkflow, globs: PachydermStep['globs'] = {}): JsonObject {
  const spec = scheduleOf(step, workflow);
  // A new time replaces the one before it, whose datum would stay.
  const clock: JsonObject[] = spec === undefined ? [] : [{ cron: { name: 'tick', spec, overwrite: true } }];
  const data = step.data.flatMap((use): JsonObject[] => {
    const repo = writerOf(use.data, workflow)?.base ?? dataName(use.data);
    return use.isWritten
      ? []
      : [{ pfs: { name: folderOf(use), repo, branch: 'master', glob: globs[use.variable] ?? '/' } }];
  });
  const [first = {}, ...more] = [...clock, ...data];
  return more.length === 0 ? first : { cross: [first, ...more] };
}

/** A toleration in the words of Pachyderm: `NO_SCHEDULE` for Kubernetes' `NoSchedule`. */
function toleration({ key, operator, value, effect, tolerationSeconds }: JsonObject): JsonObject {
  const word =
    typeof effect === 'string' ? effect.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase() : 'ALL_EFFECTS';
  return { key, operator: operator === 'Exists' ? 'EXISTS' : 'EQUAL', value, effect: word, tolerationSeconds };
}

/** The variables of a container: those that are known here, keys of Secrets, and others in the words of Kubernetes. */
function variablesOf(container: JsonObject) {
  const values = new Map<string, string>();
  const [secrets, others]: [JsonObject[], JsonObject[]] = [[], []];
  for (const variable of listIn(container, 'env')) {
    const { name, value } = variable;
    const secret = objectIn(objectIn(variable, 'valueFrom'), 'secretKeyRef');
    if (typeof name === 'string' && typeof value === 'string') values.set(name, expanded(value, values));
    else if (secret['name'] === undefined) others.push(variable);
    else secrets.push({ name: secret['name'], envVar: name, key: secret['key'] });
  }
  return { values, secrets, others };
}

export const REFERENCE = /\$\$|\$\(([^)]+)\)/g;

/** A text with `$(NAME)` filled in, as Kubernetes does it in the command of a container. Pachyderm's workers do not. */
function expanded(text: string, values: ReadonlyMap<string, string>): string {
  const valueOf = (whole: string, name?: string) => (name === undefined ? '$' : (values.get(name) ?? whole));
  return text.replaceAll(REFERENCE, valueOf);
}
