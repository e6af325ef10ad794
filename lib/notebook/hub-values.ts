import { mebibytes } from '../core/mebibytes';
import { listIn, type JsonObject } from '../kubernetes/manifest';
import { meshMetadata } from '../pods/containers/mesh-proxy';
import { podPartsOf } from '../pods/pod-template';
import type { PodSet } from '../pods/pod-set';
import { JOVYAN } from './notebook';

/**
 * The values of JupyterHub's chart.
 *
 * @param people the name of what all pods of people share, such as their account
 * @param first the pod of a profile: all have its mounts and annotations
 * @param pods the pods of all profiles
 * @see https://z2jh.jupyter.org/en/stable/resources/reference.html
 */
export function hubValues(people: string, first: PodSet, pods: readonly PodSet[]): JsonObject {
  const { metadata } = partsOf(people, first);
  const { container, rest } = partsOf(people, withVolumes(first, pods));
  const isGoogleAccount = pods.some(({ pod }) => pod.identity);
  // The hub and people's servers call each other without the proxies of a mesh.
  const { labels } = meshMetadata(first.pool.cluster, 'out');
  return {
    // Not a load balancer without certificate, which is the chart's default.
    proxy: { service: { type: 'ClusterIP' }, labels },
    hub: { labels },
    singleuser: {
      profileList: pods.map((set, index) => ({ ...profileOf(people, set), slug: `profile-${index}` })),
      extraLabels: labels,
      // Seconds in which a node with GPUs is made and its image loaded.
      startTimeout: 1800,
      extraAnnotations: metadata['annotations'],
      storage: {
        homeMountPath: JOVYAN.HOME,
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

/**
 * The pod whose volumes all people's pods have. They differ by the size of `/dev/shm` alone, of which a pod gets no more than its limit of memory. Pods with
 * the IPC of their node have that of the node.
 */
function withVolumes(first: PodSet, pods: readonly PodSet[]): PodSet {
  const sizeOf = ({ resources }: PodSet) => mebibytes(resources.memory);
  const largest = pods.reduce((most, each) => (sizeOf(each) > sizeOf(most) ? each : most), first);
  return pods.find(({ pool, resources }) => pool.sharing?.strategy === 'mps' && resources.gpus > 0) ?? largest;
}

const partsOf = (people: string, set: PodSet) =>
  podPartsOf({ ...set, workloadName: people, containerName: 'notebook' });

/**
 * A choice of the page on which people start their server: the pod of its pool. KubeSpawner adds its own variables, the volumes of
 * the chart and the disk of the person, whose lists a profile would replace.
 *
 * @see https://jupyterhub-kubespawner.readthedocs.io/en/latest/spawner.html
 */
function profileOf(people: string, set: PodSet): JsonObject {
  const { rest, container } = partsOf(people, set);
  const { image, resources, securityContext } = container;
  const variables = listIn(container, 'env').flatMap(({ name, value }) =>
    typeof name === 'string' ? [[name, value] as const] : [],
  );
  return {
    display_name: set.name,
    kubespawner_override: {
      image,
      environment: Object.fromEntries(variables),
      extra_pod_config: { ...rest, volumes: undefined },
      extra_container_config: { resources, securityContext },
    },
  };
}
