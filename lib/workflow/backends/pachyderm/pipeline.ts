import { Size } from 'cdk8s';
import { GPU_RESOURCE } from '../../../core/contracts/node-pool';
import { mebibytes } from '../../../core/mebibytes';
import { listIn, objectIn, type JsonObject } from '../../../kubernetes/manifest';
import { memoryText } from '../../../kubernetes/quantity';
import type { DataSet } from '../../data-set';
import type { ResolvedStep, ResolvedWorkflow } from '../../resolve-workflow';
import type { TaskWork } from '../../step-work';
import type { PachydermStep } from './pachyderm';

/** The requests of the container that Pachyderm adds, which else may be a whole CPU. */
export const ADDED = { cpuMillis: 100, memory: Size.mebibytes(256) };

/** The repo of a data set: that of the pipeline that writes it, or one with the name of its folder. */
export function repoOf(data: DataSet, { steps }: ResolvedWorkflow): string {
  return writersOf(data, steps)[0]?.base ?? data.folder.replace(/[^\w-]/g, '_');
}

export function writersOf(data: DataSet, steps: readonly ResolvedStep[]): ResolvedStep[] {
  return steps.filter(({ writes }) => Object.values(writes).some((written) => written.place === data.place));
}

/** The input that starts a step which no other one starts. One that reads nothing is started by `pachctl run cron`, if not by a clock. */
export function clockOf({ before, reads }: ResolvedStep, { trigger: { schedule } }: ResolvedWorkflow): JsonObject[] {
  const isFirst = schedule === undefined ? Object.keys(reads).length === 0 : before.size === 0;
  // A new time replaces the one before it, whose datum would stay.
  return isFirst ? [{ cron: { name: 'tick', spec: schedule ?? '@never', overwrite: true } }] : [];
}

/**
 * The pipeline of a step.
 *
 * @see https://docs.pachyderm.com/latest/build-dags/pipeline-spec/
 */
export function pipelineOf(
  step: ResolvedStep,
  { pod, resources, parts, options: { retries = 0, timeout } }: TaskWork,
  workflow: ResolvedWorkflow,
  { globs = {}, workers, datumSet }: PachydermStep,
): JsonObject {
  const { image, command = [], args = [], imagePullSecrets, workingDir } = pod;
  const { cpuMillis, memory, ephemeralStorage, gpus } = resources;
  const { nodeSelector, priorityClassName } = parts.rest;
  const { values, secrets } = variablesOf(parts.container);
  const limits = { memory: memoryText(memory), disk: ephemeralStorage && memoryText(ephemeralStorage) };
  const data = Object.entries(step.reads).map(([variable, read]) => {
    const pfs = { name: variable.toLowerCase(), repo: repoOf(read, workflow), branch: 'master' };
    return { pfs: { ...pfs, glob: globs[variable] ?? '/' } };
  });
  // One input alone, or all combinations of the datums of several.
  const [first = {}, ...more]: JsonObject[] = [...clockOf(step, workflow), ...data];
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
    input: more.length === 0 ? first : { cross: [first, ...more] },
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
    podPatch: podPatchOf(parts),
  };
}

/** The volumes of the pod, which is that of shared memory alone. The first container runs the program. Services keep their variables, by which it finds Pachyderm. */
function podPatchOf({ rest, container }: TaskWork['parts']): string | undefined {
  const added = (path: string, values: readonly JsonObject[]) =>
    values.map((value) => ({ op: 'add', path: `${path}/-`, value }));
  const patch = [
    ...added('/volumes', listIn(rest, 'volumes')),
    ...added('/containers/0/volumeMounts', listIn(container, 'volumeMounts')),
  ];
  return patch.length > 0 ? JSON.stringify(patch) : undefined;
}

/** A toleration in the words of Pachyderm: `NO_SCHEDULE` for Kubernetes' `NoSchedule`. */
function toleration({ operator, effect, ...others }: JsonObject): JsonObject {
  const words = typeof effect === 'string' ? effect.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_') : 'all_effects';
  return { ...others, operator: operator === 'Exists' ? 'EXISTS' : 'EQUAL', effect: words.toUpperCase() };
}

/** The variables of a container: those that are known here, and keys of Secrets. */
function variablesOf(container: JsonObject) {
  const values = new Map<string, string>();
  const secrets: JsonObject[] = [];
  for (const variable of listIn(container, 'env')) {
    const { name: envVar, value } = variable;
    const { name, key } = objectIn(objectIn(variable, 'valueFrom'), 'secretKeyRef');
    if (typeof envVar === 'string' && typeof value === 'string') values.set(envVar, expanded(value, values));
    else secrets.push({ name, envVar, key });
  }
  return { values, secrets };
}

/** A text with `$(NAME)` filled in, as Kubernetes does it in the command of a container. Pachyderm's workers do not. */
function expanded(text: string, values: ReadonlyMap<string, string>): string {
  const valueOf = (whole: string, name?: string) => (name === undefined ? '$' : (values.get(name) ?? whole));
  return text.replaceAll(/\$\$|\$\(([^)]+)\)/g, valueOf);
}
