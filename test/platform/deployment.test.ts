import { describe, expect, test } from 'vitest';
import { Bucket, Operator, OperatorReleases, Stage, TrainingCluster } from '../../lib/index';
import { DEV, output } from './programs';

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

  test.each([
    ['Operators', '"Operators" cannot stand in the name of a stack: use up to 20 lower-case letters'],
    ['', '"" cannot stand in the name of a stack'],
    ['a-stack-of-21-letters', '"a-stack-of-21-letters" cannot stand in the name of a stack'],
    ['taken', '"digits-dev-taken" is the name of another stack already: use another id'],
  ])('fails: its id %j is refused with stack-id', (id, message) => {
    const platform = output().platform();
    const other = new Stage({ name: 'dev-taken', project: 'acme-ml-dev', region: 'us-east1' });
    expect(platform.stage(other, 'digits').stack.node.path).toBe('digits-dev-taken');
    const deployment = platform.stage(DEV, 'digits');
    expect(() => deployment.addStack(id)).toThrow(`[digits-dev.addStack] ${message}`);
    expect(() => deployment.addStack(id)).toThrow('(stack-id)');
  });
});
