import { basename } from 'node:path/posix';
import type { Size } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { BUCKET, type IBucket } from '../../core/contracts/bucket';
import { FOLDER } from '../../core/names/folder-name';
import { objectName, objectNameProblems } from '../../core/names/kubernetes-name';
import { accepted } from '../../core/problems/errors';
import { ofKubernetes } from '../k8s-rule';
import type { Problem } from '../../core/problems/problem';
import {
  FLAG,
  isRecord,
  listOf,
  optional,
  optionProblems,
  recordOf,
  SIZE,
  text,
  typeProblems,
  unknownProps,
  valueOf,
  wrongType,
  type Rules,
} from '../../core/problems/rules';
import type { ClaimPlace } from './claim-place';
import { bucketMountProblems, configFileProblems, mountPathProblems } from './mount-form-problems';
import { quantityProblems } from './quantity-problems';

/** Options of a bucket mount. */
export interface BucketMountOptions {
  /** @default false */
  readonly readOnly?: boolean;
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

/** Options of a mounted claim or volume. */
export interface ClaimMountOptions {
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
      /** Only this file is mounted, at the path itself. @default - all, in the folder */
      readonly file?: string;
    }
  | { readonly kind: 'volume'; readonly volume: Omit<k8s.Volume, 'name'> };

export const MOUNT = valueOf('Mount', 'use Mount.bucket(…), Mount.memory(…) or another way of Mount');

const BUCKET_OPTIONS: Rules<BucketMountOptions> = {
  readOnly: optional(FLAG),
  subfolder: optional(FOLDER),
  mountOptions: optional(listOf(text("give each option as a text, such as ['file-mode=664']"))),
};
const CLAIM_OPTIONS: Rules<ClaimMountOptions> = { readOnly: optional(FLAG) };
const CLAIM = { claimName: objectName('PersistentVolumeClaim') };
const FILES = { files: recordOf(text("give the contents by their names, such as { 'train.json': '{}' }")) };
const CONTENT = { content: text('give the content of the file') };
const VOLUME = { volume: ofKubernetes('toJson_Volume', 'give one source as Kubernetes has it: { emptyDir: {} }') };
const PATH = { path: text('give the folder in the container, such as "/data"') };

/** A folder in the containers of a pod, and its source. */
export class Mount {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Mount';

  /**
   * A bucket as a folder, by the Cloud Storage FUSE CSI driver. The pod needs an identity with a grant on the bucket.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cloud-storage-fuse-csi-driver
   */
  static bucket(bucket: IBucket, path: string, options: BucketMountOptions = {}): Mount {
    const types = [...typeProblems({ bucket }, { bucket: BUCKET }), ...optionProblems(options, BUCKET_OPTIONS)];
    return mount('Mount.bucket', path, [types, bucketMountProblems(options)], () => {
      const { readOnly = false, subfolder, mountOptions = [] } = options;
      return new Mount({ kind: 'bucket', bucket, subfolder, mountOptions }, path, readOnly);
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
    const checks = [typeProblems({ size }, { size: SIZE }), amount];
    return mount('Mount.memory', path, checks, () => new Mount({ kind: 'memory', size }, path, false));
  }

  /**
   * An existing PersistentVolumeClaim of the workload's namespace.
   *
   * @param place its namespace and cluster, where the pods must be. @default - not known, not checked
   */
  static claim(claimName: string, path: string, options: ClaimMountOptions = {}, place?: ClaimPlace): Mount {
    const types = [...typeProblems({ claimName }, CLAIM), ...optionProblems(options, CLAIM_OPTIONS)];
    const checks = [types, objectNameProblems('PersistentVolumeClaim', 'claimName', claimName)];
    const make = () => new Mount({ kind: 'claim', claimName, place }, path, options.readOnly ?? false);
    return mount('Mount.claim', path, checks, make);
  }

  /**
   * Small text files, read-only. A ConfigMap beside the workload holds them.
   *
   * @param files their contents by their names, without folders
   */
  static configFiles(files: Readonly<Record<string, string>>, path: string): Mount {
    const checks = [typeProblems({ files }, FILES), configFileProblems(files)];
    return mount('Mount.configFiles', path, checks, () => new Mount({ kind: 'configFiles', files }, path, true));
  }

  /**
   * One small text file, read-only, in a folder whose other files stay, such as `/etc/ssh/ssh_config`. A ConfigMap beside the
   * workload holds it.
   *
   * @param path the file; refused if its name has other than letters, digits, "-", "_" and "."
   */
  static configFile(content: string, path: string): Mount {
    return mount('Mount.configFile', path, [typeProblems({ content }, CONTENT)], () => {
      const file = basename(path);
      const files = { [file]: content };
      const make = () => new Mount({ kind: 'configFiles', files, file }, path, true);
      return accepted('Mount.configFile', [configFileProblems(files)], make);
    });
  }

  /** Any other volume, in the form of Kubernetes. Refused: other than one source, and fields that Kubernetes does not have. */
  static volume(volume: Omit<k8s.Volume, 'name'>, path: string, options: ClaimMountOptions = {}): Mount {
    const types = [...volumeProblems(volume), ...optionProblems(options, CLAIM_OPTIONS)];
    const make = () => new Mount({ kind: 'volume', volume }, path, options.readOnly ?? false);
    return mount('Mount.volume', path, [types], make);
  }

  private constructor(
    readonly source: MountSource,
    /** The folder in the container. */
    readonly path: string,
    readonly readOnly: boolean,
  ) {}
}

function* volumeProblems(volume: Omit<k8s.Volume, 'name'>): Generator<Problem> {
  // Most servers have such a volume, which is written without the generated code.
  if (isRecord(volume) && 'downwardApi' in volume) return;
  const types = typeProblems({ volume }, VOLUME);
  yield* types;
  if (types.length > 0) return;
  yield* unknownProps({ volume }, VOLUME);
  if (Object.values<unknown>(volume).filter((source) => source !== undefined).length !== 1) {
    yield wrongType('volume', volume, VOLUME.volume.fix);
  }
}

function mount(where: string, path: string, ofSource: readonly Iterable<Problem>[], make: () => Mount): Mount {
  return accepted(where, [...ofSource, typeProblems({ path }, PATH), mountPathProblems(path)], make);
}
