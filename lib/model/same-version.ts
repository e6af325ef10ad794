import type { ModelSource } from './model-source';

/** True if two sources have the same files at the same versions. */
export function isSameVersion(a: ModelSource, b: ModelSource): boolean {
  return textOf(a) === textOf(b);
}

function textOf({ place, policy }: ModelSource): string {
  const { kind } = place;
  const files =
    kind === 'bucket'
      ? [place.bucket.url, place.folder]
      : kind === 'volume'
        ? [place.volume.claimName, place.folder]
        : place;
  return JSON.stringify([files, policy]);
}
