// Shared volumes and their sources.
export { SharedVolume, type SharedVolumeProps } from './shared-volume';
export { SharedVolumeSource } from './shared-volume-source';
export type { CephFsOptions } from './ceph-fs';
