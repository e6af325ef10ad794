import { describe, expect, test } from 'vitest';
import { manifestProblems } from './manifest';

const template = {
  metadata: { labels: { app: 'mnist' } },
  spec: {
    nodeSelector: { 'cloud.google.com/gke-nodepool': 'k80' },
    tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }],
    containers: [
      {
        name: 'tensorflow',
        image: 'mnist:1',
        env: [{ name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
        resources: { limits: { cpu: '1500m', memory: '2Gi', 'nvidia.com/gpu': 1 } },
        ports: [{ name: 'tfjob-port', containerPort: 2222 }],
      },
    ],
  },
};
const worker = { replicas: 2, restartPolicy: 'ExitCode', template };

function tfJob(replica: object = worker): object {
  return {
    apiVersion: 'kubeflow.org/v1',
    kind: 'TFJob',
    metadata: { name: 'mnist', namespace: 'team-a' },
    spec: { runPolicy: { cleanPodPolicy: 'None' }, tfReplicaSpecs: { Worker: replica } },
  };
}

function tfJobWithContainer(change: object): object {
  const containers = [{ ...template.spec.containers[0], ...change }];
  return tfJob({ ...worker, template: { ...template, spec: { ...template.spec, containers } } });
}

const jobSet = {
  apiVersion: 'jobset.x-k8s.io/v1alpha2',
  kind: 'JobSet',
  metadata: { name: 'mnist' },
  spec: { replicatedJobs: [{ name: 'worker', replicas: 1, template: { spec: { parallelism: 2, template } } }] },
};

