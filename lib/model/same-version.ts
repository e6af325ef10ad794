import type { ModelPlace, ModelSource } from './model-source';

/** True if two sources have the same files at the same versions. */
export function isSameVersion(a: ModelSource, b: ModelSource): boolean {
  return keyOf(a) === keyOf(b);
}

function keyOf({ place, policy }: ModelSource): string {
  const versions = policy.kind === 'pinned' ? [...policy.versions].sort() : policy.count;
  return JSON.stringify([...filesOf(place), policy.kind, versions]);
}

function filesOf(place: ModelPlace): readonly string[] {
  switch (place.kind) {
    case 'bucket':
      return [place.bucket.url, place.folder];
    case 'volume':
      return [place.volume.claimName, place.folder];
    case 'image':
      return [place.image, place.path];
    case 'hub':
      return [place.model.id, place.model.revision];
  }
}
