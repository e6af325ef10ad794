import type { IConstruct } from 'constructs';
import type { INodePool } from '../../core/contracts/node-pool';
import { checkProps } from '../../core/problems/check';
import { refuse } from '../../core/problems/errors';
import { amountProblems } from './quantity-problems';
import { podOptionProblems, TASK_OPTIONS } from './pod-option-problems';
import type { PodOptions, TaskOptions } from './pod-options';
import { resolveResources, type ResolvedResources } from './resources';

/** One pod with nothing left to decide: what a pod template and a demand are made of. */
export interface ResolvedTask {
  readonly pod: PodOptions;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
}

/**
 * Decides what the options of one pod leave open. Refuses options that are missing, of a wrong type, or wrong by
 * themselves, and advises on those that it does not know.
 *
 * @param owner the construct that the pod belongs to
 */
export function resolveTask(owner: IConstruct, options: TaskOptions): ResolvedTask {
  checkProps(owner, options, TASK_OPTIONS);
  const { pool, resources, accelerated = true, ...pod } = options;
  const resolved = resolveResources({ pool, accelerated, options: resources, mounts: pod.mounts });
  refuse(owner, [...podOptionProblems(pod), ...amountProblems({ name: owner.node.id, resolved })]);
  return { pod, pool, resources: resolved };
}
