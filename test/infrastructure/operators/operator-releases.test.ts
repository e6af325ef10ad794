import { Testing, type TerraformStack } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { Operator } from '../../../lib/operators/operator';
import { openAdvice } from '../../../lib/core/problems/check';
import { ControlPlaneAccess } from '../../../lib/infrastructure/cluster/control-plane-access';
import { OperatorReleases } from '../../../lib/infrastructure/operators/operator-releases';
import type { TrainingClusterProps } from '../../../lib/infrastructure/cluster/cluster-options';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { terraformProblems } from '../../conformance/terraform';
import { all, only, problemsOf, refusedFor, twoStacks } from '../synthesized';

const { KSERVE, CERT_MANAGER, KUEUE, JOBSET, TRAINER, TRAINING } = Operator;
const THEIRS = { clusterName: 'theirs', location: 'us-east1-c', project: 'acme-ml' };

/** A cluster in one stack, and its releases in the other. */
function released(operators: readonly Operator[], props: Partial<TrainingClusterProps> = {}) {
  const { infra, appl } = twoStacks();
  const cluster = new TrainingCluster(infra, 'cluster', { location: 'us-east1-c', operators, ...props });
  new OperatorReleases(appl, 'operators', { cluster });
  return { infra, appl, cluster };
}
const stackJson = (stack: TerraformStack) => JSON.parse(Testing.synth(stack));
const releases = (stack: TerraformStack) => all(stack, 'helm_release');

test('operators by Helm are released in the order of their needs, one after the other; others are left alone', () => {
  const { appl } = released([KSERVE, CERT_MANAGER.byHelm(), TRAINING, KUEUE.byHelm()]);
  const found = releases(appl).map(({ name, version, depends_on: after }) => [name, version, after]);
  const address = (name: string) => [expect.stringContaining(`helm_release.operators_${name}`)];
  expect(found).toEqual([
    ['cert-manager', 'v1.21.1', undefined],
    ['kserve-crd', 'v0.20.0', address('cert-manager-cert-manager')],
    ['kserve', 'v0.20.0', address('kserve-kserve-crd')],
    ['kueue', '0.19.2', address('kserve-kserve')],
  ]);
});

test('a release is whole or not there, waits for its pods, and has its values as text', () => {
  const { appl } = released([JOBSET.byHelm({ controller: { replicas: 2 }, note: '${not} %{a} reference' })]);
  expect(only(appl, 'helm_release')).toMatchObject({
    repository: 'oci://registry.k8s.io/jobset/charts',
    chart: 'jobset',
    namespace: 'jobset-system',
    create_namespace: true,
    atomic: true,
    wait: true,
    wait_for_jobs: true,
    values: ['{"controller":{"replicas":2},"note":"$${not} %%{a} reference"}'],
  });
});

describe('how the provider reaches the cluster comes from Google Cloud, not from the stack that made it', () => {
  const kubernetes = (stack: TerraformStack) => stackJson(stack).provider.helm[0].kubernetes;
  const data = 'data.google_container_cluster.operators_cluster_';

  test('by its DNS name, with the authorities that machines trust', () => {
    const { appl } = released([KUEUE.byHelm()]);
    expect(kubernetes(appl)).toEqual({
      host: expect.stringMatching(
        /^https:\/\/\$\{data\.google_container_cluster\.\w+\.control_plane_endpoints_config\[0\]\.dns_endpoint_config\[0\]\.endpoint\}$/,
      ),
      token: expect.stringMatching(/^\$\{data\.google_client_config\.\w+\.access_token\}$/),
    });
  });

  test('by its address, with its own authority', () => {
    const controlPlaneAccess = ControlPlaneAccess.authorizedNetworks(['203.0.113.0/24']);
    const { appl } = released([KUEUE.byHelm()], { controlPlaneAccess });
    expect(kubernetes(appl)).toMatchObject({
      host: expect.stringContaining(`https://\${${data}`),
      cluster_ca_certificate: expect.stringContaining(`\${base64decode(${data}`),
    });
  });

  test('and its stack is deployed after the stack of the cluster', () => {
    const { infra, appl } = released([KUEUE.byHelm()]);
    expect(appl.dependencies).toEqual([infra]);
    expect(JSON.stringify(stackJson(appl))).not.toContain('terraform_remote_state');
  });
});

test.each([
  ['its DNS name', {}],
  ['its address', { controlPlaneAccess: ControlPlaneAccess.authorizedNetworks(['203.0.113.0/24']) }],
])('what is written for a cluster reached by %s conforms to the schemas of both providers', (_, props) => {
  const operators = [KSERVE, CERT_MANAGER.byHelm(), TRAINER, JOBSET.byHelm(), KUEUE.byHelm(), Operator.KEDA.byHelm()];
  const { appl } = released(operators, props);
  expect(terraformProblems(stackJson(appl))).toEqual([]);
});

test('a cluster that others made has its operators released too', () => {
  const { appl } = twoStacks();
  const cluster = TrainingCluster.fromAttributes({ ...THEIRS, operators: [KUEUE.byHelm()] });
  new OperatorReleases(appl, 'operators', { cluster });
  expect(Object.values(stackJson(appl).data.google_container_cluster)).toMatchObject([
    { name: 'theirs', location: 'us-east1-c', project: 'acme-ml' },
  ]);
  expect(appl.dependencies).toEqual([]);
});

describe('fails:', () => {
  test('fails: in the stack of the cluster they are refused with releases-stack', () => {
    const { infra } = twoStacks();
    const cluster = new TrainingCluster(infra, 'cluster', { location: 'us-east1-c', operators: [KUEUE.byHelm()] });
    expect(refusedFor(() => new OperatorReleases(infra, 'operators', { cluster }))).toEqual(['releases-stack']);
  });

  test('fails: for a cluster without operators by Helm they are refused with releases-empty', () => {
    expect(refusedFor(() => released([TRAINING]))).toEqual(['releases-empty']);
  });

  test('fails: where a command installs later what a chart needs, with releases-order', () => {
    expect(refusedFor(() => released([TRAINER, JOBSET]))).toEqual(['releases-order']);
    expect(refusedFor(() => released([TRAINER, JOBSET.installedElsewhere('us')]))).toEqual([]);
  });

  test('fails: two for one cluster are a problem at synthesis (releases-twice)', () => {
    const { appl, cluster } = released([KUEUE.byHelm()]);
    new OperatorReleases(appl, 'more', { cluster });
    expect(problemsOf(appl)).toEqual([
      'appl/operators already releases the operators of cluster "infra-cluster": keep one OperatorReleases for each cluster (releases-twice)',
    ]);
  });

  test('fails: a cluster whose operators by Helm no stack releases gets the advice operator-release', () => {
    const { infra } = twoStacks();
    new TrainingCluster(infra, 'cluster', { location: 'us-east1-c', operators: [KUEUE.byHelm(), TRAINING] });
    expect(openAdvice(infra.node.root).map(({ advice }) => [advice.code, advice.message])).toEqual([
      [
        'operator-release',
        'cluster "infra-cluster" lists "kueue" by Helm, but no stack releases them, so DEPLOY.md runs the helm command',
      ],
    ]);
    const { infra: other } = released([KUEUE.byHelm()]);
    expect(openAdvice(other.node.root)).toEqual([]);
  });
});
