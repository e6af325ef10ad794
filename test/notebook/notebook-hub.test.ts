import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Size, Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { FURTHER_FILES } from '../../lib/core/contracts/further-file';
import { guideSteps } from '../../lib/core/contracts/guide';
import { openAdvice } from '../../lib/core/problems/check';
import { GpuSharing } from '../../lib/core/hardware/gpu-sharing';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { NotebookHub, type NotebookHubProps } from '../../lib/notebook/index';
import { Operator } from '../../lib/operators/operator';
import { Mount } from '../../lib/pods/mounts/mount';
import { manifestsOf } from '../../lib/testing';
import { manifestProblems } from '../conformance/manifest';
import { cpuPool, GKE, gpuPool } from '../workload/pools';

const SCHEMA = join(__dirname, '../conformance/schemas/jupyterhub-4.4.0.json');
const accepts = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

const CLUSTER = { ...GKE, operators: [Operator.JOBSET] };
const [CPUS, GPUS] = [cpuPool({ cluster: CLUSTER }), gpuPool({ cluster: CLUSTER })];
const GOOGLE = { hub: { config: { JupyterHub: { authenticator_class: 'google' } } } };

function hub(props: Partial<NotebookHubProps> = {}) {
  const chart = new ClusterChart(Testing.app(), 'team', { cluster: CLUSTER, namespace: 'team' });
  const profiles = {
    'Two CPUs': { pool: CPUS, resources: { cpus: 2, memory: Size.gibibytes(4) } },
    GPU: { pool: GPUS },
  };
  const made = new NotebookHub(chart, 'hub', { image: 'acme/lab:1', profiles, values: GOOGLE, ...props });
  const objects = manifestsOf(chart);
  for (const object of objects) expect(manifestProblems(object)).toEqual([]);
  const [file] = FURTHER_FILES.all(chart).map(({ entry }) => entry);
  const values = JSON.parse(typeof file?.content === 'string' ? file.content : '');
  accepts(values);
  const errors = (accepts.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  expect(errors, errors.join()).toEqual([]);
  const override = (index: number) => values.singleuser.profileList[index].kubespawner_override;
  return { chart, made, objects, values, file, override, steps: guideSteps(chart).map(({ step }) => step) };
}

test('a profile is the pod of its pool: requests, limits, selector and tolerations', () => {
  const { values, override } = hub();
  expect(values.singleuser.profileList.map((each: { display_name: string }) => each.display_name)).toEqual([
    'Two CPUs',
    'GPU',
  ]);
  const both = { memory: '4Gi' };
  expect(override(0)).toMatchObject({
    image: 'acme/lab:1',
    extra_container_config: { resources: { requests: { cpu: '2', ...both }, limits: both } },
    extra_pod_config: { nodeSelector: CPUS.nodeLabels },
  });
  expect(override(0).extra_pod_config).not.toHaveProperty('tolerations');
  expect(override(1)).toMatchObject({
    extra_container_config: { resources: { limits: { 'nvidia.com/gpu': 1 } } },
    extra_pod_config: {
      nodeSelector: GPUS.nodeLabels,
      tolerations: GPUS.taints.map(({ key }) => ({ key, operator: 'Equal' })),
    },
    environment: { HOME: '/home/jovyan' },
  });
  // KubeSpawner would replace the disk of the person by them.
  expect(override(0).extra_pod_config).not.toHaveProperty('volumes');
});

test('profiles whose texts differ in their signs alone are two', () => {
  const { values } = hub({ profiles: { 'L4 (1)': { pool: CPUS }, 'L4-1': { pool: GPUS } } });
  const slugs = values.singleuser.profileList.map((each: { slug: string }) => each.slug);
  expect(slugs).toEqual(['profile-0', 'profile-1']);
});

test('a mesh gives no proxy to the hub and to the servers of people, which call it', () => {
  const { values } = hub();
  const labels = { 'sidecar.istio.io/inject': 'false' };
  expect([values.hub.labels, values.proxy.labels, values.singleuser.extraLabels]).toEqual([labels, labels, labels]);
});

test('fails: two hubs of one namespace (duplicate-name)', () => {
  const { chart } = hub();
  new NotebookHub(chart, 'second', { image: 'acme/lab:1', profiles: { CPU: { pool: CPUS } }, values: GOOGLE });
  expect(chart.node.findAll().flatMap(({ node }) => node.validate())).toEqual([
    expect.stringMatching(
      /^\S*hub is a hub of this namespace already, and the objects of both have the same names: make one NotebookHub of both, or put one into another namespace/,
    ),
  ]);
});

test('a profile may have an image of its own', () => {
  const profiles = { CPU: { pool: CPUS }, R: { pool: CPUS, image: 'acme/r:1' } };
  const { override } = hub({ profiles });
  expect([override(0).image, override(1).image]).toEqual(['acme/lab:1', 'acme/r:1']);
});

test('pods keep the strictest rules of a namespace, and no part of the hub is reached from outside', () => {
  const { values, override } = hub();
  expect(override(0)).toMatchObject({
    extra_container_config: { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } },
    extra_pod_config: {
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        fsGroup: 100,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      automountServiceAccountToken: false,
    },
  });
  expect(values.singleuser.cloudMetadata.blockWithIptables).toBe(false);
  expect(values.singleuser.networkPolicy.egressAllowRules.cloudMetadataServer).toBe(false);
  expect(values.proxy.service.type).toBe('ClusterIP');
});

