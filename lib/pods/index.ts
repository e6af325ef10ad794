// The options of pods and containers.
export type { AccessMode, ClaimPlace } from './mounts/claim-place';
export { Mount, type BucketMountOptions, type PersistentVolumeClaimMountOptions } from './mounts/mount';
export { EnvValue } from './containers/env-value';
export { PodUser } from './security/pod-user';
export type { PodSecurityLevel } from '../kubernetes/pod-security';
export type { ContainerOptions, InitContainer, PodOptions, PodSettings, TaskOptions } from './pod-options';
export type { PodSpecFields } from './pod-spec';
export type { Sidecar, SidecarRequests } from './containers/sidecar';
export type { ResourceOptions, SidecarResources } from './containers/resources';
