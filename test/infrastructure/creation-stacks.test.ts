import { Lazy, TerraformOutput } from 'cdktf';
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { Bucket } from '../../lib/infrastructure/bucket';
import { withoutCreationStacks } from '../../lib/infrastructure/creation-stacks';
import { clusterOf } from './clusters';
import { stackOf } from './synthesized';

const recorder: unknown = createRequire(__filename)('cdktf/lib/tokens/private/stack-trace');

function recorded(): unknown {
  const record: unknown = Reflect.get(Object(recorder), 'captureStackTrace');
  return typeof record === 'function' ? Reflect.apply(record, undefined, []) : undefined;
}

/** The recorder as the engine has it; that of the test runner records nothing. */
function withRecorder(run: () => void, record = () => ['here']): void {
  const mine = Reflect.get(Object(recorder), 'captureStackTrace');
  Reflect.set(Object(recorder), 'captureStackTrace', record);
  try {
    run();
  } finally {
    Reflect.set(Object(recorder), 'captureStackTrace', mine);
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

test('the values of this library’s resources record no stacks, however many resources there are', () => {
  const stacksOf = (pools: number) => {
    const record = vi.fn(() => ['here']);
    withRecorder(() => {
      const stack = stackOf();
      const cluster = clusterOf({}, stack);
      for (let index = 0; index < pools; index++) {
        cluster.addGpuPool(`pool-${index}`, { accelerators: Accelerator.L4.times(1) });
        new Bucket(stack, `bucket-${index}`);
      }
      withoutCreationStacks(() => stack.toTerraform());
    }, record);
    return record.mock.calls.length;
  };
  // Those of references, such as the network's in the cluster.
  expect(stacksOf(0)).toBeLessThan(20);
  expect(stacksOf(30)).toBe(stacksOf(0));
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
