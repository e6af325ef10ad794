import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { sidecarRequests, sumOf } from '../../../lib/pods/containers/sidecar';

test('a sidecar asks for little, or for what it is given, in whole thousandths of a CPU', () => {
  expect(sidecarRequests()).toEqual({ cpuMillis: 100, memory: Size.mebibytes(128) });
  expect(sidecarRequests({ cpus: 0.0015, memory: Size.gibibytes(1) })).toEqual({
    cpuMillis: 2,
    memory: Size.gibibytes(1),
  });
});

test('several ask for their sum', () => {
  expect(sumOf([])).toEqual({ cpuMillis: 0, memory: Size.mebibytes(0), ephemeralStorage: undefined });
  const bucket = { cpuMillis: 250, memory: Size.mebibytes(256), ephemeralStorage: Size.gibibytes(5) };
  const sum = sumOf([sidecarRequests(), bucket]);
  expect(sum.cpuMillis).toBe(350);
  expect(sum.memory.toMebibytes()).toBe(384);
  expect(sum.ephemeralStorage?.toGibibytes()).toBe(5);
});
