import { Operator } from '../../../core/contracts/operator';
import type { Problem } from '../../../core/problems/problem';
import { onDisruption, type IndexedJobSpec } from '../../kinds/batch';
import { JOB_SET, type FailurePolicyRule, type JobSetSpec, JOB_SET_NAME } from '../../kinds/jobset';
import { objectOf } from '../../kinds/kind';
import { templateOf } from '../../pod/pod-template';
import { frameworkName, NAMESPACE, SERVICE_DOMAIN, taskOf } from '../engine-task';
import { jobNameProblems } from '../job-name';
import type { RenderedTrainingJob, TrainingEngine } from '../training-engine';
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
  readonly reservedEnv = JOB_SET_FIELDS.map(({ name }) => name);

  given(): readonly string[] {
    return [];
  }

  containerName(job: ResolvedTrainingJob): string {
    return frameworkName(job);
  }

  addresses(): Addresses {
    return jobSetAddresses(({ name }) => name);
  }

  podLabels({ name }: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>> {
    return jobSetLabels(name, role);
  }

  problems(job: ResolvedTrainingJob): Iterable<Problem> {
    return jobSetNameProblems(job, this.name);
  }

  render(job: ResolvedTrainingJob): RenderedTrainingJob {
    return { job: objectOf(JOB_SET, job.name, jobSetSpecOf(this, job)) };
  }
}

/** Labels that select the pods of a JobSet, or of one Job in it. */
export function jobSetLabels(name: string, job?: string): Readonly<Record<string, string>> {
  return { [JOB_SET_NAME]: name, ...(job !== undefined && { 'jobset.sigs.k8s.io/replicatedjob-name': job }) };
}

/** @param engine who makes the JobSet, for messages */
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
    ttlSecondsAfterFinished: job.keepFinished?.toSeconds(),
    successPolicy: { operator: 'All', targetReplicatedJobs: completing.map(jobOf) },
    // Nothing starts again while a pod of the attempt before is still there: a task that connected to it would fail too.
    failurePolicy: { maxRestarts: job.maxRestarts, restartStrategy: 'BlockingRecreate', rules },
    replicatedJobs: job.roles.map((role) => ({
      name: jobOf(role.name),
      replicas: 1,
      dependsOn: role.after === undefined ? undefined : [{ name: jobOf(role.after), status: 'Ready' }],
      template: { spec: renderRole(engine, job, role) },
    })),
  };
}

function renderRole(engine: TrainingEngine, job: ResolvedTrainingJob, role: ResolvedRole): IndexedJobSpec {
  // A role apart ends with the set. A deadline of its own would end the training.
  const apart = role.apart === true;
  return {
    completionMode: 'Indexed',
    completions: role.replicas,
    parallelism: role.atOnce ?? role.replicas,
    activeDeadlineSeconds: apart ? undefined : job.timeLimit?.toSeconds(),
    ...endOf(role),
    ...retries(job, role),
    template: templateOf({
      ...taskOf(engine, job, role, JOB_SET_FIELDS),
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
function retries(job: ResolvedTrainingJob, role: ResolvedRole): Partial<IndexedJobSpec> {
  if (role.apart === true) return { backoffLimit: MOST_RETRIES };
  if (role.atLeast !== undefined) return retriesOfEach(job.maxRestarts);
  return role.onLoss === 'restartTask'
    ? { backoffLimit: job.maxRestarts, podFailurePolicy: { rules: [onDisruption('Ignore')] } }
    : { backoffLimit: 0, podFailurePolicy: { rules: [onDisruption('FailJob')] } };
}

/** A failure that no rule matches starts the set again and counts. */
function failureRules(job: ResolvedTrainingJob): FailurePolicyRule[] {
  const alone = namesOf(job, (role) => role.onLoss === 'restartTask' && role.apart !== true);
  const elastic = job.roles.some((role) => role.atLeast !== undefined);
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
      onJobFailureReasons: elastic ? ['BackoffLimitExceeded', 'MaxFailedIndexesExceeded'] : ['BackoffLimitExceeded'],
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
