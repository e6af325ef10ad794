import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withoutCreationStacks } from '../../lib/infrastructure/creation-stacks';

const recorder: unknown = createRequire(__filename)('cdktf/lib/tokens/private/stack-trace');

function recorded(): unknown {
  const record: unknown = Reflect.get(Object(recorder), 'captureStackTrace');
  return typeof record === 'function' ? Reflect.apply(record, undefined, []) : undefined;
}

/** The recorder as the engine has it; that of the test runner records nothing. */
function withRecorder(run: () => void): void {
  const mine = Reflect.get(Object(recorder), 'captureStackTrace');
  Reflect.set(Object(recorder), 'captureStackTrace', () => ['here']);
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
