import { k8sCode } from '../../kubernetes/k8s';
import type { JsonObject, NamedManifest } from '../../kubernetes/manifest';
import { downwardJson } from '../../kubernetes/k8s-json';
import type { Mount, VolumeSource } from './mount';
import { memoryText, sizeIn } from '../../kubernetes/quantity';

const GCS_FUSE_DRIVER = 'gcsfuse.csi.storage.gke.io';

/** A volume with its mount, named after its path. */
export interface RenderedMount {
  /** @default - that of an earlier mount of the same claim. A node does not start a pod with two volumes of one claim: kubernetes/kubernetes#132921 */
  readonly volume?: JsonObject;
  readonly volumeMount: JsonObject;
}

/** Volumes and mounts, in the given order. @param prefix the beginning of the names of ConfigMaps. @param user the owner of the files in buckets. @default - the driver's own */
export function renderMounts(mounts: readonly Mount[], prefix: string, user?: number): RenderedMount[] {
  const names = volumeNames(mounts);
  return mounts.map((mount) => {
    const same = mounts.filter((other) => other === mount || isSameClaim(other, mount));
    const first = same[0] ?? mount;
    const name = names[mounts.indexOf(first)] ?? '';
    return {
      volume: first === mount ? volumeOf(name, mount, `${prefix}-${name}`, same, user) : undefined,
      volumeMount: { mountPath: mount.path, name, readOnly: mount.readOnly || undefined, subPath: fileOf(mount) },
    };
  });
}

export function configMapsOf(mounts: readonly Mount[], prefix: string): NamedManifest[] {
  const names = volumeNames(mounts);
  return mounts.flatMap(({ source }, index) => {
    const name = `${prefix}-${names[index] ?? ''}`;
    return source.kind === 'configFiles'
      ? [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: source.files }]
      : [];
  });
}

function isSameClaim({ source: a }: Mount, { source: b }: Mount): boolean {
  return a.kind === 'claim' && b.kind === 'claim' && a.claimName === b.claimName;
}

function volumeOf(
  name: string,
  { source }: Mount,
  configMapName: string,
  same: readonly Mount[],
  user?: number,
): JsonObject {
  const readOnly = same.every((mount) => mount.readOnly) || undefined;
  switch (source.kind) {
    case 'bucket': {
      const options = [
        'implicit-dirs',
        ...(source.subfolder === undefined ? [] : [`only-dir=${source.subfolder}`]),
        // The driver takes the group from the pod, and modes by which the group can write.
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

/** Downward API volumes, of servers' config files, need no generated code, so most programs do not load it. */
function volumeJson(name: string, { emptyDir, ...volume }: VolumeSource): JsonObject {
  if (emptyDir) {
    const { medium, sizeLimit } = emptyDir;
    return { emptyDir: { medium, sizeLimit: sizeLimit && memoryText(sizeIn(sizeLimit)) }, name };
  }
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
