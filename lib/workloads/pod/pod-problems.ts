import type { Advice } from '../../core/check';
import { isSameCluster, type ICluster } from '../../core/cluster';
import { secondsProblems } from '../../core/duration';
import { isSameIdentity } from '../../core/identity';
import { imageProblems } from '../../core/image-name';
import { annotationProblems, labelProblems, objectNameProblems } from '../../core/kubernetes-name';
import type { Problem } from '../../core/problem';
import type { PodDemand } from './pool-demand';
import type { InitContainer, PodOptions } from './pod-options';
import { mebibytes, memoryText } from './quantity';
import { memoryMounts } from './resources';

/** Where the pods of a workload are to run. */
export interface PodPlace {
  readonly cluster: ICluster;
  /** @default - not known, not checked */
  readonly namespace?: string;
}

/** What is set for the user, and cannot be used again. */
export interface ReservedNames {
  readonly env: readonly string[];
  /** The main container. @default - not known, not checked */
  readonly containerName?: string;
}

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** What is wrong with the pods of a workload, apart from their size. */
export function podProblems(
  pod: PodOptions,
  demands: readonly PodDemand[],
  place: PodPlace,
  reserved: ReservedNames,
): Problem[] {
  return [
    ...formProblems(pod, reserved.containerName),
    ...envProblems(pod, reserved.env),
    ...mountProblems(pod, demands),
    ...bucketProblems(pod, place.cluster),
    ...identityProblems(pod, place),
    ...architectureProblems(pod, demands),
  ];
}

/** What is valid but unwise. */
export function podAdvice(pod: PodOptions): Advice[] {
  const images = [pod.image, ...(pod.initContainers ?? []).flatMap(({ image }) => image ?? [])];
  return [...new Set(images)]
    .filter((image) => !image.includes('@') && /^[^:]*$|:latest$/.test(image.slice(image.lastIndexOf('/') + 1)))
    .map((image) => ({
      code: 'image-tag',
      property: 'image',
      message: `image "${image}" may be another one whenever a pod starts, so the tasks of one job can differ`,
      fix: `give it a tag other than latest, such as "${image.replace(/:latest$/, '')}:1", or a digest`,
    }));
}

function formProblems(pod: PodOptions, containerName: string | undefined): Problem[] {
  const { labels = {}, annotations = {}, initContainers = [], imagePullSecrets = [], priorityClassName } = pod;
  return [
    ...imageProblems('image', pod.image),
    ...initContainers.flatMap(({ image }) => (image === undefined ? [] : imageProblems('initContainers', image))),
    ...initContainerNames(initContainers, containerName),
    ...labelProblems('labels', labels),
    ...annotationProblems('annotations', annotations),
    ...imagePullSecrets.flatMap((name) => objectNameProblems('Secret', 'imagePullSecrets', name)),
    ...(priorityClassName === undefined
      ? []
      : objectNameProblems('PriorityClass', 'priorityClassName', priorityClassName)),
    ...secondsProblems('terminationGracePeriod', pod.terminationGracePeriod, 0),
  ];
}

function initContainerNames(containers: readonly InitContainer[], main: string | undefined): Problem[] {
  const names = [...(main === undefined ? [] : [main]), ...containers.map(({ name }) => name)];
  return names
    .filter((name, index) => !DNS_LABEL.test(name) || names.indexOf(name) !== index)
    .map((name) => ({
      code: 'init-container-name',
      property: 'initContainers',
      message: `init container name ${JSON.stringify(name)} is ${name === main ? 'that of the main container' : 'used twice, or is not of the allowed form'}`,
      fix: 'use up to 63 lower-case letters, digits and hyphens, and another name for each',
    }));
}

function envProblems({ env = {}, initContainers = [] }: PodOptions, reserved: readonly string[]): Problem[] {
  const all = [env, ...initContainers.map((container) => container.env ?? {})].flatMap((names) => Object.keys(names));
  return [
    ...all
      .filter((name) => !/^[!-<>-~]+$/.test(name))
      .map((name) => ({
        code: 'env-name',
        property: 'env',
        message: `${JSON.stringify(name)} cannot be the name of an environment variable`,
        fix: 'use letters, digits and "_"',
      })),
    ...Object.keys(env)
      .filter((name) => reserved.includes(name))
      .map((name) => ({
        code: 'reserved-env',
        property: 'env',
        message: `environment variable ${name} is set by hand, but it tells the tasks of each other and is set for every task`,
        fix: `leave ${name} out`,
      })),
  ];
}

