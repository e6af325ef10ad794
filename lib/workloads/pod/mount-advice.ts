import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import type { PodOptions } from './pod-options';
import { userOf } from './security-context';

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
