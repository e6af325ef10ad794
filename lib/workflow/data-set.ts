import type { IBucket } from '../core/contracts/bucket';
import { folderProblems } from '../core/names/folder-name';
import { accepted } from '../core/problems';
import type { ModelVolume } from '../model/model-source';
import { Mount } from '../pods/mounts/mount';

/**
 * A folder of a bucket or of a volume that steps of workflows read and write. A step that reads it runs after the steps of
 * its workflow that write it, or a folder in it or around it.
 *
 * @example
 * const digits = DataSet.bucket(bucket, 'digits/prepared').perRun();
 */
export class DataSet {
  declare readonly '~type': 'DataSet';

  /** A folder of a bucket. The steps need an identity with a grant on the bucket. */
  static bucket(bucket: IBucket, folder: string): DataSet {
    const mount: ModelVolume['at'] = (path, options) => Mount.bucket(bucket, path, { ...options, subfolder: folder });
    const make = () => new DataSet(mount, folder, `${bucket.url}/${folder}`);
    return accepted('DataSet.bucket', [folderProblems('folder', folder)], make);
  }

  /** A folder of a volume that pods of many nodes can mount, such as a `SharedVolume`. */
  static volume(volume: ModelVolume, folder: string): DataSet {
    const make = () => new DataSet(volume.at.bind(volume), folder, `${volume.claimName}/${folder}`, volume.claimName);
    return accepted('DataSet.volume', [folderProblems('folder', folder)], make);
  }

  private constructor(
    readonly mount: ModelVolume['at'],
    readonly folder: string,
    /** The folder with the bucket's URL, or with the name of the volume's claim. */
    readonly place: string,
    /** The volume that pods mount as a whole. @default - they mount the folder of a bucket */
    readonly claimName?: string,
    readonly isPerRun = false,
    /** True if a reader does not wait for the steps that write it. */
    readonly isEarlier = false,
  ) {}

  /** The same place with a folder for each run, whose name is that of the run. */
  perRun(): DataSet {
    return new DataSet(this.mount, this.folder, this.place, this.claimName, true);
  }

  /** The whole folder as earlier runs left it, such as the model that is served. A step that reads it does not wait for writers. */
  ofEarlierRuns(): DataSet {
    return new DataSet(this.mount, this.folder, this.place, this.claimName, false, true);
  }

  /** True if one of two data sets is the folder of the other, or lies in it. */
  overlaps({ place }: DataSet): boolean {
    return `${place}/`.startsWith(`${this.place}/`) || `${this.place}/`.startsWith(`${place}/`);
  }
}
