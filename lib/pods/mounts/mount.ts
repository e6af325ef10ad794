import { basename } from 'node:path/posix';
import type { Size } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { IBucket } from '../../core/contracts/bucket';
import { objectNameProblems } from '../../core/names/kubernetes-name';
import { accepted, problem, valueText, type Problem } from '../../core/problems';
import type { ClaimPlace } from './claim-place';
import { bucketMountProblems, configFileProblems, mountPathProblems, optionsOf } from './mount-form-problems';
import { sizeIn } from '../../kubernetes/quantity';
import { quantityProblems } from '../containers/quantity-problems';

/** Options of a bucket mount. */
export interface BucketMountOptions extends PersistentVolumeClaimMountOptions {
  /** Mounts only this folder of the bucket, such as `runs/1`. @default - the whole bucket */
  readonly subfolder?: string;
  /**
   * Further mount options of Cloud Storage FUSE, such as `['file-mode=664']`. `implicit-dirs` is always there.
   *
   * @default []
   * @see https://cloud.google.com/storage/docs/cloud-storage-fuse/cli-options
   */
  readonly mountOptions?: readonly string[];
}

export interface PersistentVolumeClaimMountOptions {
  /** @default false */
  readonly readOnly?: boolean;
}

/** The source of a mount, as the checks and the rendering read it. */
export type MountSource =
  | {
      readonly kind: 'bucket';
      readonly bucket: IBucket;
      readonly subfolder?: string;
      readonly mountOptions: readonly string[];
    }
  | { readonly kind: 'memory'; readonly size: Size }
  | { readonly kind: 'claim'; readonly claimName: string; readonly place?: ClaimPlace }
  | {
      readonly kind: 'configFiles';
      readonly files: Readonly<Record<string, string>>;
      /** The only file that is mounted, at the path itself. @default - all files, in the folder */
      readonly file?: string;
    }
  | { readonly kind: 'volume'; readonly volume: VolumeSource };

/** A volume in the form of Kubernetes, without its name. The limit of an `emptyDir` may be a `Size`. */
export type VolumeSource = Omit<k8s.Volume, 'name' | 'emptyDir'> & {
  readonly emptyDir?: Omit<k8s.EmptyDirVolumeSource, 'sizeLimit'> & { readonly sizeLimit?: Size | k8s.Quantity };
};

/**
 * A folder in the containers of a pod, and its source.
 *
 * @example
 * const mounts = [Mount.bucket(data, '/data'), Mount.memory(Size.gibibytes(2))];
 */
export class Mount {
  declare readonly '~type': 'Mount';

  /**
   * A bucket as a folder, by the Cloud Storage FUSE CSI driver. The pod needs an identity with a grant on the bucket.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cloud-storage-fuse-csi-driver
   */
  static bucket(bucket: IBucket, path: string, options: BucketMountOptions = {}): Mount {
    return mount('Mount.bucket', path, [bucketMountProblems(options)], () => {
      const { readOnly = false, subfolder, mountOptions = [] } = options;
      const source = { kind: 'bucket', bucket, subfolder, mountOptions: optionsOf(mountOptions) } as const;
      return new Mount(source, path, readOnly);
    });
  }

  /**
   * A folder in memory. Its files count towards the container's memory.
   *
   * @param size the most bytes of its files together
   * @param path @default /dev/shm
   */
  static memory(size: Size, path = '/dev/shm'): Mount {
    const amount = quantityProblems('a mount', 'size', size, 'use Size.mebibytes(64) or more');
    return mount('Mount.memory', path, [amount], () => new Mount({ kind: 'memory', size }, path, false));
  }

  /**
   * An existing PersistentVolumeClaim of the workload's namespace.
   *
   * @param place its namespace and cluster, where the pods must be. @default - not known, not checked
   */
  static persistentVolumeClaim(
    claimName: string,
    path: string,
    options: PersistentVolumeClaimMountOptions = {},
    place?: ClaimPlace,
  ): Mount {
    const checks = [objectNameProblems('PersistentVolumeClaim', 'claimName', claimName)];
    const make = () => new Mount({ kind: 'claim', claimName, place }, path, options.readOnly ?? false);
    return mount('Mount.persistentVolumeClaim', path, checks, make);
  }

  /**
   * Small text files, read-only. A ConfigMap beside the workload holds them.
   *
   * @param files their contents by their names, without folders
   */
  static configFiles(files: Readonly<Record<string, string>>, path: string): Mount {
    return mount(
      'Mount.configFiles',
      path,
      [configFileProblems(files)],
      () => new Mount({ kind: 'configFiles', files }, path, true),
    );
  }

  /**
   * One small text file, read-only, in a folder whose other files stay, such as `/etc/ssh/ssh_config`. A ConfigMap beside the
   * workload holds it.
   *
   * @param path the file; refused if its name has other than letters, digits, "-", "_" and "."
   */
  static configFile(content: string, path: string): Mount {
    const file = basename(path);
    const files = { [file]: content };
    const make = () => new Mount({ kind: 'configFiles', files, file }, path, true);
    return accepted('Mount.configFile', [mountPathProblems(path), configFileProblems(files)], make);
  }

  /** Any other volume, in the form of Kubernetes. An `emptyDir` of medium `Memory` counts towards the memory by its `sizeLimit`. Refused: other than one source. */
  static volume(volume: VolumeSource, path: string, options: PersistentVolumeClaimMountOptions = {}): Mount {
    const { medium, sizeLimit } = volume.emptyDir ?? {};
    const size = sizeLimit && sizeIn(sizeLimit);
    const amount = size ? quantityProblems('a volume', 'sizeLimit', size, 'use Size.mebibytes(64) or more') : [];
    const source: MountSource = medium === 'Memory' && size ? { kind: 'memory', size } : { kind: 'volume', volume };
    const make = () => new Mount(source, path, options.readOnly ?? false);
    return mount('Mount.volume', path, [volumeProblems(volume), amount], make);
  }

  private constructor(
    readonly source: MountSource,
    /** The folder in the container. */
    readonly path: string,
    readonly readOnly: boolean,
  ) {}
}

function* volumeProblems(volume: VolumeSource): Generator<Problem> {
  if (Object.values<unknown>(volume).filter((source) => source !== undefined).length === 1) return;
  const message = `${valueText(Object.keys(volume).join(', '))} is not the one source of a volume`;
  yield problem('mount-volume', 'volume', message, 'give one source, such as { emptyDir: {} }');
}

function mount(where: string, path: string, ofSource: readonly Iterable<Problem>[], make: () => Mount): Mount {
  return accepted(where, [...ofSource, mountPathProblems(path)], make);
}
