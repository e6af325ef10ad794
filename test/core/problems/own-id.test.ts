import { App as KubernetesApp } from 'cdk8s';
import { App } from 'cdktf';
import { Construct, RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { ownId } from '../../../lib/core/problems/own-id';
import {
  Bucket,
  ClusterChart,
  InfrastructureStack,
  LocalCluster,
  Network,
  Stage,
  TrainingCluster,
} from '../../../lib/index';
import { messageOf, refusedFor, stackOf } from '../../infrastructure/synthesized';

describe('the id of a new construct', () => {
  test('fails: another child has it, and the message has one that is free (id-taken)', () => {
    const scope = new Construct(new RootConstruct(), 'training');
    for (const id of ['digits', 'digits-2']) new Construct(scope, id);
    expect(ownId(scope, 'others')).toBe('others');
    expect(messageOf(() => ownId(scope, 'digits'))).toBe(
      '[training] "training" already has a child with the id "digits": use another id, such as "digits-3" (id-taken)',
    );
  });

  test('fails: it is empty, or there is no scope (missing)', () => {
    expect(refusedFor(() => ownId(new RootConstruct(), ''))).toEqual(['missing']);
    expect(refusedFor(() => ownId(undefined as never, 'a'))).toEqual(['missing']);
    expect(refusedFor(() => ownId(new RootConstruct(), 1 as never))).toEqual(['wrong-type']);
  });

  test('fails: each of our constructs says so', () => {
    const stack = stackOf();
    const app = new App();
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1' });
    const charts = new KubernetesApp();
    const cluster = LocalCluster.kind();
    const makers = [
      () => new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' }),
      () => new Network(stack, 'network'),
      () => new Bucket(stack, 'data'),
      () => new InfrastructureStack(app, 'lab-dev', { stage }),
      () => new ClusterChart(charts, 'training', { cluster, namespace: 'digits' }),
    ];
    for (const make of makers) {
      make();
      expect(refusedFor(make)).toEqual(['id-taken']);
    }
  });
});