function mountProblems({ mounts = [] }: PodOptions, demands: readonly PodDemand[]): Problem[] {
  const paths = mounts.map(({ path }) => path);
  const twice = paths.filter((path, index) => paths.indexOf(path) !== index);
  const inMemory = memoryMounts(mounts);
  return [
    ...[...new Set(twice)].map((path) => ({
      code: 'mount-path',
      property: 'mounts',
      message: `${String(paths.filter((other) => other === path).length)} mounts are at ${path}`,
      fix: 'give each a path of its own',
    })),
    ...demands
      .filter(({ resolved }) => inMemory > 0 && inMemory >= mebibytes(resolved.memory))
      .map(({ name, resolved }) => ({
        code: 'mount-memory',
        property: 'mounts',
        message: `memory mounts of ${String(inMemory)} MiB count to the ${memoryText(resolved.memory)} of memory that each ${name} has, and leave it nothing`,
        fix: `raise memory to Size.mebibytes(${String(Math.ceil(inMemory * 2))}), or mount less`,
      })),
  ];
}

function bucketProblems({ mounts = [], identity }: PodOptions, cluster: ICluster): Problem[] {
  const buckets = mounts.flatMap(({ source, readOnly, path }) =>
    source.kind === 'bucket' ? [{ bucket: source.bucket, readOnly, path }] : [],
  );
  const [first] = buckets;
  if (!first) return [];
  const mounted = `bucket "${first.bucket.bucketName}" is mounted at ${first.path}`;
  if (cluster.features && !cluster.features.has('gcsFuse')) {
    return [
      {
        code: 'bucket-feature',
        property: 'mounts',
        message: `${mounted}, but cluster "${cluster.clusterName}" has no Cloud Storage FUSE driver`,
        fix: 'run it on a GKE cluster with that driver, or mount a SharedVolume here',
      },
    ];
  }
  if (!identity) {
    return [
      {
        code: 'bucket-identity',
        property: 'identity',
        message: `${mounted}, but the pods have no identity that could be let in`,
        fix: 'set identity to a WorkloadIdentity that the bucket grants access to',
      },
    ];
  }
  return buckets.flatMap(({ bucket, readOnly, path }) => {
    const granted = bucket.grants?.filter((grant) => isSameIdentity(grant.identity, identity));
    if (!granted || granted.some(({ access }) => readOnly || access === 'readWrite')) return [];
    const wanted = readOnly ? 'grantRead' : 'grantReadWrite';
    const has = granted.length > 0 ? 'may only read it' : 'has no grant on it';
    return [
      {
        code: 'bucket-access',
        property: 'mounts',
        message: `bucket "${bucket.bucketName}" is mounted at ${path}${readOnly ? '' : ' for writing'}, but ${identity.email} ${has}`,
        fix: `call ${wanted} of the bucket with this identity${granted.length > 0 ? ', or mount it with readOnly: true' : ''}`,
      },
    ];
  });
}

function identityProblems({ identity }: PodOptions, { cluster, namespace }: PodPlace): Problem[] {
  if (!identity) return [];
  const { email } = identity;
  return [
    ...(cluster.features && !cluster.features.has('workloadIdentity')
      ? [
          {
            code: 'identity-feature',
            property: 'identity',
            message: `the pods are to act as ${email}, but cluster "${cluster.clusterName}" has no Workload Identity`,
            fix: 'leave identity out, or run it on a GKE cluster with Workload Identity',
          },
        ]
      : []),
    ...(identity.cluster && !isSameCluster(identity.cluster, cluster)
      ? [
          {
            code: 'identity-cluster',
            property: 'identity',
            message: `identity ${email} is for pods of cluster "${identity.cluster.clusterName}", but these run in "${cluster.clusterName}"`,
            fix: `make a WorkloadIdentity for cluster "${cluster.clusterName}"`,
          },
        ]
      : []),
    ...(namespace !== undefined && identity.namespace !== namespace
      ? [
          {
            code: 'identity-namespace',
            property: 'identity',
            message: `identity ${email} is for pods of namespace "${identity.namespace}", but these run in "${namespace}"`,
            fix: `make the WorkloadIdentity for namespace "${namespace}", or the chart for "${identity.namespace}"`,
          },
        ]
      : []),
  ];
}

function architectureProblems({ architecture = 'amd64' }: PodOptions, demands: readonly PodDemand[]): Problem[] {
  return demands.flatMap(({ name, pool }) =>
    pool.architecture === undefined || pool.architecture === architecture
      ? []
      : [
          {
            code: 'architecture',
            property: 'architecture',
            message: `the image is for ${architecture}, but each ${name} runs on pool "${pool.poolName}", whose nodes are ${pool.architecture}`,
            fix: `build the image for ${pool.architecture} and set architecture to '${pool.architecture}', or use a pool of ${architecture} machines`,
          },
        ],
  );
}
