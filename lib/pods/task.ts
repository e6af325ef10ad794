import type { IConstruct } from 'constructs';
import type { INodePool } from '../core/contracts/node-pool';
import { isStandIn, refuseValues, standIn } from '../core/problems';
import { amountProblems } from './containers/quantity-problems';
import { withDeploymentLabels } from '../kubernetes/standard-labels';
import { podOptionProblems } from './pod-option-problems';
import type { PodOptions, TaskOptions } from './pod-options';
import { proxyRequests } from './containers/mesh-proxy';
import { resolveResources, type ResolvedResources, type SidecarResources } from './containers/resources';

/** One pod with all defaults filled in: the input of a pod template and of a pod set. */
export interface ResolvedTask {
  readonly pod: PodOptions;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
}

/**
 * Fills in the defaults of a pod's options. Wrong values are refused.
 *
 * @param owner the construct that the pod belongs to
 * @param added the requests of containers that an operator adds to the pod. @default - none
 */
export function resolveTask(owner: IConstruct, options: TaskOptions, added?: SidecarResources): ResolvedTask {
  const { pool, resources, accelerated = true, ...pod } = options;
  if (isStandIn(pool)) {
    refuseValues(owner, podOptionProblems(pod));
    return { pod: standIn(), pool, resources: standIn() };
  }
  const resolved = resolveResources({
    pool,
    accelerated,
    options: resources,
    mounts: pod.mounts,
    annotations: pod.annotations,
    sharedMemorySize: pod.sharedMemorySize,
    sidecars: pod.sidecars,
    added: added ?? proxyRequests(pool.cluster, pod.mesh),
  });
  refuseValues(owner, podOptionProblems(pod), amountProblems({ name: owner.node.id, resources: resolved }));
  return { pod: withDeploymentLabels(owner, pod), pool, resources: resolved };
}
