import { MPI_JOB_V1, PY_TORCH_JOB } from '../kinds/kubeflow';
import { isList, isJsonObject, listIn, objectIn, type Json, type JsonObject } from '../manifest';

/** The levels of Pod Security, the strictest first. */
export const POD_SECURITY_LEVELS = ['restricted', 'baseline', 'privileged'] as const;

/**
 * What Kubernetes lets pods of a namespace do.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export type PodSecurityLevel = (typeof POD_SECURITY_LEVELS)[number];

/** The strictest level that takes a pod, and what keeps a stricter one from it. */
export interface SecurityNeed {
  readonly level: PodSecurityLevel;
  /** @default - nothing: the level is the strictest */
  readonly because?: string;
}

const BASELINE_CAPABILITIES = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);
const RESTRICTED_VOLUMES = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);
const SAFE_SYSCTLS =
  /^(kernel\.shm_rmid_forced|net\.ipv4\.(ip_(local_(port_range|reserved_ports)|unprivileged_port_start)|tcp_(syncookies|keepalive_(time|intvl|probes)|fin_timeout|rmem|wmem)|ping_group_range))$/;

/** The strictest level that takes all pods of an object, of whatever kind it is. */
export function securityNeedOf(object: Json): SecurityNeed {
  const needs = podSpecsOf(object).map(needOf);
  return weakest(isJsonObject(object) && hasAddedContainer(object) ? [...needs, OF_ADDED] : needs);
}

const OF_ADDED: SecurityNeed = {
  level: 'baseline',
  because: 'their operator adds a container without any settings',
};

/**
 * The Training Operator adds init containers: to the launcher of an MPIJob, and to the workers of a PyTorchJob that has a master.
 *
 * @see https://github.com/kubeflow/trainer/blob/v1.9.4/pkg/controller.v1/mpi/mpijob_controller.go
 * @see https://github.com/kubeflow/trainer/blob/v1.9.4/pkg/controller.v1/pytorch/initcontainer.go
 */
function hasAddedContainer({ apiVersion, kind, spec }: JsonObject): boolean {
  if (apiVersion !== MPI_JOB_V1.apiVersion) return false;
  const hasMaster = isJsonObject(spec) && 'Master' in objectIn(spec, 'pytorchReplicaSpecs');
  return kind === MPI_JOB_V1.kind || (kind === PY_TORCH_JOB.kind && hasMaster);
}

/** The one of several needs that the least strict level meets. */
export function weakest(needs: readonly SecurityNeed[]): SecurityNeed {
  for (const level of ['privileged', 'baseline'] as const) {
    const need = needs.find((each) => each.level === level);
    if (need) return need;
  }
  return { level: 'restricted' };
}

function needOf(spec: JsonObject): SecurityNeed {
  const [privileged] = privilegedReasons(spec);
  if (privileged !== undefined) return { level: 'privileged', because: privileged };
  const [baseline] = baselineReasons(spec);
  return baseline === undefined ? { level: 'restricted' } : { level: 'baseline', because: baseline };
}

function* privilegedReasons(spec: JsonObject): Generator<string> {
  for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) if (spec[field] === true) yield `they set ${field}`;
  for (const volume of listIn(spec, 'volumes')) if ('hostPath' in volume) yield 'they mount a folder of the node';
  for (const { name } of listIn(objectIn(spec, 'securityContext'), 'sysctls')) {
    if (typeof name === 'string' && !SAFE_SYSCTLS.test(name)) yield `they set ${name}`;
  }
  if (seccompOf(spec) === 'Unconfined') yield 'they are not confined by seccomp';
  for (const container of containersOf(spec)) {
    const context = objectIn(container, 'securityContext');
    const named = nameOf(container);
    if (context['privileged'] === true) yield `${named} is privileged`;
    if (seccompOf(container) === 'Unconfined') yield `${named} is not confined by seccomp`;
    if (context['procMount'] === 'Unmasked') yield `${named} sees all of /proc`;
    for (const name of capabilities(container, 'add')) {
      if (!BASELINE_CAPABILITIES.has(name)) yield `${named} has the capability ${name}`;
    }
    if (listIn(container, 'ports').some(({ hostPort }) => typeof hostPort === 'number' && hostPort > 0))
      yield `${named} takes a port of the node`;
  }
}

function* baselineReasons(spec: JsonObject): Generator<string> {
  const pod = objectIn(spec, 'securityContext');
  for (const volume of listIn(spec, 'volumes')) {
    const kind = Object.keys(volume).find((key) => key !== 'name');
    if (kind !== undefined && !RESTRICTED_VOLUMES.has(kind)) yield `they mount a volume of the kind ${kind}`;
  }
  for (const container of containersOf(spec)) {
    const context = objectIn(container, 'securityContext');
    const named = nameOf(container);
    if ((context['runAsUser'] ?? pod['runAsUser']) === 0 || (context['runAsNonRoot'] ?? pod['runAsNonRoot']) !== true)
      yield `${named} may run as root`;
    if (context['allowPrivilegeEscalation'] !== false) yield `${named} may gain privileges`;
    if (!capabilities(container, 'drop').includes('ALL')) yield `${named} keeps capabilities`;
    if (capabilities(container, 'add').some((name) => name !== 'NET_BIND_SERVICE')) yield `${named} adds capabilities`;
    if (seccompOf(container) === undefined && seccompOf(spec) === undefined) yield `${named} names no seccomp profile`;
  }
}

/** All that looks like the spec of a pod, however deep it stands in an object. @param found takes them */
function podSpecsOf(value: Json | undefined, found: JsonObject[] = []): JsonObject[] {
  if (isList(value)) for (const each of value) podSpecsOf(each, found);
  else if (isJsonObject(value)) {
    const isPod = Array.isArray(value['containers']);
    if (isPod) found.push(value);
    // Containers hold no pods.
    for (const key in value) if (!isPod || key !== 'containers') podSpecsOf(value[key], found);
  }
  return found;
}

function containersOf(spec: JsonObject): JsonObject[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((field) => listIn(spec, field));
}

function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? `container "${name}"` : 'a container';
}

function seccompOf(owner: JsonObject): Json | undefined {
  return objectIn(objectIn(owner, 'securityContext'), 'seccompProfile')['type'];
}

function capabilities(container: JsonObject, field: 'add' | 'drop'): string[] {
  const list = objectIn(objectIn(container, 'securityContext'), 'capabilities')[field];
  return Array.isArray(list) ? list.map((name) => String(name).replace(/^CAP_/, '')) : [];
}
