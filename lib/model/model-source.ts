import type { IBucket } from '../core/contracts/bucket';
import { folderProblems } from '../core/names/folder-name';
import { imageProblems } from '../core/names/image-name';
import { accepted, boundsProblems, problem, type Problem } from '../core/problems';
import { mountPathProblems } from '../pods/mounts/mount-form-problems';
import type { Mount, PersistentVolumeClaimMountOptions } from '../pods/mounts/mount';
import { quantityProblems } from '../pods/containers/quantity-problems';
import type { BucketRead } from './bucket-read';
import type { FetchedModel } from './fetched-model';
import { hubProblems, type HubModel, type HubModelOptions } from './hub-model';
import { pinnedProblems, versionProblems, type PinnedOptions, type VersionPolicy } from './version-policy';

export interface BucketModelOptions {
  /** The way in which the server reads the files. @default - BucketRead.server() if the server can, or else BucketRead.mount() */
  readonly read?: BucketRead;
}

/** A volume that pods of many nodes can mount, such as a `SharedVolume`. */
export interface ModelVolume {
  readonly claimName: string;
  at(path: string, options?: PersistentVolumeClaimMountOptions): Mount;
}

/** The place of a model's files, as servers and checks read it. */
export type ModelPlace =
  | { readonly kind: 'bucket'; readonly bucket: IBucket; readonly folder: string; readonly read?: BucketRead }
  | { readonly kind: 'volume'; readonly volume: ModelVolume; readonly folder: string }
  | { readonly kind: 'image'; readonly image: string; readonly path: string }
  | { readonly kind: 'hub'; readonly model: HubModel }
  | { readonly kind: 'fetched'; readonly model: FetchedModel };

/**
 * A model's files, and the versions of it that are served. Its folder has a folder for each version, whose name is a
 * number: `models/mnist/1`. A version must not change after it was written.
 *
 * @example
 * const model = ModelSource.bucket(models, 'models/mnist').version(2);
 */
export class ModelSource {
  declare readonly '~type': 'ModelSource';

  /** A folder of a bucket. The pods need an identity that may read the bucket. */
  static bucket(bucket: IBucket, folder: string, options: BucketModelOptions = {}): ModelSource {
    const make = () => new ModelSource({ kind: 'bucket', bucket, folder, read: options.read });
    return accepted('ModelSource.bucket', [folderProblems('folder', folder)], make);
  }

  /** A folder of a shared volume of the serving's namespace. */
  static volume(volume: ModelVolume, folder: string): ModelSource {
    const make = () => new ModelSource({ kind: 'volume', volume, folder });
    return accepted('ModelSource.volume', [folderProblems('folder', folder)], make);
  }

  /**
   * An image of the server with the model in it. It takes the place of the server's own image.
   *
   * @param path the folder of the versions in the image
   */
  static image(image: string, path: string): ModelSource {
    return accepted(
      'ModelSource.image',
      [imageProblems('image', image), mountPathProblems(path)],
      () => new ModelSource({ kind: 'image', image, path }),
    );
  }

  /**
   * A model of Hugging Face, which each pod downloads when it starts. Refused for servers that cannot read it.
   *
   * @param id its owner and its name
   * @param revision a commit of its repository, or a tag. The files of a branch can change between two starts of pods.
   * @see https://huggingface.co/docs/hub/models-downloading
   */
  static huggingFace(id: string, revision: string, options: HubModelOptions = {}): ModelSource {
    const model = { id, revision, ...options };
    return accepted('ModelSource.huggingFace', [hubProblems(model)], () => new ModelSource({ kind: 'hub', model }));
  }

  /** A version that an init container brings when a pod starts, such as one of a registry. */
  static fetched(model: FetchedModel): ModelSource {
    const { text, version, size } = model;
    const fix = 'use the size of the files of a version, such as Size.gibibytes(2)';
    const checks = [
      versionProblems('version', version === undefined ? [] : [version]),
      quantityProblems(text, 'size', size, fix),
    ];
    const policy: VersionPolicy =
      version === undefined ? { kind: 'latest', count: 1 } : { kind: 'pinned', versions: [version], labels: {} };
    return accepted('ModelSource.fetched', checks, () => new ModelSource({ kind: 'fetched', model }, policy));
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
    const checks = [pinnedProblems(versions, options), revisionProblems(this.place)];
    const make = () => new ModelSource(this.place, { kind: 'pinned', versions, labels: options.labels ?? {} });
    return accepted('ModelSource.versions', checks, make);
  }

  /**
   * The newest versions in the folder. Each pod loads a new one as soon as it sees it, perhaps before all of its files
   * are there. Prefer a version by its number.
   *
   * @param count the number of versions that stay loaded. @default 1
   */
  latest(count = 1): ModelSource {
    return accepted(
      'ModelSource.latest',
      [boundsProblems('model-version', { count }, { least: 1 }), revisionProblems(this.place)],
      () => new ModelSource(this.place, { kind: 'latest', count }),
    );
  }
}

/** Problems of versions of a model whose source is one revision or version already. */
function* revisionProblems({ kind }: ModelPlace): Generator<Problem> {
  if (kind === 'fetched') {
    const message = 'the source is one version of a registry already';
    yield problem(
      'model-version',
      'versions',
      message,
      "name the one that you mean, such as registry.model('digits').version(2)",
    );
  }
  if (kind !== 'hub') return;
  const message = 'a model of Hugging Face has no numbered versions';
  yield problem('model-version', 'versions', message, 'give another revision to ModelSource.huggingFace');
}
