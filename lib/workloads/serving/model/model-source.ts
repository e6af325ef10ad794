import { BUCKET, type IBucket } from '../../../core/contracts/bucket';
import { FOLDER, folderProblems } from '../../../core/names/folder-name';
import { CONTAINER_IMAGE, imageProblems } from '../../../core/names/image-name';
import { accepted } from '../../../core/problems/errors';
import { problem, type Problem } from '../../../core/problems/problem';
import {
  contract,
  METHOD,
  optional,
  optionProblems,
  text,
  typeProblems,
  valueOf,
  type Rules,
} from '../../../core/problems/rules';
import { mountPathProblems } from '../../pod/mount-form-problems';
import type { Mount, ClaimMountOptions } from '../../pod/mount';
import { BUCKET_READ, type BucketRead } from './bucket-read';
import { HUB, HUB_OPTIONS, HUB_SIZE, hubProblems, type HubModel, type HubModelOptions } from './hub-model';
import {
  latestProblems,
  pinnedProblems,
  VERSION_OPTIONS,
  VERSIONS,
  type PinnedOptions,
  type VersionPolicy,
} from './version-policy';

/** Options of a model in a bucket. */
export interface BucketModelOptions {
  /** How the server gets at the files. @default - BucketRead.server() if the server can, or else BucketRead.mount() */
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
  | { readonly kind: 'image'; readonly image: string; readonly path: string }
  | { readonly kind: 'hub'; readonly model: HubModel };

export const MODEL = valueOf('ModelSource', "use ModelSource.bucket(bucket, 'models/mnist') or another source");

const BUCKET_MODEL: Rules<BucketModelOptions> = { read: optional(BUCKET_READ) };
const VOLUME = { volume: contract('claimName', { at: METHOD }, 'give a SharedVolume') };
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

  /**
   * A model of Hugging Face, which each pod downloads when it starts. Refused for servers that cannot read it.
   *
   * @param id its owner and its name
   * @param revision a commit of its repository, or a tag. The files of a branch can change between two starts of pods.
   * @see https://huggingface.co/docs/hub/models-downloading
   */
  static huggingFace(id: string, revision: string, options: HubModelOptions = {}): ModelSource {
    const types = [...typeProblems({ id, revision }, HUB), ...optionProblems(options, HUB_OPTIONS)];
    return accepted('ModelSource.huggingFace', [types], () => {
      const { token, size = HUB_SIZE } = options;
      const model = { id, revision, token, size };
      return accepted('ModelSource.huggingFace', [hubProblems(model)], () => new ModelSource({ kind: 'hub', model }));
    });
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
    const checks = [types, pinnedProblems(versions, options), revisionProblems(this.place)];
    const make = () => new ModelSource(this.place, { kind: 'pinned', versions, labels: options.labels ?? {} });
    return accepted('ModelSource.versions', checks, make);
  }

  /**
   * The newest versions, whichever are there. Each pod loads a new one by itself when it sees it, perhaps before all of
   * its files are there. Prefer a version by its number.
   *
   * @param count how many versions stay loaded. @default 1
   */
  latest(count = 1): ModelSource {
    const checks = [latestProblems(count), revisionProblems(this.place)];
    return accepted('ModelSource.latest', checks, () => new ModelSource(this.place, { kind: 'latest', count }));
  }
}

/** Where a version is not the name of a folder. */
function* revisionProblems({ kind }: ModelPlace): Generator<Problem> {
  if (kind !== 'hub') return;
  const message = 'a model of Hugging Face has no numbered versions';
  yield problem('model-version', 'versions', message, 'give another revision to ModelSource.huggingFace');
}
