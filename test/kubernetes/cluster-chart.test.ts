import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { RootConstruct } from 'constructs';
import type { ClusterFeature } from '../../lib/core/contracts/cluster';
import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { Operator } from '../../lib/operators/operator';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { manifestProblems } from '../conformance/manifest';
import { GKE, OTHER } from '../workload/pools';

function app() {
  return Testing.app();
}

function podSecurity(level: string) {
  return { 'pod-security.kubernetes.io/enforce': level, 'pod-security.kubernetes.io/warn': level };
}

function configMap(chart: Chart, id: string, name: string, namespace?: string): void {
  new k8s.KubeConfigMap(chart, id, { metadata: { name, namespace } });
}

describe('the namespace', () => {
  test('is emitted first, and once in an app, and pods that name no account get no token', () => {
    const root = app();
    const first = new ClusterChart(root, 'first', { cluster: GKE, namespace: 'mnist' });
    const second = new ClusterChart(root, 'second', { cluster: GKE, namespace: 'mnist' });
    configMap(first, 'config', 'a');
    expect(Testing.synth(first)).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'mnist', labels: podSecurity('restricted') },
      },
      {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'default', namespace: 'mnist' },
        automountServiceAccountToken: false,
      },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'mnist' } },
    ]);
    expect(Testing.synth(second)).toEqual([]);
  });

  test('is left to others on request', () => {
    const chart = new ClusterChart(app(), 'chart', { cluster: GKE, namespace: 'theirs', createNamespace: false });
    configMap(chart, 'config', 'a');
    expect(Testing.synth(chart)).toEqual([
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'theirs' } },
    ]);
  });

  test('is emitted again for another cluster, and in another app', () => {
    const root = app();
    new ClusterChart(root, 'first', { cluster: GKE, namespace: 'mnist' });
    const charts = [
      new ClusterChart(root, 'second', { cluster: OTHER, namespace: 'mnist' }),
      new ClusterChart(app(), 'first', { cluster: GKE, namespace: 'mnist' }),
    ];
    for (const chart of charts) expect(Testing.synth(chart)).toHaveLength(2);
  });

  test.each([undefined, 'default', 'kube-system', 'kube-public', 'kube-node-lease'])(
    '%s is in every cluster and not emitted',
    (namespace) => {
      expect(Testing.synth(new ClusterChart(app(), 'chart', { cluster: GKE, namespace }))).toEqual([]);
    },
  );

  test.each(['Mnist', 'a_b', '-a', 'a'.repeat(64)])('fails: %s cannot be one', (namespace) => {
    expect(() => new ClusterChart(app(), 'chart', { cluster: GKE, namespace })).toThrow('(name)');
  });
});

test('a namespace whose pods nobody reaches by default has one policy, which selects all of them', () => {
  const root = app();
  const props = { cluster: GKE, namespace: 'mnist', createNamespace: false, defaultDenyIngress: true };
  const charts = ['first', 'second'].map((id) => new ClusterChart(root, id, props));
  const policy = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'default-deny-ingress', namespace: 'mnist' },
    spec: { podSelector: {}, policyTypes: ['Ingress'] },
  };
  expect(charts.map((chart): unknown => Testing.synth(chart))).toEqual([[policy], []]);
  expect(manifestProblems(policy)).toEqual([]);
  expect(Testing.synth(new ClusterChart(app(), 'chart', { ...props, defaultDenyIngress: false }))).toEqual([]);
});

