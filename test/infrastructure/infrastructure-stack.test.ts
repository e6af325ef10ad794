import { App as KubernetesApp, Chart } from 'cdk8s';
import { App, Lazy, TerraformOutput, TerraformStack, Testing } from 'cdktf';
import { Construct } from 'constructs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { Stage, type StageProps } from '../../lib/core/stage/stage';
import { TerraformState } from '../../lib/core/stage/terraform-state';
import { formatProblem } from '../../lib/core/problems/problem';
import { contextOf, nameOf, placeOf, placeProblems, projectDomain } from '../../lib/infrastructure/stack-context';
import { Bucket } from '../../lib/infrastructure/bucket';
import { ImageRepository } from '../../lib/infrastructure/image-repository';
import { InfrastructureStack } from '../../lib/infrastructure/infrastructure-stack';
import { Network } from '../../lib/infrastructure/network';
import { NodePool } from '../../lib/infrastructure/node-pool';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { refusedFor, stackOf } from './synthesized';

const json = (stack: TerraformStack): unknown => JSON.parse(Testing.synth(stack));

describe('InfrastructureStack', () => {
  test('a stack has provider, labels and a local state from its stage', () => {
    expect(json(stackOf({ labels: { team: 'vision', 'cost-center': '7' } }))).toMatchObject({
      provider: {
        google: [{ project: 'acme-ml', region: 'us-east1', default_labels: { team: 'vision', 'cost-center': '7' } }],
      },
      terraform: { backend: { local: { path: '../../../state/mnist-dev.tfstate' } } },
    });
  });

  test('a stage with a bucket keeps the state there, under the prefix', () => {
    expect(json(stackOf({ state: TerraformState.bucket('acme-tfstate', 'ml') }))).toMatchObject({
      terraform: { backend: { gcs: { bucket: 'acme-tfstate', prefix: 'ml/mnist-dev' } } },
    });
  });

  test('fails: a protected stage whose state is on one machine is advised against with state-local, once', () => {
    const adviceOf = (props: Partial<StageProps>) => {
      const app = new App();
      const stage = new Stage({ name: 'prod', project: 'acme-ml', region: 'us-east1', ...props });
      for (const id of ['digits-prod', 'digits-prod-operators']) new InfrastructureStack(app, id, { stage });
      return openAdvice(app).map(({ advice }) => advice.code);
    };
    expect(adviceOf({ protected: true })).toEqual(['state-local']);
    expect(adviceOf({ protected: true, state: TerraformState.bucket('acme-state') })).toEqual([]);
    expect(adviceOf({})).toEqual([]);
  });

  test('a renamed stack keeps state and names with resourcePrefix', () => {
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1' });
    const stack = new InfrastructureStack(new App(), 'digits-dev', { stage, resourcePrefix: 'mnist-dev' });
    expect(json(stack)).toMatchObject({
      terraform: { backend: { local: { path: '../../../state/mnist-dev.tfstate' } } },
    });
    expect(nameOf(new Construct(stack, 'cluster'))).toBe('mnist-dev-cluster');
  });

  test('fails: state-shared where two stacks keep one state, which names both', () => {
    const app = new App();
    const stage = (folder: string) =>
      new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1', state: TerraformState.file(folder) });
    new InfrastructureStack(app, 'a', { stage: stage('state') });
    const second = new InfrastructureStack(app, 'b', { stage: stage('state'), resourcePrefix: 'a' });
    const third = new InfrastructureStack(app, 'c', { stage: stage('other'), resourcePrefix: 'a' });
    expect(second.node.validate()).toEqual([
      expect.stringMatching(/stacks "a" and "b" keep their state .*another resourcePrefix.*\(state-shared\)$/),
    ]);
    expect(third.node.validate()).toEqual([]);
  });

  test('stacks of one bucket have a folder each', () => {
    const app = new App();
    const state = TerraformState.bucket('acme-tfstate');
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1', state });
    const stacks = ['a', 'b'].map((id) => new InfrastructureStack(app, id, { stage }));
    expect(stacks.flatMap((stack) => stack.node.validate())).toEqual([]);
  });

  test.each(['', 'Mnist', '1st', '../x', 'a'.repeat(62)])('fails: resources cannot be named after "%s"', (prefix) => {
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1' });
    const make = () => new InfrastructureStack(new App(), 'mnist', { stage, resourcePrefix: prefix });
    expect(refusedFor(make)).toEqual(['name']);
  });

  test('fails: a stage without project and region has no infrastructure', () => {
    const make = () => new InfrastructureStack(new App(), 'mnist', { stage: new Stage({ name: 'local' }) });
    expect(refusedFor(make)).toEqual(['stage-incomplete', 'stage-incomplete']);
  });
});

