import { problem, type Advice } from '../../core/problems';
import type { PodOptions } from '../pod-options';
import { userOf } from '../security/security-context';
import type { PodSet } from '../pod-set';

/** Advice about folders of a node that the pods' user cannot write to. */
export function* nodeFolderAdvice(pod: PodOptions): Generator<Advice> {
  const user = userOf(pod);
  if (user === 0) return;
  for (const { source, path, readOnly } of pod.mounts ?? []) {
    const folder = source.kind === 'claim' ? source.place?.nodeFolder : undefined;
    if (folder === undefined || readOnly) continue;
    const who = user === undefined ? "the image's user" : `user ${user}`;
    yield problem(
      'volume-owner',
      'user',
      `folder ${folder} of the node is mounted at ${path}, where Kubernetes lets only root write, but the pods run as ${who}`,
      `set user to PodUser.root(), or make the folder for that user on the node and acknowledge this`,
    );
  }
}

/** Advice about pods in other zones than the files that they mount. */
export function* claimAdvice({ pod, pool: { poolName, zones = [] } }: PodSet): Generator<Advice> {
  for (const { source } of pod.mounts ?? []) {
    const zone = source.kind === 'claim' ? source.place?.zone : undefined;
    const others = zones.filter((each) => each !== zone);
    if (source.kind !== 'claim' || zone === undefined || others.length === 0) continue;
    yield problem(
      'volume-zone',
      'mounts',
      `the files of volume "${source.claimName}" are in zone ${zone} alone, but nodes of pool "${poolName}" may be in ${others.join(', ')}, and reach them more slowly`,
      `set zones of pool "${poolName}" to ['${zone}'], keep the files in tier REGIONAL, or acknowledge this`,
    );
  }
}
