import { posix } from 'node:path';
import type { Size } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { IBucket } from '../../core/contracts/bucket';
import type { ICluster } from '../../core/contracts/cluster';
import { folderProblems } from '../../core/names/folder-name';
import {
  flagProblems,
  optionsProblems,
  requiredProblems,
  textListProblems,
  textRecordProblems,
} from '../../core/problems/given';
import { KINDS } from '../../core/problems/kinds';
import { isDataKey, objectNameProblems } from '../../core/names/kubernetes-name';
import { refuse } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';
import { valueOf } from '../../core/problems/rules';
import { memoryQuantity, quantityProblems } from './quantity';

/** How a bucket appears as a folder. */
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

/** How a volume claim appears as a folder. */
export interface ClaimMountOptions {
  /** @default false */
  readonly readOnly?: boolean;
}

/** Where a claim is, for the check that pods which mount it are there too. */
export interface ClaimPlace {
  /** @default - not known, not checked */
  readonly namespace?: string;
  /** @default - not known, not checked */
  readonly cluster?: ICluster;
}

/** What is mounted; the words for checks. */
export type MountSource =
  | {
      readonly kind: 'bucket';
      readonly bucket: IBucket;
      readonly subfolder?: string;
      readonly mountOptions: readonly string[];
    }
  | { readonly kind: 'memory'; readonly size: Size }
  | { readonly kind: 'claim'; readonly claimName: string; readonly place?: ClaimPlace }
  | { readonly kind: 'configFiles'; readonly files: Readonly<Record<string, string>> }
  | { readonly kind: 'volume'; readonly volume: Omit<k8s.Volume, 'name'> };

export const MOUNT = valueOf('Mount', 'use Mount.bucket(…), Mount.memory(…) or another way of Mount');

/** Something that appears as a folder in the containers of a pod. */
export class Mount {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Mount';

  /**
   * A bucket as a folder, by the Cloud Storage FUSE CSI driver. The pod needs an identity with a grant on the bucket.
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cloud-storage-fuse-csi-driver
   */
  static bucket(bucket: IBucket, path: string, options: BucketMountOptions = {}): Mount {
    const { readOnly = false, subfolder, mountOptions = [] } = { ...options };
    refuse('Mount.bucket', [
      ...optionsProblems(options),
      ...flagProblems(options, 'readOnly'),
      ...requiredProblems({ bucket }, { bucket: KINDS.bucket }),
      ...(subfolder === undefined ? [] : folderProblems('subfolder', subfolder)),
      ...mountOptionProblems(mountOptions),
    ]);
    return new Mount({ kind: 'bucket', bucket, subfolder, mountOptions }, path, readOnly);
  }

  /**
   * A folder in memory. What is written there counts to the container's memory.
   *
   * @param size the most that can be written
   * @param path @default /dev/shm
   */
  static memory(size: Size, path = '/dev/shm'): Mount {
    refuse('Mount.memory', quantityProblems('a mount', 'size', size, 'use Size.mebibytes(64) or more'));
    return new Mount({ kind: 'memory', size }, path, false);
  }

  /**
   * A PersistentVolumeClaim of the workload's namespace that something else makes.
   *
   * @param place where it is, for a check that the pods are there too. @default - not known, not checked
   */
  static claim(claimName: string, path: string, options: ClaimMountOptions = {}, place?: ClaimPlace): Mount {
    refuse('Mount.claim', objectNameProblems('PersistentVolumeClaim', 'claimName', claimName));
    const { readOnly = false } = { ...options };
    return new Mount({ kind: 'claim', claimName, ...(place && { place }) }, path, readOnly);
  }

  /**
   * Small text files, read-only. A ConfigMap beside the workload holds them.
   *
   * @param files their contents by their names, without folders
   */
  static configFiles(files: Readonly<Record<string, string>>, path: string): Mount {
    refuse('Mount.configFiles', configFileProblems(files));
    return new Mount({ kind: 'configFiles', files }, path, true);
  }

  /** Any other volume, as Kubernetes has it; nothing but its path is checked. */
  static volume(volume: Omit<k8s.Volume, 'name'>, path: string, options: ClaimMountOptions = {}): Mount {
    refuse(
      'Mount.volume',
      requiredProblems({ volume }, { volume: { fix: 'give it as Kubernetes has it: { emptyDir: {} }' } }),
    );
    const { readOnly = false } = { ...options };
    return new Mount({ kind: 'volume', volume }, path, readOnly);
  }

  private constructor(
    readonly source: MountSource,
    /** The folder in the container. */
    readonly path: string,
    readonly readOnly: boolean,
  ) {
    refuse(
      `Mount.${source.kind}`,
      /^\/[^:]*[^/:]$/.test(path) && posix.normalize(path) === path
        ? []
        : [
            {
              code: 'mount-path',
              property: 'path',
              message: `${JSON.stringify(path)} is not a folder that something can be mounted to`,
              fix: 'use an absolute path without ":", without "..", and without a slash too many, such as "/data"',
            },
          ],
    );
  }
}

