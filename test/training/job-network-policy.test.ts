import { expect, test } from 'vitest';
import { networkPolicyOf } from '../../lib/training/job-network-policy';
import { manifestProblems } from '../conformance/manifest';
import { jobOf, STRATEGIES } from './jobs';

const own = { podSelector: { matchLabels: { 'trainyard/workload': 'mnist' } } };

test("only the job's own pods reach its pods", () => {
  const policy = networkPolicyOf(jobOf({ strategy: STRATEGIES['parameter server'] }));
  expect(policy).toEqual({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'mnist' },
    spec: { ...own, policyTypes: ['Ingress'], ingress: [{ from: [own] }] },
  });
  expect(manifestProblems(policy)).toEqual([]);
});

test('others reach them where the program lets them', () => {
  const dashboard = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } };
  const office = { ipBlock: { cidr: '10.0.0.0/8' } };
  const { spec } = networkPolicyOf(jobOf({ reachableFrom: [dashboard, office] }));
  expect(spec).toMatchObject({ ingress: [{ from: [own, dashboard, office] }] });
});
