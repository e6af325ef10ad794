import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/kubernetes/manifest';
import { weakest } from '../../../lib/kubernetes/pod-security';
import { needOf } from '../../../lib/kubernetes/pod-spec-security';
import { securityNeedOf } from '../../../lib/pods/security/pod-security-need';
import { cpuPool, demand } from '../../workload/pools';

const RESTRICTED = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const POD = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };

function pod(spec: JsonObject = {}, container: JsonObject = {}): JsonObject {
  return { securityContext: POD, containers: [{ name: 'main', securityContext: RESTRICTED, ...container }], ...spec };
}

test('a pod that gives up all that it can is restricted', () => {
  expect(needOf(pod())).toEqual({ level: 'restricted' });
  const settings = { ...RESTRICTED, ...POD, runAsUser: 5 };
  expect(needOf(pod({ securityContext: {} }, { securityContext: settings }))).toEqual({ level: 'restricted' });
});

const BASELINE: [string, JsonObject][] = [
  ['container "main" may run as root', pod({ securityContext: { ...POD, runAsNonRoot: false } })],
  ['container "main" may run as root', pod({ securityContext: { ...POD, runAsUser: 0 } })],
  ['container "main" may run as root', pod({}, { securityContext: { ...RESTRICTED, runAsNonRoot: false } })],
  ['container "main" may gain privileges', pod({}, { securityContext: { capabilities: { drop: ['ALL'] } } })],
  ['container "main" keeps capabilities', pod({}, { securityContext: { allowPrivilegeEscalation: false } })],
  [
    'container "main" adds capabilities',
    pod({}, { securityContext: { ...RESTRICTED, capabilities: { drop: ['ALL'], add: ['CHOWN'] } } }),
  ],
  ['container "main" names no seccomp profile', pod({ securityContext: { runAsNonRoot: true } })],
  ['they mount a volume of the kind nfs', pod({ volumes: [{ name: 'a', nfs: {} }] })],
  ['container "first" may gain privileges', pod({ initContainers: [{ name: 'first' }] })],
  ['a container may run as root', { containers: [{}] }],
];

test.each(BASELINE)('%s: baseline takes it', (because, object) => {
  expect(needOf(object)).toEqual({ level: 'baseline', because });
});

const PRIVILEGED: [string, JsonObject][] = [
  ['they set hostNetwork', pod({ hostNetwork: true })],
  ['they set hostPID', pod({ hostPID: true })],
  ['they set hostIPC', pod({ hostIPC: true })],
  ['they mount a folder of the node', pod({ volumes: [{ name: 'a', hostPath: { path: '/' } }] })],
  ['they set kernel.msgmax', pod({ securityContext: { ...POD, sysctls: [{ name: 'kernel.msgmax', value: '1' }] } })],
  ['they are not confined by seccomp', pod({ securityContext: { ...POD, seccompProfile: { type: 'Unconfined' } } })],
  ['container "main" is privileged', pod({}, { securityContext: { privileged: true } })],
  [
    'container "main" is not confined by seccomp',
    pod({}, { securityContext: { ...RESTRICTED, seccompProfile: { type: 'Unconfined' } } }),
  ],
  ['container "main" sees all of /proc', pod({}, { securityContext: { ...RESTRICTED, procMount: 'Unmasked' } })],
  [
    'container "main" has the capability IPC_LOCK',
    pod({}, { securityContext: { ...RESTRICTED, capabilities: { add: ['CAP_IPC_LOCK'] } } }),
  ],
  ['container "main" takes a port of the node', pod({}, { ports: [{ containerPort: 1, hostPort: 1 }] })],
];

test.each(PRIVILEGED)('%s: only privileged takes it', (because, object) => {
  expect(needOf(object)).toEqual({ level: 'privileged', because });
});

test('parts without a name or a kind', () => {
  const odd = { securityContext: { ...POD, sysctls: [{}] }, volumes: [{ name: 'a' }, { name: 'b', secret: {} }] };
  expect(needOf(pod(odd))).toEqual({ level: 'restricted' });
  const root = pod({ securityContext: { ...POD, runAsUser: 5 } }, { securityContext: { ...RESTRICTED, runAsUser: 0 } });
  expect(needOf(root)).toEqual({ level: 'baseline', because: 'container "main" may run as root' });
});

test.each(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(' '),
)('baseline lets a container add the capability %s', (capability) => {
  const capabilities = { drop: ['ALL'], add: [capability] };
  expect(needOf(pod({}, { securityContext: { ...RESTRICTED, capabilities } })).level).toBe('baseline');
});

test.each(['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret'])(
  'restricted lets pods mount volumes of the kind %s',
  (kind) => {
    expect(needOf(pod({ volumes: [{ name: 'a', [kind]: {} }] })).level).toBe('restricted');
  },
);

test('what looks dangerous and is not', () => {
  const safe = { name: 'net.ipv4.ip_local_port_range', value: '1024 65000' };
  expect(needOf(pod({ securityContext: { ...POD, sysctls: [safe] }, hostNetwork: false })).level).toBe('restricted');
  const ports = [{ containerPort: 1, hostPort: 0 }];
  const capabilities = { drop: ['ALL'], add: ['NET_BIND_SERVICE'] };
  expect(needOf(pod({}, { ports, securityContext: { ...RESTRICTED, capabilities } })).level).toBe('restricted');
});

test('the pods of several objects need the level of the one that needs most', () => {
  const needs = [pod(), pod({ hostNetwork: true }), pod({ securityContext: {} })].map(needOf);
  expect(weakest(needs).level).toBe('privileged');
  expect(weakest(needs.slice(2)).level).toBe('baseline');
  expect(weakest([])).toEqual({ level: 'restricted' });
});

test('an operator may add a container to the pods of a set', () => {
  const set = demand(cpuPool(), 1);
  expect(securityNeedOf('mnist', set)).toEqual({ level: 'restricted' });
  expect(securityNeedOf('mnist', { ...set, addedContainers: true })).toEqual({
    level: 'baseline',
    because: 'their operator adds a container without any settings',
  });
  const pod = { image: 'a:1', podSpec: { hostNetwork: true } };
  expect(securityNeedOf('mnist', { ...set, pod, addedContainers: true }).level).toBe('privileged');
});
