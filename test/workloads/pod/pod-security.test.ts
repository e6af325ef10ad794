import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/workloads/manifest';
import { securityNeedOf, weakest } from '../../../lib/workloads/pod/pod-security';

const RESTRICTED = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const POD = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };

function pod(spec: JsonObject = {}, container: JsonObject = {}): JsonObject {
  return {
    kind: 'Pod',
    spec: { securityContext: POD, containers: [{ name: 'main', securityContext: RESTRICTED, ...container }], ...spec },
  };
}

test('a pod that gives up all that it can is restricted, wherever its object holds it', () => {
  expect(securityNeedOf(pod())).toEqual({ level: 'restricted' });
  expect(securityNeedOf({ kind: 'JobSet', spec: { jobs: [{ template: pod() }] } })).toEqual({ level: 'restricted' });
  expect(securityNeedOf({ kind: 'ConfigMap', data: { a: '1' } })).toEqual({ level: 'restricted' });
  const settings = { ...RESTRICTED, ...POD, runAsUser: 5 };
  expect(securityNeedOf(pod({ securityContext: {} }, { securityContext: settings }))).toEqual({ level: 'restricted' });
});

const BASELINE: [string, JsonObject][] = [
  [
    'their operator adds a container without any settings',
    { apiVersion: 'kubeflow.org/v1', kind: 'MPIJob', spec: { template: pod() } },
  ],
  [
    'their operator adds a container without any settings',
    { apiVersion: 'kubeflow.org/v1', kind: 'PyTorchJob', spec: { pytorchReplicaSpecs: { Master: pod() } } },
  ],
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
  ['a container may run as root', { spec: { template: { spec: { containers: [{}] } } } }],
];

test.each(BASELINE)('%s: baseline takes it', (because, object) => {
  expect(securityNeedOf(object)).toEqual({ level: 'baseline', because });
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
  expect(securityNeedOf(object)).toEqual({ level: 'privileged', because });
});

test('parts without a name or a kind, and containers for debugging', () => {
  const odd = { securityContext: { ...POD, sysctls: [{}] }, volumes: [{ name: 'a' }, { name: 'b', secret: {} }] };
  expect(securityNeedOf(pod(odd))).toEqual({ level: 'restricted' });
  expect(securityNeedOf(pod({ ephemeralContainers: [{ name: 'debug' }] })).because).toContain('container "debug"');
  const root = pod({ securityContext: { ...POD, runAsUser: 5 } }, { securityContext: { ...RESTRICTED, runAsUser: 0 } });
  expect(securityNeedOf(root)).toEqual({ level: 'baseline', because: 'container "main" may run as root' });
});

test.each(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(' '),
)('baseline lets a container add the capability %s', (capability) => {
  const capabilities = { drop: ['ALL'], add: [capability] };
  expect(securityNeedOf(pod({}, { securityContext: { ...RESTRICTED, capabilities } })).level).toBe('baseline');
});

test.each(['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret'])(
  'restricted lets pods mount volumes of the kind %s',
  (kind) => {
    expect(securityNeedOf(pod({ volumes: [{ name: 'a', [kind]: {} }] })).level).toBe('restricted');
  },
);

test('what looks dangerous and is not', () => {
  const safe = { name: 'net.ipv4.ip_local_port_range', value: '1024 65000' };
  expect(securityNeedOf(pod({ securityContext: { ...POD, sysctls: [safe] }, hostNetwork: false })).level).toBe(
    'restricted',
  );
  const ports = [{ containerPort: 1, hostPort: 0 }];
  const capabilities = { drop: ['ALL'], add: ['NET_BIND_SERVICE'] };
  expect(securityNeedOf(pod({}, { ports, securityContext: { ...RESTRICTED, capabilities } })).level).toBe('restricted');
});

test('the pods of several objects need the level of the one that needs most', () => {
  const needs = [pod(), pod({ hostNetwork: true }), pod({ securityContext: {} })].map(securityNeedOf);
  expect(weakest(needs).level).toBe('privileged');
  expect(weakest(needs.slice(2)).level).toBe('baseline');
  expect(weakest([])).toEqual({ level: 'restricted' });
});
