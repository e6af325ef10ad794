import { App, TerraformStack, Testing } from 'cdktf';
import { Construct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../lib/core/stage';
import { State } from '../../lib/core/state';
import { contextOf, nameOf, placeOf, projectDomain } from '../../lib/infrastructure/deployment-context';
import { InfrastructureStack } from '../../lib/infrastructure/infrastructure-stack';
import { refusedFor, stackOf } from './synthesized';

const json = (stack: TerraformStack): unknown => JSON.parse(Testing.synth(stack));

describe('InfrastructureStack', () => {
  test('a stack has provider, labels and a local state from its stage', () => {
    expect(json(stackOf({ labels: { team: 'vision' } }))).toMatchObject({
      provider: { google: [{ project: 'acme-ml', region: 'us-east1', default_labels: { team: 'vision' } }] },
      terraform: { backend: { local: { path: '../../../state/mnist-dev.tfstate' } } },
    });
  });

  test('a stage with a bucket keeps the state there, under the prefix', () => {
    expect(json(stackOf({ state: State.bucket('acme-tfstate', 'ml') }))).toMatchObject({
      terraform: { backend: { gcs: { bucket: 'acme-tfstate', prefix: 'ml/mnist-dev' } } },
    });
  });

  test('a renamed stack keeps state and names with resourcePrefix', () => {
    const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1' });
    const stack = new InfrastructureStack(new App(), 'digits-dev', { stage, resourcePrefix: 'mnist-dev' });
    expect(json(stack)).toMatchObject({
      terraform: { backend: { local: { path: '../../../state/mnist-dev.tfstate' } } },
    });
    expect(nameOf(new Construct(stack, 'cluster'))).toBe('mnist-dev-cluster');
  });

  test('fails: a stage without project and region has no infrastructure', () => {
    const make = () => new InfrastructureStack(new App(), 'mnist', { stage: new Stage({ name: 'local' }) });
    expect(refusedFor(make)).toEqual(['stage-incomplete', 'stage-incomplete']);
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

  test('fails: what nobody says must be given, and the prop is named', () => {
    const construct = new Construct(new TerraformStack(new App(), 'plain'), 'x');
    expect(() => placeOf(construct, 'project')).toThrow(/no project is given.*set project.*\(place-unknown\)/);
    expect(() => placeOf(construct, 'location', '')).toThrow(/location is empty/);
  });

  test('the project of a domain is written the other way round in addresses', () => {
    expect(projectDomain('example.com:ml')).toBe('ml.example.com');
    expect(projectDomain('acme-ml')).toBe('acme-ml');
  });
});
