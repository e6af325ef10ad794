import type { IConstruct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import { lazily } from '../../core/lazily';
import { objectIn } from '../../kubernetes/manifest';
import { securedPods, weakest, type SecuredPods, type SecurityNeed } from '../../kubernetes/pod-security';
import { needOf } from '../../kubernetes/pod-spec-security';
import type { PodSet } from '../pod-set';
import { renderPodTemplate } from '../pod-template';

/** The pods of a workload, and the object that runs them. */
interface RunPods extends Pick<SecuredPods, 'object'> {
  readonly base: string;
  readonly pods: readonly PodSet[];
}

/** Tells the namespace of a workload which level of Pod Security its pods need. */
export function securePods(owner: IConstruct, cluster: ICluster, namespace: string, workload: RunPods): void {
  const { object, base, pods } = workload;
  const need = lazily(() => weakest(pods.map((set) => securityNeedOf(base, set))));
  securedPods(cluster, namespace).add(owner, { object, need });
}

/** The strictest level of Pod Security that takes the pods of a set. */
export function securityNeedOf(base: string, set: PodSet): SecurityNeed {
  const { name, containerName = name, addedContainers = false } = set;
  const template = renderPodTemplate({
    pod: set.pod,
    pool: set.pool,
    resources: set.resources,
    workloadName: base,
    containerName,
  });
  const own = needOf(objectIn(template, 'spec'));
  if (own.level !== 'restricted' || !addedContainers) return own;
  return { level: 'baseline', because: 'their operator adds a container without any settings' };
}
