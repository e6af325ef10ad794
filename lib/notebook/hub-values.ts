import { GPU_RESOURCE } from '../core/contracts/node-pool';
import { mebibytes } from '../core/mebibytes';
import { memoryText } from '../kubernetes/quantity';
import { listIn, objectIn, type JsonObject } from '../kubernetes/manifest';
import { podPartsOf } from '../pods/pod-template';
import type { ResolvedTask } from '../pods/task';
import { HOME } from './notebook';
import type { NotebookHubProps } from './notebook-hub';

/** A hub with all defaults filled in. */
export interface ResolvedHub
  extends
    Pick<NotebookHubProps, 'signIn' | 'longest' | 'homeClass'>,
    Required<Pick<NotebookHubProps, 'idle' | 'homeSize' | 'submitsJobs'>> {
  readonly name: string;
  /** The account of the people's pods. @default - none */
  readonly account?: string;
  /** The pod of each profile, with the same mounts. */
  readonly profiles: readonly { readonly name: string; readonly task: ResolvedTask }[];
}

/** Seconds in which a person's pod must be ready: a node with GPUs is made first, and its image loaded. */
const START_SECONDS = 1800;

/**
 * The values of JupyterHub's chart.
 *
 * @see https://z2jh.jupyter.org/en/stable/resources/reference.html
 */
export function hubValues(hub: ResolvedHub): JsonObject {
  const { signIn, account, homeClass, profiles, submitsJobs } = hub;
  const [first] = profiles.map(({ task }) => partsOf(hub, task));
  const isGoogleAccount = profiles.some(({ task }) => task.pod.identity);
  const idle = hub.idle.toSeconds();
  const secretKeyRef = { name: signIn.secretName, key: 'client-secret' };
  return {
    hub: {
      config: {
        ...signIn.config,
        // People's pods keep the rules of the namespace.
        KubeSpawner: {
          pod_security_context: first && objectIn(first.rest, 'securityContext'),
          container_security_context: first && objectIn(first.container, 'securityContext'),
          automount_service_account_token: submitsJobs,
        },
      },
      ...(signIn.secretName !== undefined && { extraEnv: { OAUTH_CLIENT_SECRET: { valueFrom: { secretKeyRef } } } }),
    },
    // Not a load balancer without certificate, which is the chart's default.
    proxy: { service: { type: 'ClusterIP' } },
    singleuser: {
      profileList: profiles.map(({ name, task }) => profileOf(hub, name, task)),
      startTimeout: START_SECONDS,
      serviceAccountName: account,
      extraAnnotations: first?.metadata['annotations'],
      storage: {
        homeMountPath: HOME,
        capacity: memoryText(hub.homeSize),
        ...(homeClass !== undefined && { dynamic: { storageClass: homeClass } }),
        extraVolumes: first && listIn(first.rest, 'volumes'),
        extraVolumeMounts: first && listIn(first.container, 'volumeMounts'),
      },
      // Namespaces keep people's pods from the metadata of nodes, and the chart's way needs a privileged container.
      cloudMetadata: { blockWithIptables: false },
      networkPolicy: { egressAllowRules: { cloudMetadataServer: isGoogleAccount, privateIPs: true } },
    },
    // Pods go to the pool of their profile, whose nodes need no images and no pods before people come.
    scheduling: { userScheduler: { enabled: false }, userPlaceholder: { enabled: false } },
    prePuller: { hook: { enabled: false }, continuous: { enabled: false } },
    cull: {
      enabled: true,
      timeout: idle,
      every: Math.min(600, Math.ceil(idle / 2)),
      maxAge: hub.longest?.toSeconds() ?? 0,
    },
  };
}

function partsOf({ name }: ResolvedHub, task: ResolvedTask) {
  return podPartsOf({ ...task, workloadName: name, containerName: 'notebook' });
}

/** A choice of the page on which people start their server. @see https://jupyterhub-kubespawner.readthedocs.io */
function profileOf(hub: ResolvedHub, name: string, task: ResolvedTask): JsonObject {
  const { rest, container } = partsOf(hub, task);
  const variables = listIn(container, 'env').flatMap((each) =>
    typeof each['name'] === 'string' ? [[each['name'], each['value']] as const] : [],
  );
  const { cpuMillis, memory, gpus, ephemeralStorage } = task.resources;
  const bytes = mebibytes(memory) * 2 ** 20;
  const disk = ephemeralStorage && { 'ephemeral-storage': memoryText(ephemeralStorage) };
  return {
    display_name: name,
    kubespawner_override: {
      image: task.pod.image,
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
