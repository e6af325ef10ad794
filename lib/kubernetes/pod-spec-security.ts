import { listIn, objectIn, type Json, type JsonObject } from './manifest';
import type { SecurityNeed } from './pod-security';

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

/** The strictest level of Pod Security that takes a pod of this spec. */
export function needOf(spec: JsonObject): SecurityNeed {
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

function containersOf(spec: JsonObject): JsonObject[] {
  return ['initContainers', 'containers'].flatMap((field) => listIn(spec, field));
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
