import { lazily } from '../../core/lazily';
import { objectIn } from '../../kubernetes/manifest';
import { weakest, type SecurityNeed } from '../../kubernetes/pod-security';
import { needOf } from '../../kubernetes/pod-spec-security';
import type { PodSet } from '../pod-set';
import { renderPodTemplate } from '../pod-template';

/** The need of all pods of a workload, found on first use. */
export function securityNeedOfAll(base: string, sets: readonly PodSet[]): () => SecurityNeed {
  return lazily(() => weakest(sets.map((set) => securityNeedOf(base, set))));
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
