import { problem, type Problem } from '../../../core/problems/problem';
import type { ResolvedTrainingJob } from '../training-job';
import type { ResolvedRole } from '../training-strategy';

/** The two roles of an MPIJob, of every version. */
export interface MpiRoles {
  readonly launcher: ResolvedRole;
  readonly worker: ResolvedRole;
}

/** The roles of a job; nothing if it has others. */
export function mpiRolesOf({ roles }: ResolvedTrainingJob): MpiRoles | undefined {
  const [launcher, worker] = ['launcher', 'worker'].map((wanted) => roles.find(({ name }) => name === wanted));
  return roles.length === 2 && launcher?.replicas === 1 && worker ? { launcher, worker } : undefined;
}

/** Problems of a job that is not made of one launcher and workers. */
export function* mpiRoleProblems(job: ResolvedTrainingJob): Generator<Problem> {
  if (mpiRolesOf(job)) return;
  const has = job.roles.map(({ name, replicas }) => `${replicas} × ${name}`).join(', ');
  const message = `${job.strategy.name} has ${has}, but an MPIJob has one launcher, and workers`;
  yield problem('engine-role', 'engine', message, 'use TrainingEngine.jobSet()');
}