test('GPUs shared by MPS loosen the rules of the namespace', () => {
  const shared = gpuPool({ cluster: CLUSTER, sharing: GpuSharing.mps(2) });
  const { override, objects } = hub({ profiles: { Half: { pool: shared } } });
  expect(override(0)).toMatchObject({ extra_pod_config: { hostIPC: true } });
  const levelOf = (all: typeof objects) => all.find(({ kind }) => kind === 'Namespace')?.['metadata'];
  const level = (enforce: string) => ({ labels: { 'pod-security.kubernetes.io/enforce': enforce } });
  expect(levelOf(objects)).toMatchObject(level('privileged'));
  expect(levelOf(hub().objects)).toMatchObject(level('restricted'));
});

test('each person has a disk, and all have the mounts', () => {
  const mounts = [Mount.persistentVolumeClaim('data', '/data', { readOnly: true })];
  const values = { singleuser: { storage: { capacity: '50Gi', dynamic: { storageClass: 'standard-rwo' } } } };
  const { storage } = hub({ mounts, values }).values.singleuser;
  expect(storage).toMatchObject({
    capacity: '50Gi',
    homeMountPath: '/home/jovyan',
    dynamic: { storageClass: 'standard-rwo' },
    // As large as the largest profile has it. Smaller pods get no more than their memory.
    extraVolumes: [{ persistentVolumeClaim: { claimName: 'data' } }, { emptyDir: { sizeLimit: '8Gi' } }],
    extraVolumeMounts: [{ mountPath: '/data', readOnly: true }, { mountPath: '/dev/shm' }],
  });
});

test('small files of everyone are in a ConfigMap', () => {
  const { values, objects } = hub({ mounts: [Mount.configFiles({ 'digits.json': '{}' }, '/jobs')] });
  const made = objects.find(({ kind }) => kind === 'ConfigMap')?.['metadata'] as { name: string } | undefined;
  const [volume] = values.singleuser.storage.extraVolumes;
  expect(volume).toMatchObject({ configMap: { name: made?.name } });
  expect(made?.name).toMatch(/^hub/);
});

test('its programs may submit jobs of the kinds of the cluster, by an account of their own', () => {
  const { objects, override } = hub({ submitsJobs: true });
  const rules = objects.find(({ kind }) => kind === 'Role')?.['rules'];
  expect(rules).toMatchObject([
    { resources: ['jobs'] },
    { resources: ['jobsets'] },
    { resources: ['pods', 'pods/log'] },
  ]);
  expect(override(0).extra_pod_config.serviceAccountName).toBe('hub-people');
  // Helm takes no objects of others: the chart makes an account, a role and a binding of this name.
  expect(objects.map(({ metadata }) => metadata)).not.toContainEqual(expect.objectContaining({ name: 'hub' }));
  expect(override(0).extra_pod_config.automountServiceAccountToken).toBe(true);
  const { objects: others, override: plain } = hub();
  expect(others.map(({ kind }) => kind)).not.toContain('Role');
  expect(plain(0).extra_pod_config.serviceAccountName).toBe('hub-people');
});

test('DEPLOY.md installs a pinned chart with the values, and removes it first', () => {
  const { made, file, steps } = hub();
  expect(file?.commands?.('dist/hub.json').at(-1)).toBe(
    'helm upgrade --install hub jupyterhub --repo https://hub.jupyter.org/helm-chart/ --version 4.4.0 --namespace team --create-namespace --wait --timeout 10m --values dist/hub.json',
  );
  const removal = steps.filter(({ phase }) => phase === 'removal').flatMap(({ commands = [] }) => commands);
  expect(removal).toEqual([
    'helm uninstall hub --namespace team --ignore-not-found --wait',
    'kubectl -n team delete pods -l component=singleuser-server',
  ]);
  expect(made.service).toMatchObject({ name: 'proxy-public', namespace: 'team', port: 80, healthPath: '/hub/health' });
});

test('values of your own go over these', () => {
  const own = { proxy: { service: { type: 'NodePort' } }, singleuser: { startTimeout: 300 } };
  const { proxy, singleuser, hub: merged } = hub({ values: { ...GOOGLE, ...own } }).values;
  expect([proxy.service.type, singleuser.startTimeout]).toEqual(['NodePort', 300]);
  expect(singleuser.profileList).toHaveLength(2);
  expect(merged.config).toMatchObject({ JupyterHub: { authenticator_class: 'google' } });
});

test('fails: a value that the chart does not know', () => {
  expect(() => hub({ values: { singleuser: { gpu: 1 } } })).toThrow('/singleuser must NOT have additional properties');
});

test('fails: a hub that offers nothing to start (notebook-profiles)', () => {
  expect(() => hub({ profiles: {} })).toThrow('the number of profiles cannot be 0');
});

test("fails: a hub in the cloud with the chart's sign-in, by any name (hub-sign-in)", () => {
  const codesOf = (values?: NotebookHubProps['values']) =>
    openAdvice(hub({ values }).chart).map(({ advice }) => advice.code);
  expect(codesOf(undefined)).toContain('hub-sign-in');
  expect(codesOf({ hub: { config: { JupyterHub: { authenticator_class: 'dummy' } } } })).toContain('hub-sign-in');
  expect(codesOf(GOOGLE)).not.toContain('hub-sign-in');
});
