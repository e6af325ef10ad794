import { GPU_RESOURCE } from '../core/contracts/node-pool';
import { mebibytes } from '../core/mebibytes';
import { memoryText } from '../kubernetes/quantity';
import { listIn, objectIn, type JsonObject } from '../kubernetes/manifest';
import { podPartsOf } from '../pods/pod-template';
import type { PodSet } from '../pods/pod-set';
import { HOME } from './notebook';

/** Seconds in which a person's pod must be ready: a node with GPUs is made first, and its image loaded. */
const START_SECONDS = 1800;

/**
 * The values of JupyterHub's chart.
 *
 * @param people the name of what all pods of people share, such as their account
 * @param pods the pod of each profile, with the same mounts
 * @see https://z2jh.jupyter.org/en/stable/resources/reference.html
 */
export function hubValues(people: string, pods: readonly [PodSet, ...PodSet[]]): JsonObject {
  const { container, metadata, rest } = partsOf(people, pods[0]);
  const isGoogleAccount = pods.some(({ pod }) => pod.identity);
  // People's pods keep the rules of the namespace.
  const spawner = {
    pod_security_context: objectIn(rest, 'securityContext'),
    container_security_context: objectIn(container, 'securityContext'),
    automount_service_account_token: rest['automountServiceAccountToken'],
  };
  return {
    hub: { config: { KubeSpawner: spawner } },
    // Not a load balancer without certificate, which is the chart's default.
    proxy: { service: { type: 'ClusterIP' } },
    singleuser: {
      profileList: pods.map((set) => profileOf(people, set)),
      startTimeout: START_SECONDS,
      serviceAccountName: rest['serviceAccountName'],
      extraAnnotations: metadata['annotations'],
      storage: {
        homeMountPath: HOME,
        extraVolumes: listIn(rest, 'volumes'),
        extraVolumeMounts: listIn(container, 'volumeMounts'),
      },
      // Namespaces keep people's pods from the metadata of nodes, and the chart's way needs a privileged container.
      cloudMetadata: { blockWithIptables: false },
      networkPolicy: { egressAllowRules: { cloudMetadataServer: isGoogleAccount, privateIPs: true } },
    },
    // Pods go to the pool of their profile, whose nodes need no images and no pods before people come.
    scheduling: { userScheduler: { enabled: false }, userPlaceholder: { enabled: false } },
    prePuller: { hook: { enabled: false }, continuous: { enabled: false } },
  };
}

function partsOf(people: string, set: PodSet) {
  return podPartsOf({ ...set, workloadName: people, containerName: 'notebook' });
}

/** A choice of the page on which people start their server. @see https://jupyterhub-kubespawner.readthedocs.io */
function profileOf(people: string, set: PodSet): JsonObject {
  const { rest, container } = partsOf(people, set);
  const variables = listIn(container, 'env').flatMap((each) =>
    typeof each['name'] === 'string' ? [[each['name'], each['value']] as const] : [],
  );
  const { cpuMillis, memory, gpus, ephemeralStorage } = set.resources;
  const bytes = mebibytes(memory) * 2 ** 20;
  const disk = ephemeralStorage && { 'ephemeral-storage': memoryText(ephemeralStorage) };
  return {
    display_name: set.name,
    kubespawner_override: {
      image: set.pod.image,
      cpu_guarantee: cpuMillis / 1000,
      mem_guarantee: bytes,
      mem_limit: bytes,
      extra_resource_guarantees: { ...disk },
      extra_resource_limits: { ...disk, ...(gpus > 0 && { [GPU_RESOURCE]: String(gpus) }) },
      node_selector: rest['nodeSelector'] ?? {},
      tolerations: rest['tolerations'] ?? [],
      environment: Object.fromEntries(variables),
      ...(rest['hostIPC'] === true && { extra_pod_config: { hostIPC: true } }),
    },
  };
}
