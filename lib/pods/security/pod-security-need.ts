import { objectIn } from '../../kubernetes/manifest';
import type { SecurityNeed } from '../../kubernetes/pod-security';
import { needOf } from '../../kubernetes/pod-spec-security';
import type { PodSet } from '../pod-set';
import { renderPodTemplate } from '../pod-template';

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
