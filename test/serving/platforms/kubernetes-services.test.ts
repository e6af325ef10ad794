import { expect, test } from 'vitest';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import { objectsOf, serving } from '../servings';

function objects(exposure?: Exposure): Record<string, unknown> {
  return objectsOf(serving({ exposure }));
}

test('a Service has all ports of a server', () => {
  expect(objects()).toMatchObject({
    'Service mnist': {
      spec: {
        ports: [
          { name: 'grpc', port: 8500 },
          { name: 'http', port: 8501 },
        ],
      },
    },
  });
});

test('an external load balancer leads to the guard, for its ranges alone', () => {
  const given = objects(Exposure.externalLoadBalancer({ sourceRanges: ['203.0.113.0/24'], address: '198.51.100.7' }));
  expect(given['Service mnist-outside']).toEqual({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'mnist-outside',
      namespace: 'serving',
      annotations: { 'cloud.google.com/l4-rbs': 'enabled' },
      labels: { 'app.kubernetes.io/name': 'mnist' },
    },
    spec: {
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      loadBalancerIP: '198.51.100.7',
      loadBalancerSourceRanges: ['203.0.113.0/24'],
      selector: { 'trainyard/workload': 'mnist' },
      ports: [{ name: 'grpc', port: 8500, targetPort: 10000, appProtocol: 'grpc' }],
    },
  });
});

test('an internal load balancer is one by its annotation, and may lead to ports without a guard', () => {
  const given = objects(Exposure.internalLoadBalancer({ ports: ['http'] }));
  expect(given['Service mnist-outside']).toMatchObject({
    metadata: { annotations: { 'networking.gke.io/load-balancer-type': 'Internal' } },
    spec: { ports: [{ port: 8501, targetPort: 'http' }] },
  });
});
