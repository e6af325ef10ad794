import { Operator } from '../../operators/operator';
import type { Problem } from '../../core/problems';
import { onDisruption, type JobSpec } from '../../kubernetes/kinds/batch';
import type { FailurePolicyRule, JobSetSpec } from '../../kubernetes/kinds/custom-specs';
import { JOB_SET, JOB_SET_NAME } from '../../kubernetes/kinds/jobset';
import { objectOf } from '../../kubernetes/kinds/kind';
import { renderPodTemplate } from '../../pods/pod-template';
import { NAMESPACE, SERVICE_DOMAIN, taskOf } from '../engine-task';
import { jobNameProblems } from '../job-name';
import type { Rendered } from '../../workload/rendered';
import type { TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole, Role } from '../training-strategy';
import { endOf, INDEX, POD_SUFFIX, retriesOfEach } from './indexed-job';

const NAME = { name: 'JOBSET_NAME', fieldPath: `metadata.labels['${JOB_SET_NAME}']` };
/** The variables that addresses in a JobSet refer to. */
export const JOB_SET_FIELDS = [NAME, INDEX, NAMESPACE];
const MOST_RETRIES = 2 ** 31 - 1;

/**
 * A JobSet with a Job for each role.
 *
 * The set is complete when the roles with `completes` are; all other tasks end then. Pods that Kubernetes takes away do
 * not count as restarts.
 */
export class JobSetEngine implements TrainingEngine {
  readonly name = 'JobSet';
  readonly kind = JOB_SET;
  readonly operator = Operator.JOBSET;
  readonly runsInTurns = true;
  readonly fields = JOB_SET_FIELDS;

  addresses(): Addresses {
    return jobSetAddresses(({ name }) => name);
  }

  podLabels({ name }: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return jobSetLabels(name, role);
  }

  problems(job: ResolvedTrainingJob): Iterable<Problem> {
    return jobSetNameProblems(job, this.name);
  }

  render(job: ResolvedTrainingJob): Rendered {
    return { main: objectOf(JOB_SET, job.name, jobSetSpecOf(this, job)) };
  }
}

/** Labels that select the pods of a JobSet, or of one Job in it. */
export function jobSetLabels(name: string, job?: string): Readonly<Record<string, string>> {
  return { [JOB_SET_NAME]: name, ...(job !== undefined && { 'jobset.sigs.k8s.io/replicatedjob-name': job }) };
}

/** @param engine the engine that makes the JobSet, for messages */
export function jobSetNameProblems(job: ResolvedTrainingJob, engine: string): Iterable<Problem> {
  const suffixes = job.roles.map((role) => `-${role.name}-0-${role.replicas - 1}${POD_SUFFIX}`);
  return jobNameProblems(job, engine, suffixes);
}

/**
 * A set with a Job for each role.
 *
 * @param jobOf the name of a role's Job in the set
 */
export function jobSetSpecOf(
  engine: TrainingEngine,
  job: ResolvedTrainingJob,
  jobOf: (role: string) => string = (role) => role,
): JobSetSpec {
  const completing = namesOf(job, (role) => role.completes);
  const rules = failureRules(job).map(({ targetReplicatedJobs, ...rule }) => ({
    ...rule,
    targetReplicatedJobs: targetReplicatedJobs.map(jobOf),
  }));
  return {
    ttlSecondsAfterFinished: job.ttlAfterFinished?.toSeconds(),
    successPolicy: { operator: 'All', targetReplicatedJobs: completing.map(jobOf) },
    // An attempt starts when the pods of the last one are gone: a task that connected to one would fail.
    failurePolicy: { maxRestarts: job.maxRestarts, restartStrategy: 'BlockingRecreate', rules },
    replicatedJobs: job.roles.map((role) => ({
      name: jobOf(role.name),
      replicas: 1,
      dependsOn: role.dependsOn === undefined ? undefined : [{ name: jobOf(role.dependsOn), status: 'Ready' }],
      template: { spec: renderRole(engine, job, role) },
    })),
  };
}

function renderRole(engine: TrainingEngine, job: ResolvedTrainingJob, role: ResolvedRole): JobSpec {
  // An auxiliary role ends with the set. A deadline of its own would end the training.
  const apart = role.auxiliary === true;
  return {
    completionMode: 'Indexed',
    completions: role.replicas,
    parallelism: role.parallelism ?? role.replicas,
    activeDeadlineSeconds: apart ? undefined : job.activeDeadline?.toSeconds(),
    ...endOf(role),
    ...retries(job, role),
    template: renderPodTemplate({
      ...taskOf(engine, job, role),
      restartPolicy: apart ? 'OnFailure' : 'Never',
    }),
  };
}

/**
 * The Service of a JobSet, which gives its pods their host names, has the JobSet's name.
 *
 * @param jobOf the name of a role's Job in the set
 */
export function jobSetAddresses(jobOf: (role: Role) => string): Addresses {
  const host = (role: Role, index: number) => `$(${NAME.name})-${jobOf(role)}-0-${index}.$(${NAME.name})`;
  return {
    host,
    qualifiedHost: (role, index) => `${host(role, index)}.${SERVICE_DOMAIN}`,
    ownIndex: `$(${INDEX.name})`,
  };
}

/** A task whose loss costs only itself is replaced by its Job; any other fails its Job, and with it the set. */
function retries(job: ResolvedTrainingJob, role: ResolvedRole): Partial<JobSpec> {
  if (role.auxiliary === true) return { backoffLimit: MOST_RETRIES };
  if (role.atLeast !== undefined) return retriesOfEach(job.maxRestarts);
  return role.failurePolicy === 'restartTask'
    ? { backoffLimit: job.maxRestarts, podFailurePolicy: { rules: [onDisruption('Ignore')] } }
    : { backoffLimit: 0, podFailurePolicy: { rules: [onDisruption('FailJob')] } };
}

/** A failure that no rule matches starts the set again and counts. */
function failureRules(job: ResolvedTrainingJob): Required<FailurePolicyRule>[] {
  const alone = namesOf(job, (role) => role.failurePolicy === 'restartTask' && role.auxiliary !== true);
  const elastic = job.roles.some((role) => role.atLeast !== undefined);
  const together = namesOf(job, (role) => role.failurePolicy === 'restartJob');
  const timed = namesOf(job, (role) => role.auxiliary !== true);
  const rules: Required<FailurePolicyRule>[] = [
    {
      name: 'disrupted',
      action: 'RestartJobSetAndIgnoreMaxRestarts',
      onJobFailureReasons: ['PodFailurePolicy'],
      targetReplicatedJobs: together,
    },
    {
      name: 'retriedEnough',
      action: 'FailJobSet',
      onJobFailureReasons: elastic ? ['BackoffLimitExceeded', 'MaxFailedIndexesExceeded'] : ['BackoffLimitExceeded'],
      targetReplicatedJobs: alone,
    },
    {
      name: 'outOfTime',
      action: 'FailJobSet',
      onJobFailureReasons: ['DeadlineExceeded'],
      targetReplicatedJobs: job.activeDeadline ? timed : [],
    },
  ];
  return rules.filter(({ targetReplicatedJobs }) => targetReplicatedJobs.length > 0);
}

function namesOf(job: ResolvedTrainingJob, matches: (role: ResolvedRole) => boolean): string[] {
  return job.roles.filter(matches).map((role) => role.name);
}
