import type { IBucket } from '../core/contracts/bucket';
import { folderProblems } from '../core/names/folder-name';
import { accepted } from '../core/problems/errors';
import type { ModelVolume } from '../model/model-source';

/** The place of a data set, as backends read it. */
export type DataPlace =
  | { readonly kind: 'bucket'; readonly bucket: IBucket; readonly folder: string }
  | { readonly kind: 'volume'; readonly volume: ModelVolume; readonly folder: string };

/**
 * A folder of a bucket or of a volume that steps of workflows read and write. A step that reads it runs after the steps of
 * its workflow that write it.
 *
 * @example
 * const digits = DataSet.bucket(bucket, 'digits/prepared').perRun();
 */
export class DataSet {
  declare readonly '~type': 'DataSet';

  /** A folder of a bucket. The steps need an identity with a grant on the bucket. */
  static bucket(bucket: IBucket, folder: string): DataSet {
    const make = () => new DataSet({ kind: 'bucket', bucket, folder });
    return accepted('DataSet.bucket', [folderProblems('folder', folder)], make);
  }

  /** A folder of a volume that pods of many nodes can mount, such as a `SharedVolume`. */
  static volume(volume: ModelVolume, folder: string): DataSet {
    const make = () => new DataSet({ kind: 'volume', volume, folder });
    return accepted('DataSet.volume', [folderProblems('folder', folder)], make);
  }

  private constructor(
    readonly place: DataPlace,
    readonly isPerRun = false,
    /** True if a reader does not wait for the steps that write it. */
    readonly isEarlier = false,
  ) {}

  /** The same place with a folder for each run, whose name is that of the run. The first step that writes it makes the folder. */
  perRun(): DataSet {
    return new DataSet(this.place, true);
  }

  /** The same data set as earlier runs left it, such as the model that is served. A step that reads it does not wait for writers. */
  ofEarlierRuns(): DataSet {
    return new DataSet(this.place, this.isPerRun, true);
  }
}

/** The folder of a data set as a word: `digits-prepared`. */
export function dataName({ place: { folder } }: DataSet): string {
  return folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The place of a data set, as an equal text for equal places. */
export function placeKey({ place }: DataSet): string {
  return JSON.stringify([place.kind === 'bucket' ? place.bucket.url : place.volume.claimName, place.folder]);
}

/** Equal texts for equal data sets. */
export function dataKey(data: DataSet): string {
  return JSON.stringify([placeKey(data), data.isPerRun]);
}
