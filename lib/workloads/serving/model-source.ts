import { BUCKET, type IBucket } from '../../core/contracts/bucket';
import { FOLDER, folderProblems } from '../../core/names/folder-name';
import { CONTAINER_IMAGE, imageProblems } from '../../core/names/image-name';
import { accepted } from '../../core/problems/errors';
import {
  choice,
  having,
  optional,
  optionProblems,
  text,
  typeProblems,
  valueOf,
  type Rules,
} from '../../core/problems/rules';
import { mountPathProblems } from '../pod/mount-form-problems';
import type { Mount, ClaimMountOptions } from '../pod/mount';
import {
  latestProblems,
  pinnedProblems,
  VERSION_OPTIONS,
  VERSIONS,
  type PinnedOptions,
  type VersionPolicy,
} from './version-policy';

/** How a server gets at a bucket. */
export type BucketRead = 'server' | 'mount';

/** Options of a model in a bucket. */
export interface BucketModelOptions {
  /**
   * `server`: the server reads `gs://` itself. `mount`: Cloud Storage FUSE mounts the folder.
   *
   * @default - `server` if the server can, or else `mount`
   */
  readonly read?: BucketRead;
}

/** A volume that pods of many nodes can mount, such as a `SharedVolume`. */
export interface ModelVolume {
  readonly claimName: string;
  at(path: string, options?: ClaimMountOptions): Mount;
}

/** The place of a model's files, as servers and checks read it. */
export type ModelPlace =
  | { readonly kind: 'bucket'; readonly bucket: IBucket; readonly folder: string; readonly read?: BucketRead }
  | { readonly kind: 'volume'; readonly volume: ModelVolume; readonly folder: string }
  | { readonly kind: 'image'; readonly image: string; readonly path: string };

export const MODEL = valueOf('ModelSource', "use ModelSource.bucket(bucket, 'models/mnist') or another source");

const BUCKET_MODEL: Rules<BucketModelOptions> = { read: optional(choice('server', 'mount')) };
const VOLUME = { volume: having('claimName', 'give a SharedVolume') };
const PATH = { path: text('give the folder in the image, such as "/models/mnist"') };

/**
 * A model's files, and the versions of it that are served. Its folder has a folder for each version, whose name is a number:
 * `models/mnist/1`. A version never changes after it was written.
 */
export class ModelSource {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'ModelSource';

  /** A folder of a bucket. The pods need an identity that may read the bucket. */
  static bucket(bucket: IBucket, folder: string, options: BucketModelOptions = {}): ModelSource {
    const types = [
      ...typeProblems({ bucket, folder }, { bucket: BUCKET, folder: FOLDER }),
      ...optionProblems(options, BUCKET_MODEL),
    ];
    const make = () => new ModelSource({ kind: 'bucket', bucket, folder, read: options.read });
    return accepted('ModelSource.bucket', [types, folderProblems('folder', folder)], make);
  }

  /** A folder of a shared volume of the serving's namespace. */
  static volume(volume: ModelVolume, folder: string): ModelSource {
    const types = typeProblems({ volume, folder }, { ...VOLUME, folder: FOLDER });
    const make = () => new ModelSource({ kind: 'volume', volume, folder });
    return accepted('ModelSource.volume', [types, folderProblems('folder', folder)], make);
  }

  /**
   * An image of the server with the model in it. It takes the place of the server's own image.
   *
   * @param path the folder of the versions in the image
   */
  static image(image: string, path: string): ModelSource {
    const types = [...typeProblems({ image }, { image: CONTAINER_IMAGE }), ...typeProblems({ path }, PATH)];
    const checks = [types, imageProblems('image', image), mountPathProblems(path)];
    return accepted('ModelSource.image', checks, () => new ModelSource({ kind: 'image', image, path }));
  }

  private constructor(
    readonly place: ModelPlace,
    readonly policy: VersionPolicy = { kind: 'pinned', versions: [1], labels: {} },
  ) {}

  /** The same model at another version. Sources are at version 1 by default. */
  version(version: number): ModelSource {
    return this.versions([version]);
  }

  /** Several versions, all of them loaded. Clients choose one by its number or its label, or get the newest. */
  versions(versions: readonly number[], options: PinnedOptions = {}): ModelSource {
    const types = [...typeProblems({ versions }, VERSIONS), ...optionProblems(options, VERSION_OPTIONS)];
    const make = () => new ModelSource(this.place, { kind: 'pinned', versions, labels: options.labels ?? {} });
    return accepted('ModelSource.versions', [types, pinnedProblems(versions, options)], make);
  }

  /**
   * The newest versions, whichever are there. Each pod loads a new one by itself when it sees it, perhaps before all of
   * its files are there. Prefer a version by its number.
   *
   * @param count how many versions stay loaded. @default 1
   */
  latest(count = 1): ModelSource {
    const make = () => new ModelSource(this.place, { kind: 'latest', count });
    return accepted('ModelSource.latest', [latestProblems(count)], make);
  }
}
