import type { k8s } from 'cdk8s-plus-27';
import { k8sCode } from '../k8s';
import type { JsonObject } from '../manifest';
import { downwardJson } from './k8s-json';
import type { Mount } from './mount';
import { memoryText } from './quantity';

const GCS_FUSE_DRIVER = 'gcsfuse.csi.storage.gke.io';

/** A volume with its mount, named after its path. */
export interface RenderedMount {
  readonly volume: JsonObject;
  readonly volumeMount: JsonObject;
}

/** Volumes and mounts, in the given order. @param user the owner of the files in buckets. @default - the driver's own */
export function renderMounts(mounts: readonly Mount[], workloadName: string, user?: number): RenderedMount[] {
  const names = volumeNames(mounts);
  return mounts.map((mount, index) => {
    const name = names[index] ?? '';
    return {
      volume: volumeOf(name, mount, `${workloadName}-${name}`, user),
      volumeMount: { mountPath: mount.path, name, readOnly: mount.readOnly || undefined, subPath: fileOf(mount) },
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

function volumeOf(name: string, mount: Mount, configMapName: string, user?: number): JsonObject {
  const { source } = mount;
  const readOnly = mount.readOnly || undefined;
  switch (source.kind) {
    case 'bucket': {
      const options = [
        'implicit-dirs',
        ...(source.subfolder === undefined ? [] : [`only-dir=${source.subfolder}`]),
        // The driver takes the group, and modes that let it write, from the pod.
        ...(user === undefined || hasOwner(source.mountOptions) ? [] : [`uid=${user}`]),
        ...source.mountOptions,
      ];
      return {
        csi: {
          driver: GCS_FUSE_DRIVER,
          readOnly,
          volumeAttributes: { bucketName: source.bucket.bucketName, mountOptions: options.join(',') },
        },
        name,
      };
    }
    case 'memory':
      return { emptyDir: { medium: 'Memory', sizeLimit: memoryText(source.size) }, name };
    case 'claim':
      return { name, persistentVolumeClaim: { claimName: source.claimName, readOnly } };
    case 'configFiles':
      return { configMap: { name: configMapName }, name };
    case 'volume':
      return volumeJson(name, source.volume);
  }
}

/** Config files of servers are volumes of the downward API, so that most servers need no generated code. */
function volumeJson(name: string, volume: Omit<k8s.Volume, 'name'>): JsonObject {
  const { downwardApi } = volume;
  return downwardApi
    ? { downwardAPI: downwardJson(downwardApi), name }
    : { ...k8sCode().toJson_Volume({ name, ...volume }) };
}

function fileOf({ source }: Mount): string | undefined {
  return source.kind === 'configFiles' ? source.file : undefined;
}

function hasOwner(mountOptions: readonly string[]): boolean {
  return mountOptions.some((option) => option.startsWith('uid='));
}

/** A DNS label has 63 characters; four are left for a number. */
const VOLUME_NAME = 59;

/** Names of volumes: `/dev/shm` becomes `dev-shm`, and equal names get numbers. */
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
