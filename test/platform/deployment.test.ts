import { describe, expect, test } from 'vitest';
import { Bucket, Network, Operator, OperatorReleases, Stage, TrainingCluster } from '../../lib/index';
import type { Json } from '../invariants/rendering';
import { cluster, configMap, DEV, LOCAL, output } from './programs';

describe('a further stack', () => {
  test('has the stage of its deployment, and a state and names of its own', () => {
    const out = output();
    const platform = out.platform();
    const deployment = platform.stage(DEV, 'digits', { resourcePrefix: 'mnist-dev' });
    const { stage, resourcePrefix, node } = deployment.addStack('operators');
    expect([stage, resourcePrefix, node.path]).toEqual([DEV, 'mnist-dev-operators', 'digits-dev-operators']);
    new Bucket(deployment.addStack('operators'), 'logs');
    platform.synth();
    const { terraform } = JSON.parse(out.contents()['cdktf.out/stacks/digits-dev-operators/cdk.tf.json'] ?? '');
    expect(terraform.backend.local.path).toMatch(/\/state\/mnist-dev-operators\.tfstate$/);
  });

  test('comes after the stack that it needs something of, whichever was made first', () => {
    const deployment = output().platform().stage(DEV, 'digits');
    const later = deployment.addStack('operators');
    const operators = [Operator.KUEUE.byHelm()];
    const cluster = new TrainingCluster(deployment.stack, 'cluster', { location: 'us-east1-c', operators });
    new OperatorReleases(later, 'operators', { cluster });
    expect(deployment.existingStacks).toEqual([deployment.stack, later]);
  });

  test('comes before the stack that needs it, whatever was made between the two', () => {
    const platform = output().platform();
    const deployment = platform.stage(DEV, 'digits');
    const { stack } = deployment;
    new Bucket(deployment.addStack('logs'), 'logs');
    const network = new Network(deployment.addStack('network'), 'network');
    new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', network });
    platform.synth();
    const names = deployment.existingStacks.map(({ node }) => node.id);
    expect(names.indexOf('digits-dev-network')).toBeLessThan(names.indexOf('digits-dev'));
  });

  test.each([
    ['Operators', '"Operators" cannot be part of the name of a stack: use up to 20 lower-case letters'],
    ['', '"" cannot be part of the name of a stack'],
    ['a-stack-of-21-letters', '"a-stack-of-21-letters" cannot be part of the name of a stack'],
  ])('fails: its id %j is refused with stack-id', (id, message) => {
    const deployment = output().platform().stage(DEV, 'digits');
    expect(() => deployment.addStack(id)).toThrow(new RegExp(`^\\[digits-dev[^\\]]*\\] ${message}.*\\(stack-id\\)$`));
  });

  test('fails: an id that leaves no room in the names of resources (stack-id)', () => {
    const deployment = output()
      .platform()
      .stage(DEV, 'digits', { resourcePrefix: 'x'.repeat(55) });
    expect(() => deployment.addStack('operators')).toThrow(
      /^\[digits-dev.addStack\] the names of its resources begin with "x{55}-operators" of 65 characters, but at most 61 are allowed: use a shorter id, or give platform.stage a resourcePrefix of up to 51 characters \(stack-id\)$/,
    );
  });
});

describe('platform.stage', () => {
  test('gives the two roots, named after application and stage', () => {
    const { stack, kubernetes, name, stage } = output().platform().stage(DEV, 'mnist');
    expect([name, stage, stack.node.path, kubernetes.node.path]).toEqual(['mnist-dev', DEV, 'mnist-dev', '']);
  });

  test('names the roots after the stage alone where there is no application', () => {
    expect(output().platform().stage(DEV).name).toBe('dev');
  });

  test('makes a stack only when one is asked for', () => {
    const out = output();
    const platform = out.platform();
    configMap(platform.stage(LOCAL), {});
    platform.synth();
    expect(Object.keys(out.contents())).toEqual([
      'cdktf.out/manifest.json',
      'dist/local/DEPLOY.md',
      'dist/local/standing/00-settings.k8s.yaml',
    ]);
  });

  test('names the state and the resources after the resource prefix, and the stack after the application', () => {
    const out = output();
    const platform = out.platform();
    cluster(platform.stage(DEV, 'digits', { resourcePrefix: 'mnist-dev' }));
    platform.synth();
    const text = out.contents()['cdktf.out/stacks/digits-dev/cdk.tf.json'] ?? '';
    const stack = JSON.parse(text);
    expect(stack.terraform.backend.local.path).toBe('../../../state/mnist-dev.tfstate');
    expect(Object.values<Json>(stack.resource.google_container_cluster)[0]?.name).toBe('mnist-dev-cluster');
  });

  test('fails: one deployment cannot be asked for twice (stage-twice)', () => {
    const platform = output().platform();
    platform.stage(DEV, 'mnist');
    expect(() => platform.stage(DEV, 'mnist')).toThrow(
      '[platform.stage("dev", "mnist")] "mnist-dev" is asked for twice: keep the Deployment of the first call, or name the application (stage-twice)',
    );
  });

  test('fails: a stage without application cannot be asked for twice (stage-twice)', () => {
    const platform = output().platform();
    platform.stage(DEV);
    expect(() => platform.stage(DEV)).toThrow('[platform.stage("dev")] "dev" is asked for twice');
  });

  test('fails: two applications and stages cannot come to one name (stage-twice)', () => {
    const platform = output().platform();
    platform.stage(new Stage({ name: 'b-c' }), 'a');
    expect(() => platform.stage(new Stage({ name: 'c' }), 'a-b')).toThrow('"a-b-c" is asked for twice');
  });

  test.each([
    ['project', new Stage({ name: 'x', region: 'us-east1' })],
    ['region', new Stage({ name: 'x', project: 'acme-ml' })],
  ])('fails: a stack is refused where the stage has no %s (stage-incomplete)', (property, stage) => {
    const deployment = output().platform().stage(stage);
    expect(() => deployment.stack).toThrow(
      new RegExp(
        `stage "x" has no ${property}, but its stack needs one: give the stage a ${property}, .*\\(stage-incomplete\\)`,
      ),
    );
  });

  test.each(['', 'My App', '../x', 'a/b', 'x'.repeat(41), 'a-', 'ä'])(
    'fails: %j cannot be the name of an application (application-name)',
    (application) => {
      expect(() => output().platform().stage(DEV, application)).toThrow(
        `application ${JSON.stringify(application)} cannot be part of the names of stacks and folders: use up to 40`,
      );
    },
  );
});
