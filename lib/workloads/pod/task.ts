import type { IConstruct } from 'constructs';
import type { INodePool } from '../../core/contracts/node-pool';
import { checkProps, refusesOwner } from '../../core/problems/check';
import { refuseValues } from '../../core/problems/errors';
import { amountProblems } from './quantity-problems';
import { podOptionProblems, TASK_OPTIONS } from './pod-option-problems';
import { isStandIn, standIn } from '../../core/problems/stand-in';
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
  if (refusesOwner('resolveTask', owner)) return standIn();
  const { pool, resources, accelerated = true, ...pod } = checkProps(owner, options, TASK_OPTIONS);
  if (isStandIn(pool)) return { pod: standIn(), pool, resources: standIn() };
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
