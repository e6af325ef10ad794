import { Lazy, TerraformOutput } from 'cdktf';
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { Operator } from '../../lib/operators/operator';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { Bucket } from '../../lib/infrastructure/bucket';
import { withoutCreationStacks } from '../../lib/infrastructure/creation-stacks';
import { ImageRepository } from '../../lib/infrastructure/image-repository';
import { OperatorReleases } from '../../lib/infrastructure/operators/operator-releases';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { clusterOf } from './clusters';
import { stackOf, twoStacks } from './synthesized';

type Recorder = Record<string, () => string[]>;

const recorder = createRequire(__filename)('cdktf/lib/tokens/private/stack-trace') as Recorder;

/** What each function of the engine records; cdktn has one more. */
function recorded(): string[] {
  return [...new Set(Object.values(recorder).flatMap((record) => record()))];
}

/** The recorder as the engine has it; that of the test runner records nothing. */
function withRecorder(run: () => void, record = () => ['here']): void {
  const mine = { ...recorder };
  for (const name of Object.keys(mine)) recorder[name] = record;
  try {
    run();
  } finally {
    Object.assign(recorder, mine);
  }
}

test('no stacks are recorded meanwhile, and they are again afterwards, also after an error', () => {
  withRecorder(() => {
    expect(withoutCreationStacks(recorded)).toEqual([]);
    expect(recorded()).toEqual(['here']);
    const fail = () => {
      throw new Error('broken');
    };
    expect(() => withoutCreationStacks(fail)).toThrow('broken');
    expect(recorded()).toEqual(['here']);
  });
});

test('the values of this library’s resources record no stacks', () => {
  const record = vi.fn(() => ['here']);
  withRecorder(() => {
    const { infra: stack, appl } = twoStacks();
    const cluster = clusterOf({ operators: [Operator.KUEUE.byHelm(), Operator.KEDA] }, stack);
    new OperatorReleases(appl, 'operators', { cluster });
    cluster.addGpuPool('pool', { accelerators: Accelerator.L4.times(1) });
    const identity = new WorkloadIdentity(stack, 'identity', { cluster, namespace: 'n' });
    new Bucket(stack, 'bucket').grantRead(identity);
    new ImageRepository(stack, 'images').grantPull(identity);
    withoutCreationStacks((): unknown => stack.toTerraform());
  }, record);
  expect(record).not.toHaveBeenCalled();
});

test('a value of the program that cannot be resolved still tells where it was made', () => {
  withRecorder(() => {
    const stack = stackOf();
    const fail = () => {
      throw new Error('broken');
    };
    new TerraformOutput(stack, 'answer', { value: Lazy.stringValue({ produce: fail }) });
    expect(() => withoutCreationStacks((): unknown => stack.toTerraform())).toThrow(
      /broken\.\nObject creation stack:\n {2}at here/,
    );
  });
});
