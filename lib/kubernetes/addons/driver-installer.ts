import { DRIVER_INSTALLER_CPU_MILLIS } from '../../core/hardware/allocatable';
import type { INodePool } from '../../core/contracts/node-pool';
import type { JsonObject, NamedManifest } from '../manifest';
import { cpuText } from '../quantity';

type Family = 'cos' | 'ubuntu';

/** Images that GKE preloads on every GPU node of the family, so that they are not pulled. */
const INSTALLER_IMAGE: Readonly<Record<Family, string>> = {
  cos: 'cos-nvidia-installer:fixed',
  ubuntu: 'gke-nvidia-installer:fixed',
};
/** The image that cuts GPUs into the partitions of the node's configuration, and ends. */
const PARTITION_IMAGE =
  'gcr.io/gke-release/nvidia-partition-gpu@sha256:c54fd003948fac687c2a93a55ea6e4d47ffbd641278a9191e75e822fe72471c2';
const PAUSE_IMAGE = 'gke.gcr.io/pause:3.8@sha256:880e63f94b145e46f1b1082bb71b85e21f16b99b180b9996407d61240ceb9830';
const REQUESTS = { cpu: cpuText(DRIVER_INSTALLER_CPU_MILLIS) };

/** A folder of the node, and its path in the installer. */
interface HostFolder {
  readonly name: string;
  readonly host: string;
  readonly container: string;
}

const DEV: HostFolder = { name: 'dev', host: '/dev', container: '/dev' };
const ROOT: HostFolder = { name: 'root', host: '/', container: '/root' };
const DRIVER: HostFolder = { name: 'driver', host: '/home/kubernetes/bin/nvidia', container: '/usr/local/nvidia' };
const VULKAN: HostFolder = { name: 'vulkan', host: `${DRIVER.host}/vulkan/icd.d`, container: '/etc/vulkan/icd.d' };
const COS_TOOLS: HostFolder = { name: 'cos-tools', host: '/var/lib/cos-tools', container: '/build/cos-tools' };
const PARTITIONS: HostFolder = { name: 'partitions', host: '/etc/nvidia', container: '/etc/nvidia' };
const BOOT: HostFolder = { name: 'boot', host: '/boot', container: '/boot' };

const INSTALLER_FOLDERS: Readonly<Record<Family, readonly HostFolder[]>> = {
  cos: [DRIVER, VULKAN, DEV, ROOT, COS_TOOLS],
  ubuntu: [BOOT, DEV, ROOT],
};

const COS_ENV = Object.entries({
  NVIDIA_INSTALL_DIR_HOST: DRIVER.host,
  NVIDIA_INSTALL_DIR_CONTAINER: DRIVER.container,
  VULKAN_ICD_DIR_HOST: VULKAN.host,
  VULKAN_ICD_DIR_CONTAINER: VULKAN.container,
  ROOT_MOUNT_DIR: ROOT.container,
  COS_TOOLS_DIR_HOST: COS_TOOLS.host,
  COS_TOOLS_DIR_CONTAINER: COS_TOOLS.container,
}).map(([name, value]) => ({ name, value }));

const PARTITION = {
  name: 'partition',
  image: PARTITION_IMAGE,
  resources: { requests: REQUESTS },
  securityContext: { privileged: true },
  env: [{ name: 'LD_LIBRARY_PATH', value: `${DRIVER.container}/lib64` }],
  volumeMounts: [DRIVER, DEV, PARTITIONS].map(mount),
};

/**
 * The DaemonSets that install NVIDIA's driver on the nodes of pools, one for each family of node images, and on no
 * other nodes. The driver is the default of the node's version.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus#installing_drivers
 */
export function driverInstallers(pools: readonly INodePool[]): NamedManifest[] {
  return (['cos', 'ubuntu'] as const)
    .map((family) => ({ family, pools: pools.filter(({ image }) => (image?.family ?? 'cos') === family) }))
    .filter((of) => of.pools.length > 0)
    .map((of) => installer(of.family, of.pools));
}

function installer(family: Family, pools: readonly INodePool[]): NamedManifest {
  const name = `nvidia-driver-installer-${family}`;
  const labels = { 'app.kubernetes.io/name': name };
  const partitioned = family === 'cos' && pools.some(({ sharing }) => sharing?.partitionSize !== undefined);
  const folders = [...INSTALLER_FOLDERS[family], ...(partitioned ? [PARTITIONS] : [])];
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'kube-system', labels },
    spec: {
      selector: { matchLabels: labels },
      updateStrategy: { type: 'RollingUpdate' },
      template: {
        metadata: { labels },
        spec: {
          priorityClassName: 'system-node-critical',
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: pools.map(nodesOf) },
            },
          },
          tolerations: [{ operator: 'Exists' }],
          enableServiceLinks: false,
          hostNetwork: family === 'cos' || undefined,
          hostPID: family === 'cos' || undefined,
          initContainers: [
            {
              name: 'install',
              image: INSTALLER_IMAGE[family],
              imagePullPolicy: 'Never',
              resources: { requests: REQUESTS },
              securityContext: { privileged: true },
              env: family === 'cos' ? COS_ENV : undefined,
              volumeMounts: INSTALLER_FOLDERS[family].map(mount),
            },
            ...(partitioned ? [PARTITION] : []),
          ],
          containers: [{ name: 'pause', image: PAUSE_IMAGE, resources: { requests: { cpu: '1m' } } }],
          volumes: folders.map(({ name: volume, host }) => ({ name: volume, hostPath: { path: host } })),
        },
      },
    },
  };
}

function mount({ name, container }: HostFolder): JsonObject {
  return { name, mountPath: container };
}

function nodesOf({ nodeLabels }: INodePool): JsonObject {
  return {
    matchExpressions: [
      { key: 'cloud.google.com/gke-accelerator', operator: 'Exists' },
      ...Object.entries(nodeLabels)
        .filter(([key]) => key !== 'cloud.google.com/gke-accelerator')
        .map(([key, value]) => ({ key, operator: 'In', values: [value] })),
    ],
  };
}
