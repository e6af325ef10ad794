/* eslint-disable @typescript-eslint/no-explicit-any -- manifests are read as they are written, whatever they hold */
import { Size } from 'cdk8s';
import type { Rendered } from '../../lib/workload/rendered';
import { TrainingEngine } from '../../lib/training/training-engines';
import { resolveTrainingJob, type ResolvedTrainingJob, type TrainingJobOptions } from '../../lib/training/training-job';
import type { Manifest } from '../../lib/kubernetes/manifest';
import { pairsOf, strategiesOn } from '../support/strategies';
import { cpuPool, gpuPool } from '../workload/pools';

export const CPU = cpuPool();
export const GPU = gpuPool();
export const SMALL = { cpus: 0.5, memory: Size.gibibytes(1) };
export const ALL_STRATEGIES = strategiesOn(CPU);

export const STRATEGIES = {
  'parameter server': ALL_STRATEGIES['TensorFlow.parameterServer'],
  'parameter server by flags': ALL_STRATEGIES['TensorFlow.parameterServer by flags'],
  'parameter server by flags without a chief': ALL_STRATEGIES['TensorFlow.parameterServer by flags, no chief'],
  'parameter server with an evaluator': ALL_STRATEGIES['TensorFlow.parameterServer with an evaluator'],
  'multi-worker mirrored': ALL_STRATEGIES['TensorFlow.multiWorkerMirrored'],
  'multi-worker mirrored by flags': ALL_STRATEGIES['TensorFlow.multiWorkerMirrored by flags'],
  'multi-worker mirrored with an evaluator': ALL_STRATEGIES['TensorFlow.multiWorkerMirrored with an evaluator'],
};

export const ENGINES = { TFJob: TrainingEngine.tfJob(), JobSet: TrainingEngine.jobSet() };

export const TORCH = {
  torchrun: ALL_STRATEGIES['PyTorch.torchrun'],
  elastic: ALL_STRATEGIES['PyTorch.elastic'],
  'distributed data parallel': ALL_STRATEGIES['PyTorch.distributedDataParallel'],
};

export const MXNET = ALL_STRATEGIES['MXNet.parameterServer'];

/** Every strategy with every engine that runs it. */
export const PAIRS = pairsOf(ALL_STRATEGIES);

/** All that an engine makes of a job. */
export function objectsOf({ before = [], main, beside = [] }: Rendered): Manifest[] {
  return [...before, main, ...beside];
}

/** The objects with the JobSets that Kubeflow Trainer makes of TrainJobs in their place. */
export function withJobSets(manifests: readonly Manifest[]): Manifest[] {
  return manifests.flatMap((manifest) => {
    if (manifest.kind === 'TrainingRuntime') return [];
    if (manifest.kind !== 'TrainJob') return [manifest];
    const { runtimeRef, trainer } = specOf(manifest);
    const runtime = manifests.find(
      ({ kind, metadata }) => kind === runtimeRef.kind && metadata.name === runtimeRef.name,
    );
    const spec = runtime ? specOf(runtime).template.spec : { replicatedJobs: [nodeJob(trainer)] };
    return [{ ...manifest, kind: 'JobSet', spec }];
  });
}

function nodeJob({ numNodes, ...container }: any) {
  return {
    name: 'node',
    template: { spec: { completions: numNodes, template: { spec: { containers: [container] } } } },
  };
}

/** Two workers on the GPU pool, unless the options say otherwise. */
export function jobOf(options: Partial<TrainingJobOptions> = {}, name = 'mnist'): ResolvedTrainingJob {
  return resolveTrainingJob(
    'job',
    { name },
    {
      image: 'mnist:1',
      command: ['python3', 'train.py'],
      pool: GPU,
      workers: 2,
      strategy: STRATEGIES['parameter server'],
      ...options,
    },
  );
}

/** The parts of a manifest that tests look at: whatever they name. */
export function specOf(manifest: Manifest | undefined): any {
  return manifest && JSON.parse(JSON.stringify(manifest['spec']));
}

/** One task as its program sees it. */
export interface Task {
  readonly job: string;
  readonly role: string;
  readonly index: number;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly args: readonly string[];
}

/** All tasks of rendered jobs, with their variables substituted as the kubelet does it. */
export function tasksOf(manifests: readonly Manifest[], name?: string): Task[] {
  return withJobSets(manifests).flatMap((manifest) => {
    const job = name ?? String(manifest.metadata.name);
    const spec = specOf(manifest);
    const replicaSpecs =
      spec?.tfReplicaSpecs ?? spec?.pytorchReplicaSpecs ?? spec?.mxReplicaSpecs ?? spec?.mpiReplicaSpecs;
    if (replicaSpecs) {
      return Object.entries<any>(replicaSpecs).flatMap(([role, { replicas, template }]) =>
        tasks(job, role.toLowerCase(), replicas, template.spec.containers[0], {
          "metadata.labels['training.kubeflow.org/job-name']": job,
        }),
      );
    }
    if (manifest.kind === 'Job') {
      return tasks(job, 'worker', spec.completions, spec.template.spec.containers[0], {
        "metadata.labels['batch.kubernetes.io/job-name']": job,
      });
    }
    if (manifest.kind !== 'JobSet') return [];
    return spec.replicatedJobs.flatMap((role: any) =>
      tasks(job, role.name, role.template.spec.completions, role.template.spec.template.spec.containers[0], {
        "metadata.labels['jobset.sigs.k8s.io/jobset-name']": job,
      }),
    );
  });
}

function tasks(job: string, role: string, replicas: number, container: any, fields: Record<string, string>): Task[] {
  return Array.from({ length: replicas }, (_, index) => {
    const own: Record<string, string> = {
      ...fields,
      "metadata.labels['training.kubeflow.org/replica-index']": String(index),
      "metadata.annotations['batch.kubernetes.io/job-completion-index']": String(index),
      'metadata.namespace': 'default',
    };
    const env: Record<string, string> = {};
    const substitute = (text: string) => text.replace(/\$\((\w+)\)/g, (all, key: string) => env[key] ?? all);
    for (const { name, value, valueFrom } of container.env ?? []) {
      env[name] = valueFrom ? (own[valueFrom.fieldRef.fieldPath] ?? '') : substitute(value);
    }
    const [command, args] = [container.command ?? [], container.args ?? []].map((texts) => texts.map(substitute));
    return { job, role, index, env, command, args };
  });
}
