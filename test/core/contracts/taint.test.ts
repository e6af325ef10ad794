import { describe, expect, test } from 'vitest';
import { Taint } from '../../../lib/core/contracts/taint';

describe('a taint', () => {
  test('reads as kubectl writes it', () => {
    expect(String(Taint.GPU)).toBe('nvidia.com/gpu=present:NoSchedule');
    expect(String(Taint.QUEUED)).toBe('cloud.google.com/gke-queued=true:NoSchedule');
    expect(String(Taint.ARM)).toBe('kubernetes.io/arch=arm64:NoSchedule');
    expect(String(Taint.of('team/a', 'x', 'NoExecute'))).toBe('team/a=x:NoExecute');
  });

  test.each([
    ['key', () => Taint.of('a key', 'x'), '[Taint.of("a key", "x")] taint key "a key" is not of the form'],
    ['prefix', () => Taint.of(`${'x'.repeat(300)}/key`, 'x'), 'is not of the form that Kubernetes takes: '],
    ['value', () => Taint.of('key', 'x y'), '[Taint.of("key", "x y")] taint value "x y" is not of the form'],
  ])('fails: a %s that Kubernetes does not take', (_, make, message) => {
    expect(make).toThrow(message);
    expect(make).toThrow('(taint-form)');
  });

  test('fails: another value for the taint of GPU nodes', () => {
    const message = (given: string) =>
      `taint "nvidia.com/gpu" is ${given}, but GKE sets present:NoSchedule on GPU nodes and refuses a second one: leave the taint out: a GPU pool declares it by itself (gpu-taint)`;
    expect(() => Taint.of('nvidia.com/gpu', 'true')).toThrow(message('true:NoSchedule'));
    expect(() => Taint.of('nvidia.com/gpu', 'present', 'NoExecute')).toThrow(message('present:NoExecute'));
    expect(() => Taint.of('nvidia.com/gpu', 'present')).not.toThrow();
    expect(() => Taint.of('acme.com/gpu', 'true')).not.toThrow();
  });
});