describe('a namespace whose pods reach little', () => {
  const props = { namespace: 'mnist', createNamespace: false, defaultDenyEgress: true };
  const rest = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' };

  test('reach each other, DNS, the metadata server and the private addresses of Google, by one policy', () => {
    const root = app();
    const charts = ['first', 'second'].map((id) => new ClusterChart(root, id, { ...props, cluster: GKE }));
    const [policy] = charts.map((chart): unknown[] => Testing.synth(chart)).flat();
    const block = (cidr: string) => ({ ipBlock: { cidr } });
    const tcp = (port: number) => ({ port, protocol: 'TCP' });
    expect(policy).toEqual({
      ...rest,
      metadata: { name: 'default-deny-egress', namespace: 'mnist' },
      spec: {
        podSelector: {},
        policyTypes: ['Egress'],
        egress: [
          { to: [{ podSelector: {} }] },
          {
            to: [
              {
                namespaceSelector: {
                  matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['kube-system'] }],
                },
              },
              block('169.254.169.254/32'),
              block('169.254.20.10/32'),
            ],
            ports: [{ port: 53, protocol: 'UDP' }, tcp(53)],
          },
          { to: [block('169.254.169.254/32')], ports: [tcp(80)] },
          { to: [block('169.254.169.252/32')], ports: [tcp(988)] },
          { to: [block('199.36.153.8/30'), block('199.36.153.4/30')], ports: [tcp(443)] },
        ],
      },
    });
    expect(manifestProblems(policy)).toEqual([]);
    expect(charts.flatMap((chart): unknown[] => Testing.synth(chart))).toHaveLength(1);
  });

  test('fails: a network whose names of Google lead elsewhere is advised against (egress-google)', () => {
    const codes = (features: ClusterFeature[]) => {
      const chart = new ClusterChart(app(), 'chart', { ...props, cluster: { ...GKE, features: new Set(features) } });
      return openAdvice(chart.node.root).map(({ advice }) => advice.code);
    };
    expect(codes(['gke'])).toContain('egress-google');
    expect(codes(['gke', 'privateGoogleApis'])).not.toContain('egress-google');
    expect(codes([])).not.toContain('egress-google');
  });

  test.each([
    ['to everywhere', [{}], false],
    ['to all addresses', [{ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }], false],
    ['to public addresses', [{ to: [{ ipBlock: { cidr: '142.250.0.0/15' } }] }], false],
    ['to the pods of a namespace', [{ to: [{ namespaceSelector: {} }] }], true],
    ['to the private network', [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }], true],
  ])('a policy of the program that lets pods out %s counts', (_, egress, isTold) => {
    const chart = new ClusterChart(app(), 'chart', { ...props, cluster: { ...GKE, features: new Set(['gke']) } });
    new ApiObject(chart, 'out', {
      ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'out' } },
      ...{ spec: { podSelector: {}, policyTypes: ['Egress'], egress } },
    });
    const codes = openAdvice(chart.node.root).map(({ advice }) => advice.code);
    expect(codes.includes('egress-google')).toBe(isTold);
  });
});

test('fails: a chart outside of a cdk8s app would be lost (chart-root)', () => {
  expect(() => new ClusterChart(new RootConstruct('stack'), 'chart', { cluster: GKE })).toThrow('(chart-root)');
});

test('fails: labels that Kubernetes does not take (label-form)', () => {
  const labels = { 'a b': 'c', d: '-x-' };
  const make = () => new ClusterChart(app(), 'chart', { cluster: GKE, labels });
  for (const text of ['a b', '-x-'])
    expect(make).toThrow(`"${text}" is not of the form that Kubernetes takes in labels`);
  expect(make).toThrow('(label-form)');
});

test('a construct finds the ClusterChart that it is in, and none in a plain chart', () => {
  const root = new App();
  const chart = new ClusterChart(root, 'chart', { cluster: GKE });
  configMap(chart, 'config', 'a');
  expect(ClusterChart.find(chart.node.findChild('config'))).toBe(chart);
  expect(ClusterChart.find(new Chart(root, 'plain'))).toBeUndefined();
});

test('fails: two objects that would overwrite each other are refused with duplicate-name', () => {
  const root = app();
  const first = new ClusterChart(root, 'first', { cluster: GKE, namespace: 'mnist' });
  const second = new ClusterChart(root, 'second', { cluster: GKE, namespace: 'mnist' });
  configMap(first, 'config', 'a');
  configMap(second, 'config', 'a');
  expect(() => root.synthYaml()).toThrow(
    '[first] first/config and second/config both are ConfigMap "a" of namespace "mnist" in cluster "main", and the second would overwrite the first: give one of them another id or name, or put it into a chart of another namespace (duplicate-name)',
  );
});

test('one name may stand in two namespaces, in two clusters and for two kinds', () => {
  const root = app();
  configMap(new ClusterChart(root, 'first', { cluster: GKE, namespace: 'mnist' }), 'config', 'a');
  const second = new ClusterChart(root, 'second', { cluster: GKE, namespace: 'other' });
  configMap(second, 'config', 'a');
  new k8s.KubeServiceAccount(second, 'account', { metadata: { name: 'a' } });
  configMap(new ClusterChart(root, 'third', { cluster: OTHER, namespace: 'mnist' }), 'config', 'a');
  expect(() => root.synthYaml()).not.toThrow();
});

test('fails: an operator without an installation is advice, once for its cluster', () => {
  const root = app();
  const operator = Operator.of({ name: 'mine', version: '1', serves: [] });
  const cluster = { ...GKE, operators: [operator, Operator.JOBSET] };
  for (const id of ['a', 'b']) new ClusterChart(root, id, { cluster });
  expect(openAdvice(root).map(({ advice }) => [advice.code, advice.message])).toEqual([
    ['operator-install', 'cluster "main" lists operator "mine", but nothing here installs it'],
  ]);
});

test('an operator that is installed elsewhere gives no advice', () => {
  const root = app();
  const operator = Operator.of({ name: 'mine', version: '1', serves: [] }).installedElsewhere('the platform team');
  new ClusterChart(root, 'a', { cluster: { ...GKE, operators: [operator] } });
  expect(openAdvice(root)).toEqual([]);
});
