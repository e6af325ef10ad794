import { describe, expect, test } from 'vitest';
import { Taint } from '../../../lib/core/contracts/taint';

describe('a taint', () => {
  test('reads as kubectl writes it', () => {
    expect(String(Taint.GPU)).toBe('nvidia.com/gpu=present:NoSchedule');
    expect(String(Taint.ARM)).toBe('kubernetes.io/arch=arm64:NoSchedule');
    expect(String(Taint.of('team/a', 'x', 'NoExecute'))).toBe('team/a=x:NoExecute');
  });

  test.each([
    ['key', () => Taint.of('a key', 'x')],
    ['prefix', () => Taint.of(`${'x'.repeat(300)}/key`, 'x')],
    ['value', () => Taint.of('key', 'x y')],
  ])('fails: a %s that Kubernetes does not take', (_, make) => {
    expect(make).toThrow('(taint-form)');
  });

  test('fails: another value for the taint of GPU nodes', () => {
    expect(() => Taint.of('nvidia.com/gpu', 'true')).toThrow('(gpu-taint)');
    expect(() => Taint.of('nvidia.com/gpu', 'present')).not.toThrow();
  });
});
