import type { IConstruct } from 'constructs';
import type { INodePool } from '../../core/contracts/node-pool';
import { checkProps } from '../../core/problems/check';
import { refuseValues } from '../../core/problems/errors';
import { amountProblems } from './quantity-problems';
import { podOptionProblems, TASK_OPTIONS } from './pod-option-problems';
import type { PodOptions, TaskOptions } from './pod-options';
import { resolveResources, type ResolvedResources } from './resources';

/** One pod with all defaults filled in: the input of a pod template and of a demand. */
export interface ResolvedTask {
  readonly pod: PodOptions;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
}

/**
 * Fills in the defaults of a pod's options. Missing options, wrong types and wrong values are refused; unknown options
 * are advice.
 *
 * @param owner the construct that the pod belongs to
 */
export function resolveTask(owner: IConstruct, options: TaskOptions): ResolvedTask {
  checkProps(owner, options, TASK_OPTIONS);
  const { pool, resources, accelerated = true, ...pod } = options;
  const resolved = resolveResources({
    pool,
    accelerated,
    options: resources,
    mounts: pod.mounts,
    sidecars: pod.sidecars,
  });
  refuseValues(owner, [...podOptionProblems(pod), ...amountProblems({ name: owner.node.id, resolved })]);
  return { pod, pool, resources: resolved };
}
