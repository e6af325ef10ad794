import type { IBucket } from '../core/contracts/bucket';
import { folderProblems } from '../core/names/folder-name';
import { accepted } from '../core/problems/errors';
import type { ModelVolume } from '../model/model-source';
import { Mount } from '../pods/mounts/mount';

type MountAt = (path: string, options: { readonly readOnly: boolean }) => Mount;

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
    const mount: MountAt = (path, options) => Mount.bucket(bucket, path, { ...options, subfolder: folder });
    const make = () => new DataSet(`${bucket.url}/${folder}`, folder, false, mount);
    return accepted('DataSet.bucket', [folderProblems('folder', folder)], make);
  }

  /** A folder of a volume that pods of many nodes can mount, such as a `SharedVolume`. */
  static volume(volume: ModelVolume, folder: string): DataSet {
    const make = () => new DataSet(volume.claimName, folder, true, (path, options) => volume.at(path, options));
    return accepted('DataSet.volume', [folderProblems('folder', folder)], make);
  }

  private constructor(
    /** What pods mount: the folder by its URL, or a whole volume by its claim. */
    readonly root: string,
    readonly folder: string,
    readonly isVolume: boolean,
    readonly mount: MountAt,
    readonly isPerRun = false,
    /** True if a reader does not wait for the steps that write it. */
    readonly isEarlier = false,
  ) {}

  /** The same place with a folder for each run, whose name is that of the run. */
  perRun(): DataSet {
    return new DataSet(this.root, this.folder, this.isVolume, this.mount, true);
  }

  /** The whole folder as earlier runs left it, such as the model that is served. A step that reads it does not wait for writers. */
  ofEarlierRuns(): DataSet {
    return new DataSet(this.root, this.folder, this.isVolume, this.mount, false, true);
  }

  /** True if one of two data sets is the folder of the other, or lies in it. */
  overlaps(other: DataSet): boolean {
    const [one = '', two = ''] = [this, other].map(({ root, folder, isVolume }) =>
      isVolume ? `${root}/${folder}/` : `${root}/`,
    );
    return one.startsWith(two) || two.startsWith(one);
  }

  /** True for the same folder, as it is in one run. */
  equals({ root, folder, isPerRun }: DataSet): boolean {
    return root === this.root && folder === this.folder && isPerRun === this.isPerRun;
  }
}
