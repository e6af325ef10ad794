import { groupedBy } from '../core/grouped';
import { problem, type Problem } from '../core/problems';
import type { NamedManifest } from '../kubernetes/manifest';
import { configMapsOf } from './mounts/render-mounts';
import type { PodSet } from './pod-set';

/** The ConfigMaps that the pods of a workload read. Sets with the same files at one path share theirs. */
export function configManifests(sets: readonly PodSet[], base: string): NamedManifest[] {
  return byName(sets, base).map(([{ manifest }]) => manifest);
}

/** Problems of pod sets with unlike files in a ConfigMap of one name. */
export function* configProblems(sets: readonly PodSet[], base: string): Generator<Problem> {
  for (const [first, ...others] of byName(sets, base)) {
    const other = others.find(({ manifest }) => JSON.stringify(manifest) !== JSON.stringify(first.manifest));
    if (!other) continue;
    const message = `"${first.set.name}" and "${other.set.name}" mount unlike files, but both read them from ConfigMap "${first.manifest.metadata.name}"`;
    const fix = `set configMapPrefix of one, such as "${base}-${other.set.name}", here and in its pod template`;
    yield problem('duplicate-name', 'pods', message, fix);
  }
}

function byName(sets: readonly PodSet[], base: string) {
  const all = sets.flatMap((set) =>
    configMapsOf(set.pod.mounts ?? [], set.configMapPrefix ?? base).map((manifest) => ({ set, manifest })),
  );
  return groupedBy(all, ({ manifest }) => manifest.metadata.name);
}