describe('synthesis', () => {
  /** How often a value of the first of some stacks is resolved. */
  const resolutions = (stacks: number) => {
    const produce = vi.fn(() => 'value');
    const app = new App({ outdir: mkdtempSync(join(tmpdir(), 'stacks-')) });
    onTestFinished(() => {
      rmSync(app.outdir, { recursive: true });
    });
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1' });
    const [first] = Array.from({ length: stacks }, (_, index) => new InfrastructureStack(app, `s${index}`, { stage }));
    if (first) new TerraformOutput(first, 'answer', { value: Lazy.stringValue({ produce }) });
    app.synth();
    return produce.mock.calls.length;
  };

  test('the values of a stack are resolved once, and twice where another stack may use them', () => {
    expect(resolutions(1)).toBe(1);
    expect(resolutions(2)).toBe(2);
  });

  test('a resource that a value adds when it is resolved is rendered', () => {
    const stack = stackOf();
    const produce = () => {
      if (!stack.node.tryFindChild('late')) new TerraformOutput(stack, 'late', { value: 'added' });
      return 'value';
    };
    new TerraformOutput(stack, 'answer', { value: Lazy.stringValue({ produce }) });
    stack.prepareStack();
    expect(json(stack)).toMatchObject({ output: { answer: { value: 'value' }, late: { value: 'added' } } });
  });
});

describe('contextOf', () => {
  test('below an InfrastructureStack it is the stage’s', () => {
    const construct = new Construct(stackOf({ protected: true, labels: { team: 'vision' } }), 'x');
    expect(contextOf(construct)).toEqual({
      prefix: 'mnist-dev',
      project: 'acme-ml',
      region: 'us-east1',
      labels: { team: 'vision' },
      protected: true,
    });
  });

  test('below a plain TerraformStack only the prefix is known', () => {
    const construct = new Construct(new TerraformStack(new App(), 'plain'), 'x');
    expect(contextOf(construct)).toEqual({ prefix: 'plain', labels: {}, protected: false });
    expect(placeOf(construct, 'project', 'acme-ml')).toBe('acme-ml');
  });

  test.each([
    ['a chart', () => new Chart(new KubernetesApp(), 'chart')],
    ['an app of charts', () => new KubernetesApp()],
    ['an app of stacks', () => new App()],
  ])('fails: no-stack for a construct in %s', (_, scope) => {
    const cluster = { clusterName: 'shared', location: 'us-east1-c' };
    expect(refusedFor(() => new Bucket(scope(), 'data'))).toEqual(['no-stack']);
    expect(refusedFor(() => new TrainingCluster(scope(), 'c', { location: 'us-east1-c' }))).toEqual(['no-stack']);
    expect(refusedFor(() => new Network(scope(), 'n'))).toEqual(['no-stack']);
    expect(refusedFor(() => new ImageRepository(scope(), 'i'))).toEqual(['no-stack']);
    expect(refusedFor(() => new NodePool(scope(), 'p', { cluster }))).toEqual(['no-stack']);
    expect(refusedFor(() => new WorkloadIdentity(scope(), 'w', { cluster, namespace: 'n' }))).toEqual(['no-stack']);
  });

  test('fails: without a stage a place must be given, and the message names the prop', () => {
    const construct = new Construct(new TerraformStack(new App(), 'plain'), 'x');
    const problemsOf = (property: 'project' | 'location', given?: string) =>
      [...placeProblems(construct, property, given)].map(formatProblem).join();
    expect(problemsOf('project')).toMatch(/no project is given.*set project.*\(place-unknown\)/);
    expect(problemsOf('location', '')).toMatch(/location is empty/);
    expect(refusedFor(() => new Bucket(construct, 'b', { storageClass: 'NEARLINE', location: 'us-east1-c' }))).toEqual([
      'place-unknown',
      'bucket-location',
    ]);
    expect(refusedFor(() => new Network(construct, 'n', { podRange: 'x' }))).toEqual([
      'place-unknown',
      'place-unknown',
      'cidr',
    ]);
  });

  test('the project of a domain is written the other way round in addresses', () => {
    expect(projectDomain('example.com:ml')).toBe('ml.example.com');
    expect(projectDomain('acme-ml')).toBe('acme-ml');
  });
});
