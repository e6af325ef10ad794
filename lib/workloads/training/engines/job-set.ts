import { Operator } from '../../../core/contracts/operator';
import type { Problem } from '../../../core/problems/problem';
import {
  jobSetManifest,
  type FailurePolicyRule,
  type IndexedJobSpec,
  type PodFailurePolicyRule,
} from '../../kinds/jobset';
import { configManifests, renderPodTemplate } from '../../pod/pod-template';
import type { RenderedTrainingJob, TrainingEngine } from '../training-engine';
import type { ResolvedRole, ResolvedTrainingJob } from '../training-job';
import { TASK_PORT, type Addresses } from '../training-strategy';
import { jobNameProblems } from './job-name';
import { containerNameOf, taskOf } from './task';

const JOBSET_NAME = 'JOBSET_NAME';
const TASK_INDEX = 'TASK_INDEX';
const FIELDS = [
  { name: JOBSET_NAME, fieldPath: "metadata.labels['jobset.sigs.k8s.io/jobset-name']" },
  { name: TASK_INDEX, fieldPath: "metadata.annotations['batch.kubernetes.io/job-completion-index']" },
];
/** The Service of a JobSet, which gives its pods their host names, has the JobSet's name. */
const ADDRESSES: Addresses = {
  address: (role, index) => `$(${JOBSET_NAME})-${role.name}-0-${index}.$(${JOBSET_NAME}):${TASK_PORT}`,
  ownIndex: `$(${TASK_INDEX})`,
};
/** What Kubernetes adds to the names of an Indexed Job's pods. */
const POD_SUFFIX = '-xxxxx';
const MOST_RETRIES = 2 ** 31 - 1;

/**
 * A JobSet with a Job for each role.
 *
 * The set is complete when the roles that complete it are; all others end then. What Kubernetes takes away does not
 * count as a restart.
 */
export class JobSetEngine implements TrainingEngine {
  readonly name = 'JobSet';
  readonly operator = Operator.JOBSET;
  readonly reservedEnv = [JOBSET_NAME, TASK_INDEX];

  problems(job: ResolvedTrainingJob): Problem[] {
    const suffixes = job.roles.map((role) => `-${role.name}-0-${role.replicas - 1}${POD_SUFFIX}`);
    const longest = suffixes.reduce((most, suffix) => (suffix.length > most.length ? suffix : most), '');
    return jobNameProblems(job, this.name, longest);
  }

  render(job: ResolvedTrainingJob): RenderedTrainingJob {
    return {
      primary: jobSetManifest(job.name, {
        ...(job.keepFinished && { ttlSecondsAfterFinished: job.keepFinished.toSeconds() }),
        successPolicy: { operator: 'All', targetReplicatedJobs: namesOf(job, (role) => role.completes) },
        // Nothing starts again while a pod of the attempt before is still there: a task that connected to it would fail too.
        failurePolicy: { maxRestarts: job.maxRestarts, restartStrategy: 'BlockingRecreate', rules: failureRules(job) },
        replicatedJobs: job.roles.map((role) => ({
          name: role.name,
          replicas: 1,
          template: { spec: renderRole(job, role) },
        })),
      }),
      supporting: configManifests(job.pod, job.name),
    };
  }
}

function renderRole(job: ResolvedTrainingJob, role: ResolvedRole): IndexedJobSpec {
  // It ends with the set: whatever becomes of it must not end the training, and its own deadline would.
  const apart = role.apart === true;
  return {
    completionMode: 'Indexed',
    completions: role.replicas,
    parallelism: role.replicas,
    ...(!apart && job.timeLimit && { activeDeadlineSeconds: job.timeLimit.toSeconds() }),
    ...retries(job, role),
    template: renderPodTemplate({
      ...taskOf(job, role, job.strategy.rendezvous(role, job.roles, ADDRESSES), FIELDS),
      containerName: containerNameOf(job),
      ports: [{ containerPort: TASK_PORT }],
      restartPolicy: apart ? 'OnFailure' : 'Never',
    }),
  };
}

/** A task whose loss costs only itself is replaced by its Job; any other fails its Job, and with it the set. */
function retries(
  job: ResolvedTrainingJob,
  role: ResolvedRole,
): Pick<IndexedJobSpec, 'backoffLimit' | 'podFailurePolicy'> {
  if (role.apart === true) return { backoffLimit: MOST_RETRIES };
  return role.onLoss === 'restartTask'
    ? { backoffLimit: job.maxRestarts, podFailurePolicy: { rules: [onDisruption('Ignore')] } }
    : { backoffLimit: 0, podFailurePolicy: { rules: [onDisruption('FailJob')] } };
}

function onDisruption(action: 'Ignore' | 'FailJob'): PodFailurePolicyRule {
  return { action, onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] };
}

/** What matches none of these starts the set again and counts. */
function failureRules(job: ResolvedTrainingJob): FailurePolicyRule[] {
  const alone = namesOf(job, (role) => role.onLoss === 'restartTask' && role.apart !== true);
  const together = namesOf(job, (role) => role.onLoss === 'restartJob');
  const timed = namesOf(job, (role) => role.apart !== true);
  const rules: FailurePolicyRule[] = [
    {
      name: 'disrupted',
      action: 'RestartJobSetAndIgnoreMaxRestarts',
      onJobFailureReasons: ['PodFailurePolicy'],
      targetReplicatedJobs: together,
    },
    {
      name: 'retriedEnough',
      action: 'FailJobSet',
      onJobFailureReasons: ['BackoffLimitExceeded'],
      targetReplicatedJobs: alone,
    },
    {
      name: 'outOfTime',
      action: 'FailJobSet',
      onJobFailureReasons: ['DeadlineExceeded'],
      targetReplicatedJobs: job.timeLimit ? timed : [],
    },
  ];
  return rules.filter(({ targetReplicatedJobs }) => targetReplicatedJobs.length > 0);
}

function namesOf(job: ResolvedTrainingJob, matches: (role: ResolvedRole) => boolean): string[] {
  return job.roles.filter(matches).map((role) => role.name);
}
