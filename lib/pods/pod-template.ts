import type { Duration } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { INodePool } from '../core/contracts/node-pool';
import { k8sCode } from '../kubernetes/k8s';
import { listIn, objectIn, writtenFields, type JsonObject } from '../kubernetes/manifest';
import { initContainer, mainContainer, sidecarContainer, unlessEmpty } from './containers/containers';
import { renderMounts } from './mounts/render-mounts';
import { withSharedMemory } from './mounts/shared-memory';
import { placeOn } from './placement/placement';
import type { PodOptions } from './pod-options';
import { podSpecFields } from './pod-spec';
import { meshMetadata, type MeshPlace } from './containers/mesh-proxy';
import type { ResolvedResources } from './containers/resources';
import { bucketAnnotations } from './containers/bucket-sidecar';
import { podSecurityContext, userOf } from './security/security-context';
import { recommendedLabels } from '../kubernetes/standard-labels';
import { workloadLabel } from '../kubernetes/workload-label';

/** One kind of pod of a workload, with all defaults filled in. */
export interface PodTask {
  /** The workload's `base`. */
  readonly workloadName: string;
  /** The beginning of the names of its ConfigMaps. @default - the workload's name */
  readonly configMapPrefix?: string;
  readonly pod: PodOptions;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
  readonly containerName: string;
  readonly ports?: readonly k8s.ContainerPort[];
  /** Variables before the user's own, in this order: a value may hold `$(NAME)` of an earlier variable. */
  readonly env?: readonly k8s.EnvVar[];
  /** The program and arguments before the user's command. */
  readonly launcher?: readonly string[];
  /** Replaces the user's command and arguments. */
  readonly command?: readonly string[];
  /** Arguments after the user's. */
  readonly extraArgs?: readonly string[];
  /** True if the program and its arguments are one command of `sh`. @default false */
  readonly inShell?: boolean;
  readonly startupProbe?: k8s.Probe;
  readonly readinessProbe?: k8s.Probe;
  readonly livenessProbe?: k8s.Probe;
  readonly lifecycle?: k8s.Lifecycle;
  readonly restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  /** The longest time that each pod may run. */
  readonly activeDeadline?: Duration;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The headless Service that gives the pod its host name. */
  readonly subdomain?: string;
  /** The proxy of a service mesh. @default - that of `pod`, or 'out' */
  readonly mesh?: MeshPlace;
}

/** A pod in parts, for kinds whose objects hold the parts in different places. */
export interface PodParts {
  readonly metadata: JsonObject;
  readonly container: JsonObject;
  /** The pod's spec without the main container. */
  readonly rest: JsonObject;
}

/** The pod template of a task, as plain JSON. */
export function renderPodTemplate(task: PodTask): JsonObject {
  const { pod, pool } = task;
  const { identity } = pod;
  const { automountServiceAccountToken = false, enableServiceLinks = false, hostIpc, ...others } = pod.podSpec ?? {};
  const { nodeSelector: selected, tolerations: tolerated = [], ...further } = others;
  const hostIPC = pool.sharing?.strategy === 'mps' && task.resources.gpus > 0 ? true : hostIpc;
  // Pods with the IPC of their node have its /dev/shm, by which they reach the server of MPS.
  const mounts = hostIPC === true ? (pod.mounts ?? []) : withSharedMemory(pod, task.resources);
  const rendered = renderMounts(mounts, task.configMapPrefix ?? task.workloadName, userOf(pod));
  const volumeMounts = rendered.map(({ volumeMount }) => volumeMount);
  const mesh = meshMetadata(pool.cluster, task.mesh ?? pod.mesh ?? 'out');
  const own = workloadLabel(task.workloadName);
  const { nodeSelector, tolerations = [] } = placeOn(pool, pod.architecture);
  const spec: JsonObject = {
    activeDeadlineSeconds: task.activeDeadline?.toSeconds(),
    // Pods with a Google service account get its token from the node, and do not need Kubernetes' own.
    automountServiceAccountToken,
    containers: [mainContainer(task, volumeMounts)],
    // A Service called vllm would set VLLM_PORT in pods that start later, and vLLM would end.
    enableServiceLinks,
    hostIPC,
    imagePullSecrets: pod.imagePullSecrets?.map((name) => ({ name })),
    // Sidecars start before init containers, which may need them.
    initContainers: unlessEmpty([
      ...(pod.sidecars ?? []).map((container) => sidecarContainer(task, container, volumeMounts)),
      ...(pod.initContainers ?? []).map((container) => initContainer(task, container, volumeMounts)),
    ]),
    nodeSelector: nodeSelector || selected ? { ...selected, ...nodeSelector } : undefined,
    priorityClassName: pod.priorityClassName,
    restartPolicy: task.restartPolicy,
    securityContext: podSecurityContext(pod),
    serviceAccountName: identity?.serviceAccountName ?? task.workloadName,
    subdomain: task.subdomain,
    terminationGracePeriodSeconds: gracePeriod(task),
    tolerations: unlessEmpty([
      ...tolerations,
      ...tolerated.map((each): JsonObject => ({ ...k8sCode().toJson_Toleration(each) })),
    ]),
    volumes: unlessEmpty(rendered.flatMap(({ volume }) => (volume ? [volume] : []))),
  };
  return {
    metadata: {
      annotations: { ...mesh.annotations, ...bucketAnnotations(pod), ...task.annotations, ...pod.annotations },
      labels: {
        ...recommendedLabels({ name: task.workloadName }),
        ...mesh.labels,
        ...own,
        ...task.labels,
        ...pod.labels,
      },
    },
    // Our fields replace the user's.
    spec: Object.keys(further).length > 0 ? { ...podSpecFields(further, own), ...spec } : spec,
  };
}

/** The pod template of a task, in parts. */
export function podPartsOf(task: PodTask): PodParts {
  const template = renderPodTemplate(task);
  const { containers, ...rest } = objectIn(template, 'spec');
  const [container = {}] = listIn({ containers }, 'containers');
  return { metadata: objectIn(template, 'metadata'), container: writtenFields(container), rest: writtenFields(rest) };
}

function gracePeriod({ pod, pool }: PodTask): number | undefined {
  return pod.terminationGracePeriod?.toSeconds({ integral: false }) ?? pool.provisioningModel?.graceSeconds;
}
