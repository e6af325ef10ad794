import { App as KubernetesApp } from 'cdk8s';
import { App } from 'cdktf';
import { Construct, RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { collectingProblems, type ProblemAt } from '../../../lib/core/problems/errors';
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

  test('fails: another child of the app has it (id-taken)', () => {
    const app = new RootConstruct();
    new Construct(app, 'a');
    expect(messageOf(() => ownId(app, 'a'))).toContain('the app already has a child with the id "a"');
  });

  test('fails: it is empty (id-empty)', () => {
    expect(messageOf(() => ownId(stackOf(), ''))).toContain('the id is "": give an id, such as "main" (id-empty)');
    expect(refusedFor(() => new Bucket(stackOf(), ''))).toEqual(['id-empty']);
  });

  test('goes on with a free id in a run that collects problems', () => {
    const app = new RootConstruct();
    for (const id of ['a', 'unnamed-2']) new Construct(app, id);
    const problems: ProblemAt[] = [];
    collectingProblems(problems, () => {
      expect([ownId(app, 'a'), ownId(app, '')]).toEqual(['a-2', 'unnamed-3']);
    });
    expect(problems.map(({ property, code }) => [property, code])).toEqual([
      ['id', 'id-taken'],
      ['id', 'id-empty'],
    ]);
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