function service(spec: object, metadata: object = { name: 'ps' }): object {
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

function named(kind: string, apiVersion: string, metadata: object): object {
  return { apiVersion, kind, metadata };
}

describe('a manifest that conforms has no problems', () => {
  test.each<[string, unknown]>([
    ['a TFJob', tfJob()],
    ['a JobSet', jobSet],
    ['a Job', { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a.b' }, spec: { template } }],
    ['a Service with a named target port', service({ clusterIP: 'None', ports: [{ port: 80, targetPort: 'http' }] })],
    ['a Service with a numbered target port', service({ ports: [{ port: 80, targetPort: 8080 }] })],
    [
      'a ClusterRole with a colon in its name',
      named('ClusterRole', 'rbac.authorization.k8s.io/v1', { name: 'ml:all' }),
    ],
    [
      'a ConfigMap with any key',
      { ...named('ConfigMap', 'v1', { name: 'files' }), data: { 'train.py': 'print()', labels: 'a b' } },
    ],
  ])('%s', (_name, manifest) => {
    expect(manifestProblems(manifest)).toEqual([]);
  });
});

const container = 'TFJob mnist: spec.tfReplicaSpecs.Worker.template.spec.containers[0]';

describe('each fault of a manifest is one problem', () => {
  test.each<[string, unknown, string]>([
    ['a manifest that is not an object', 'kind: Pod', 'must be an object'],
    ['a manifest without a kind', { apiVersion: 'v1' }, 'must have apiVersion and kind'],
    [
      'a kind without a schema',
      named('PodPreset', 'v1', { name: 'a' }),
      'PodPreset a: there is no schema for kind PodPreset of v1',
    ],
    [
      'a known kind of another version',
      named('JobSet', 'jobset.x-k8s.io/v1', { name: 'a' }),
      'no schema for kind JobSet of jobset.x-k8s.io/v1',
    ],
    ['an unknown field at the top', { ...tfJob(), sepc: {} }, 'TFJob mnist: sepc is not a field'],
    ['an unknown field deep in a custom resource', tfJobWithContainer({ cmd: [] }), `${container}.cmd is not a field`],
    ['an unknown field of a core object', service({ port: 80 }), 'Service ps: spec.port is not a field'],
    ['an unknown field of metadata', { ...tfJob(), metadata: { name: 'mnist', label: {} } }, 'metadata.label is not a'],
    ['a status', { ...service({}), status: {} }, 'Service ps: status is not a field'],
    ['a missing field', tfJobWithContainer({ name: undefined }), `${container}.name is required`],
    ['a missing field of a core object', service({ ports: [{}] }), 'spec.ports[0].port is required'],
    ['a wrong type', tfJob({ ...worker, replicas: '2' }), 'Worker.replicas is "2", must be integer'],
    ['a null', tfJob({ ...worker, replicas: null }), 'Worker.replicas is null, must be integer'],
    ['a fraction where an integer is due', tfJob({ ...worker, replicas: 1.5 }), 'Worker.replicas is 1.5'],
    ['an integer beyond 32 bits', tfJob({ ...worker, replicas: 2 ** 31 }), 'must match format "int32"'],
    [
      'neither integer nor string',
      service({ ports: [{ port: 80, targetPort: true }] }),
      'spec.ports[0].targetPort is true',
    ],
    [
      'a quantity that is none',
      tfJobWithContainer({ resources: { limits: { memory: '2 GB' } } }),
      `${container}.resources.limits.memory is "2 GB"`,
    ],
    [
      'a fraction as a quantity of a custom resource',
      tfJobWithContainer({ resources: { limits: { cpu: 1.5 } } }),
      `${container}.resources.limits.cpu is 1.5, must be integer,string`,
    ],
    [
      'a quantity of a core object that is none',
      {
        ...named('PersistentVolumeClaim', 'v1', { name: 'data' }),
        spec: { resources: { requests: { storage: '1GB' } } },
      },
      'spec.resources.requests.storage is "1GB"',
    ],
    [
      'a value that is not of its set',
      tfJobWithContainer({ imagePullPolicy: 'Sometimes' }),
      `${container}.imagePullPolicy is "Sometimes", must be one of`,
    ],
    [
      'a value that upstream lists in its schema',
      { ...jobSet, spec: { ...jobSet.spec, startupPolicy: { startupPolicyOrder: 'Reverse' } } },
      'spec.startupPolicy.startupPolicyOrder is "Reverse", must be one of',
    ],
    [
      'two entries with one key',
      tfJobWithContainer({ env: [{ name: 'A' }, { name: 'A', value: '1' }] }),
      `${container}.env has entries with the same key`,
    ],
    [
      'data that is not base64',
      { ...named('Secret', 'v1', { name: 'token' }), data: { token: 'not base64' } },
      'data.token is "not base64"',
    ],
    [
      'a container name that is none',
      tfJobWithContainer({ name: 'Tensor_Flow' }),
      `${container}.name is "Tensor_Flow"`,
    ],
    [
      'a label that is none',
      tfJob({ ...worker, template: { ...template, metadata: { labels: { app: 'm n' } } } }),
      'template.metadata.labels.app is "m n"',
    ],
    [
      'a label key that is none',
      service({}, { name: 'ps', labels: { '-a': 'b' } }),
      'metadata.labels has a key that is not allowed: "-a"',
    ],
    ['no name', named('ConfigMap', 'v1', {}), 'ConfigMap (no name): metadata.name is required'],
    ['no metadata', { apiVersion: 'v1', kind: 'ConfigMap' }, 'metadata.name is required'],
    ['a name in upper case', named('ConfigMap', 'v1', { name: 'Files' }), 'metadata.name is "Files", must match'],
    ['a Service whose name starts with a digit', service({}, { name: '1ps' }), 'metadata.name is "1ps", must match'],
    ['a Namespace with a dot in its name', named('Namespace', 'v1', { name: 'a.b' }), 'metadata.name is "a.b"'],
    [
      'a Service with a name of 64 characters',
      service({}, { name: 'a'.repeat(64) }),
      'has 64 characters, at most 63 are allowed',
    ],
    ['a namespace that is none', service({}, { name: 'ps', namespace: 'Team' }), 'metadata.namespace is "Team"'],
    [
      'a namespace on a kind that has none',
      named('Namespace', 'v1', { name: 'a', namespace: 'b' }),
      'a Namespace belongs to no namespace',
    ],
  ])('fails: %s', (_name, manifest, problem) => {
    expect(manifestProblems(manifest)).toEqual([expect.stringContaining(problem)]);
  });
});

test('all faults of a manifest are reported together', () => {
  expect(manifestProblems({ ...service({ port: 80, type: 'Public' }), status: {} })).toHaveLength(3);
});
