import { Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { ClusterChart } from '../../../lib/kubernetes/cluster-chart';
import { guideSteps } from '../../../lib/core/contracts/guide';
import { ownServiceAccount, serviceAccountFor } from '../../../lib/pods/security/service-account';
import { GKE } from '../../workload/pools';

const IDENTITY = {
  email: 'trainer@acme-ml.iam.gserviceaccount.com',
  namespace: 'mnist',
  serviceAccountName: 'trainer',
};

test('an identity has one service account, which names the Google service account', () => {
  const chart = new Chart(Testing.app(), 'plain');
  expect(serviceAccountFor(chart, IDENTITY)).toBe('trainer');
  expect(serviceAccountFor(chart, { ...IDENTITY })).toBe('trainer');
  expect(Testing.synth(chart)).toEqual([
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: {
        name: 'trainer',
        namespace: 'mnist',
        annotations: { 'iam.gke.io/gcp-service-account': IDENTITY.email },
      },
    },
  ]);
});

test('one that exists is used, but not emitted, and DEPLOY.md looks for it once', () => {
  const chart = new Chart(Testing.app(), 'plain');
  for (const name of ['trainer', 'trainer', 'other']) {
    const identity = { ...IDENTITY, serviceAccountName: name, serviceAccountExists: true };
    expect(serviceAccountFor(chart, identity)).toBe(name);
  }
  expect(Testing.synth(chart)).toEqual([]);
  expect(guideSteps(chart).map(({ step }) => step)).toEqual(
    ['trainer', 'other'].map((name) => ({
      phase: 'standing',
      text: `Others make the service account \`${name}\` of namespace \`mnist\`. This fails until it is there:`,
      commands: [`kubectl -n mnist get serviceaccount/${name}`],
    })),
  );
});

test('pods have an account of their own, without a token, and one of an identity stands before them', () => {
  expect(ownServiceAccount('train')).toEqual({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'train' },
    automountServiceAccountToken: false,
  });
  const chart = new Chart(Testing.app(), 'plain');
  const first = new Construct(chart, 'first');
  serviceAccountFor(first, IDENTITY);
  expect(first.node.dependencies.map(({ node }) => node.id)).toEqual(['ServiceAccount-mnist-trainer-trainer']);
  expect(chart.node.dependencies).toEqual([]);
});

test('charts of one cluster share it', () => {
  const root = Testing.app();
  const charts = ['a', 'b'].map((id) => new ClusterChart(root, id, { cluster: GKE, namespace: 'mnist' }));
  for (const chart of charts) serviceAccountFor(chart, IDENTITY);
  const kinds = charts.flatMap((chart) => Testing.synth(chart)).map(({ kind }) => kind);
  expect(kinds).toEqual(['Namespace', 'ServiceAccount', 'ServiceAccount']);
});

test('an identity of the account that pods have without naming one is written on it', () => {
  const chart = new ClusterChart(Testing.app(), 'a', { cluster: GKE, namespace: 'mnist' });
  serviceAccountFor(chart, { ...IDENTITY, serviceAccountName: 'default' });
  const [, ...accounts]: unknown[] = Testing.synth(chart);
  const annotations = { 'iam.gke.io/gcp-service-account': IDENTITY.email };
  expect(accounts).toMatchObject([{ metadata: { name: 'default', annotations }, automountServiceAccountToken: false }]);
});

test('fails: two Google service accounts cannot be one Kubernetes service account', () => {
  const root = Testing.app();
  const chart = new ClusterChart(root, 'a', { cluster: GKE, namespace: 'mnist' });
  serviceAccountFor(chart, IDENTITY);
  serviceAccountFor(chart, { ...IDENTITY, email: 'other@acme-ml.iam.gserviceaccount.com' });
  expect(() => root.synthYaml()).toThrow('(duplicate-name)');
});
