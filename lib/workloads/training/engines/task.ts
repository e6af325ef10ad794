import type { PodTask } from '../../pod/pod-template';
import { EnvValue, envVar } from '../../pod/env-value';
import type { ResolvedRole, ResolvedTrainingJob } from '../training-job';
import type { Rendezvous } from '../training-strategy';

/** A variable of every task, from a field of its own pod. */
export interface FieldVariable {
  readonly name: string;
  readonly fieldPath: string;
}

/** The main container of every task; operators that are made for one framework ask for its name. */
export function containerNameOf({ strategy }: ResolvedTrainingJob): string {
  return strategy.framework.toLowerCase();
}

/**
 * The autoscaler moves pods of Jobs to empty a node that is hardly used; moving one task can cost the whole job.
 *
 * @see https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md#what-types-of-pods-can-prevent-ca-from-removing-a-node
 */
const STAYS = { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' };

/**
 * What all engines write of one task of a role.
 *
 * @param fields variables of the engine that the rendezvous may refer to; those it does not are left out
 */
export function taskOf(
  job: ResolvedTrainingJob,
  role: ResolvedRole,
  rendezvous: Rendezvous,
  fields: readonly FieldVariable[],
): Omit<PodTask, 'containerName'> {
  const { env, args } = rendezvous;
  const texts = [...env.map(({ value }) => value), ...args];
  const userEnv = job.pod.env ?? {};
  return {
    workloadName: job.name,
    pod: job.pod,
    pool: role.pool,
    resources: role.resolved,
    env: [
      ...fields
        .filter(({ name }) => texts.some((text) => text.includes(`$(${name})`)))
        .map(({ name, fieldPath }) => envVar(name, EnvValue.fromField(fieldPath))),
      // What is not reserved is a default, which the user may set.
      ...env.filter(({ name }) => !(name in userEnv)).map(({ name, value }) => envVar(name, value)),
    ],
    extraArgs: args,
    serviceAccountName: job.serviceAccountName,
    annotations: STAYS,
  };
}
