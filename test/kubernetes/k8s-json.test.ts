import {
  toJson_DownwardApiVolumeSource,
  toJson_EnvVarSource,
  toJson_Lifecycle,
  toJson_Probe,
  type DownwardApiVolumeSource,
  type EnvVarSource,
  type Lifecycle,
  type Probe,
} from 'cdk8s-plus-27/lib/imports/k8s';
import { expect, test } from 'vitest';
import { downwardJson, envSourceJson, holding, lifecycleJson, probeJson } from '../../lib/kubernetes/k8s-json';

const HTTP = {
  httpGet: {
    scheme: 'HTTPS',
    port: holding('http'),
    path: '/ready',
    host: 'other',
    httpHeaders: [{ value: 'b', name: 'a' }],
  },
};
const TCP = { tcpSocket: { port: holding(8500), host: 'other' } };
const EXEC = { exec: { command: ['sleep', '5'] } };
const FIELD = { fieldRef: { fieldPath: 'metadata.name', apiVersion: 'v1' } };
const RESOURCE = { resourceFieldRef: { resource: 'limits.cpu', divisor: holding('1m'), containerName: 'main' } };

const same = (own: unknown, generated: unknown) => {
  expect(JSON.stringify(own)).toBe(JSON.stringify(generated));
};

test.each<Probe | undefined>([
  undefined,
  { ...HTTP, timeoutSeconds: 1, periodSeconds: 2, failureThreshold: 3 },
  { ...TCP, terminationGracePeriodSeconds: 4, successThreshold: 5, initialDelaySeconds: 6 },
  { grpc: { service: 'health', port: 8001 } },
  EXEC,
])('the probe %j is the JSON that the generated code makes of it', (probe) => {
  same(probeJson(probe), toJson_Probe(probe));
});

test.each<Lifecycle | undefined>([undefined, { preStop: EXEC }, { preStop: TCP, postStart: HTTP }])(
  'the lifecycle %j is the JSON that the generated code makes of it',
  (lifecycle) => {
    same(lifecycleJson(lifecycle), toJson_Lifecycle(lifecycle));
  },
);

test.each<EnvVarSource | undefined>([
  undefined,
  FIELD,
  RESOURCE,
  { secretKeyRef: { optional: true, name: 'secret', key: 'password' } },
  { configMapKeyRef: { name: 'config', key: 'level' } },
])('the source %j of a variable is the JSON that the generated code makes of it', (source) => {
  same(envSourceJson(source), toJson_EnvVarSource(source));
});

test.each<DownwardApiVolumeSource>([
  {},
  {
    items: [
      { path: 'a', ...FIELD },
      { path: 'b', mode: 420, ...RESOURCE },
    ],
    defaultMode: 256,
  },
])('the files %j of a pod are the JSON that the generated code makes of them', (volume) => {
  same(downwardJson(volume), toJson_DownwardApiVolumeSource(volume));
});