function mountOptionProblems(options: readonly string[]): Problem[] {
  const noTexts = textListProblems('mountOptions', options, "give each option as a text, such as ['file-mode=664']");
  return noTexts.length > 0 ? noTexts : options.flatMap(optionProblems);
}

function optionProblems(option: string): Problem[] {
  if (/^[^\p{Cc},]+$/u.test(option) && option.trim() === option) return [];
  return [
    {
      code: 'mount-option',
      property: 'mountOptions',
      message: `${JSON.stringify(option)} is not one mount option`,
      fix: 'give each option as a text of its own, without commas, blanks around it or line breaks, such as "file-mode=664"',
    },
  ];
}

/** What the API server takes in one ConfigMap. */
const CONFIG_MAP_BYTES = 1024 * 1024;

function configFileProblems(files: Readonly<Record<string, string>>): Problem[] {
  const texts = "give the contents by their names, such as { 'train.json': '{}' }";
  const noTexts = [
    ...requiredProblems({ files }, { files: { fix: texts } }),
    ...textRecordProblems('files', files, texts),
  ];
  if (noTexts.length > 0) return noTexts;
  const bytes = Object.values(files).reduce((total, content) => total + Buffer.byteLength(content), 0);
  return [
    ...Object.keys(files)
      .filter((name) => !isDataKey(name))
      .map((name) => ({
        code: 'config-file-name',
        message: `${JSON.stringify(name)} cannot be the name of a config file`,
        fix: 'use letters, digits, "-", "_" and "." only; for folders, mount several sets of files',
      })),
    ...(bytes > CONFIG_MAP_BYTES
      ? [
          {
            code: 'config-file-size',
            message: `the config files have ${bytes} bytes together, but a ConfigMap holds at most ${CONFIG_MAP_BYTES}`,
            fix: 'put large files into the image or a bucket',
          },
        ]
      : []),
  ];
}

const GCS_FUSE_DRIVER = 'gcsfuse.csi.storage.gke.io';

/** A volume with its mount, named after its path. */
export interface RenderedMount {
  readonly volume: k8s.Volume;
  readonly volumeMount: k8s.VolumeMount;
}

/** Volumes and mounts, in the given order. */
export function renderMounts(mounts: readonly Mount[], workloadName: string): RenderedMount[] {
  const names = volumeNames(mounts);
  return mounts.map((mount, index) => {
    const name = names[index] ?? '';
    return {
      volume: { name, ...volumeOf(mount, `${workloadName}-${name}`) },
      volumeMount: { name, mountPath: mount.path, ...(mount.readOnly && { readOnly: true }) },
    };
  });
}

/** The ConfigMaps that the mounts of one workload read, as data by name. */
export function configFilesOf(
  mounts: readonly Mount[],
  workloadName: string,
): { readonly name: string; readonly data: Readonly<Record<string, string>> }[] {
  const names = volumeNames(mounts);
  return mounts.flatMap(({ source }, index) =>
    source.kind === 'configFiles' ? [{ name: `${workloadName}-${names[index] ?? ''}`, data: source.files }] : [],
  );
}

function volumeOf({ source, readOnly }: Mount, configMapName: string): Omit<k8s.Volume, 'name'> {
  switch (source.kind) {
    case 'bucket': {
      const options = [
        'implicit-dirs',
        ...(source.subfolder === undefined ? [] : [`only-dir=${source.subfolder}`]),
        ...source.mountOptions,
      ];
      return {
        csi: {
          driver: GCS_FUSE_DRIVER,
          ...(readOnly && { readOnly }),
          volumeAttributes: { bucketName: source.bucket.bucketName, mountOptions: options.join(',') },
        },
      };
    }
    case 'memory':
      return { emptyDir: { medium: 'Memory', sizeLimit: memoryQuantity(source.size) } };
    case 'claim':
      return { persistentVolumeClaim: { claimName: source.claimName, ...(readOnly && { readOnly }) } };
    case 'configFiles':
      return { configMap: { name: configMapName } };
    case 'volume':
      return source.volume;
  }
}

/** A DNS label has 63 characters; what is left is for a number. */
const VOLUME_NAME = 59;

/** `/dev/shm` is `dev-shm`; paths that come to one name are numbered. */
function volumeNames(mounts: readonly Mount[]): string[] {
  const names: string[] = [];
  for (const { path } of mounts) {
    const plain =
      path
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, VOLUME_NAME)
        .replace(/^-+|-+$/g, '') || 'volume';
    let name = plain;
    for (let number = 2; names.includes(name); number += 1) name = `${plain}-${number}`;
    names.push(name);
  }
  return names;
}
