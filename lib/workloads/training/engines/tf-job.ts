import { Operator } from '../../../core/contracts/operator';
import type { Problem } from '../../../core/problems/problem';
import { tfJobManifest, type TfJobSpec, type TfReplicaSpec, type TfReplicaType } from '../../kinds/kubeflow';
import type { Manifest } from '../../manifest';
import { configManifests, renderPodTemplate } from '../../pod/pod-template';
import { TF_CONFIG } from '../strategies/cluster-spec';
import type { RenderedTrainingJob, TrainingEngine } from '../training-engine';
import type { ResolvedRole, ResolvedTrainingJob } from '../training-job';
import { TASK_PORT, type Addresses } from '../training-strategy';
import { jobNameProblems } from './job-name';
import { taskOf } from './task';

const JOB_NAME = 'JOB_NAME';
const TASK_INDEX = 'TASK_INDEX';
const FIELDS = [
  { name: JOB_NAME, fieldPath: "metadata.labels['training.kubeflow.org/job-name']" },
  { name: TASK_INDEX, fieldPath: "metadata.labels['training.kubeflow.org/replica-index']" },
];

/** Of the roles of a job. The operator knows an evaluator too, but see `render`. */
const REPLICA_TYPES: Readonly<Record<string, TfReplicaType>> = { chief: 'Chief', ps: 'PS', worker: 'Worker' };

/**
 * Kubeflow's TFJob.
 *
 * A lost task starts again in place; the operator cannot start a whole job again. The others see their connections
 * break, end with an error and start again as well, from the last checkpoint.
 */
export class TfJobEngine implements TrainingEngine {
  readonly name = 'TFJob';
  readonly operator = Operator.TRAINING;
  readonly reservedEnv = [JOB_NAME, TASK_INDEX];
  readonly framework = 'TensorFlow';
  readonly onDeletedPod = 'fail';

  problems(job: ResolvedTrainingJob): Problem[] {
    const suffixes = job.roles.map((role) =>
      role.apart === true ? `-${role.name}-worker-0` : `-${role.name}-${role.replicas - 1}`,
    );
    const unknown = job.roles.filter(({ name, apart }) => apart !== true && !(name in REPLICA_TYPES));
    return [
      ...unknown.map(({ name }) => ({
        code: 'engine-role',
        property: 'engine',
        message: `${job.strategy.name} has tasks of role "${name}", but a TFJob knows ${Object.keys(REPLICA_TYPES).join(', ')} only`,
        fix: 'use TrainingEngine.jobSet()',
      })),
      ...jobNameProblems(job, this.name, longestOf(suffixes)),
    ];
  }

  /**
   * A role that stands apart becomes a job of its own: the operator would make it known to all others, whose
   * coordinator then waits for it for ever. That job ends when its program ends, or at the time limit.
   */
  render(job: ResolvedTrainingJob): RenderedTrainingJob {
    const together = job.roles.filter((role) => role.apart !== true);
    return {
      primary: renderJob(job, job.name, together),
      supporting: [
        ...configManifests(job.pod, job.name),
        ...job.roles
          .filter((role) => role.apart === true)
          .map((role) => renderJob(job, `${job.name}-${role.name}`, [role])),
      ],
    };
  }
}

function renderJob(job: ResolvedTrainingJob, name: string, roles: readonly ResolvedRole[]): Manifest {
  const tasks = roles.reduce((sum, role) => sum + role.replicas, 0);
  const spec: TfJobSpec = {
    runPolicy: {
      // The operator's default leaves parameter servers running when training has ended.
      cleanPodPolicy: 'Running',
      backoffLimit: backoffLimit(job.maxRestarts, roles),
      ...(job.timeLimit && { activeDeadlineSeconds: job.timeLimit.toSeconds() }),
      ...(job.keepFinished && { ttlSecondsAfterFinished: job.keepFinished.toSeconds() }),
    },
    ...(roles.some((role) => role.name === 'chief') ? {} : { successPolicy: 'AllWorkers' as const }),
    tfReplicaSpecs: Object.fromEntries(roles.map((role) => [replicaType(role), renderRole(job, role, tasks)] as const)),
  };
  return tfJobManifest(name, spec);
}

function renderRole(job: ResolvedTrainingJob, role: ResolvedRole, tasks: number): TfReplicaSpec {
  const addresses: Addresses = {
    address: (peer, index) => `$(${JOB_NAME})-${replicaType(peer).toLowerCase()}-${index}:${TASK_PORT}`,
    ownIndex: `$(${TASK_INDEX})`,
  };
  const told = job.strategy.rendezvous(role, job.roles, addresses);
  // The operator sets it by itself, but for a job of one task.
  const env = tasks > 1 ? told.env.filter(({ name }) => name !== TF_CONFIG) : told.env;
  return {
    replicas: role.replicas,
    restartPolicy: 'OnFailure',
    template: renderPodTemplate({
      ...taskOf(job, role, { ...told, env }, FIELDS),
      // Both names are the operator's: it looks for them.
      containerName: 'tensorflow',
      ports: [{ name: 'tfjob-port', containerPort: TASK_PORT }],
      // The operator looks at the job's own limit only when something happens to a pod: so something does, just then.
      // https://github.com/kubeflow/trainer/issues/3358
      timeLimit: job.timeLimit,
    }),
  };
}

/** A job succeeds with its chief or its workers, so what stands alone is a worker. */
function replicaType(role: { readonly name: string }): TfReplicaType {
  return REPLICA_TYPES[role.name] ?? 'Worker';
}

/**
 * The operator counts restarts of containers over all tasks and fails the job when they reach the limit, or at the
 * first for 0. A loss that costs the whole job ends all that take part in the training: the chief, or all mirrored
 * workers. Parameter servers go on, but for the one that was lost.
 */
function backoffLimit(maxRestarts: number, roles: readonly ResolvedRole[]): number {
  const together = roles.filter((role) => role.onLoss === 'restartJob');
  const training = together.filter((role) => role.completes).reduce((sum, role) => sum + role.replicas, 0);
  const server = together.some((role) => !role.completes) ? 1 : 0;
  return maxRestarts === 0 ? 0 : maxRestarts * Math.max(1, training + server) + 1;
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
