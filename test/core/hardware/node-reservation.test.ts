import { expect, test } from 'vitest';
import { MachineType } from '../../../lib/core/hardware/machine-type';
import { memoryLeft, reservedCpu } from '../../../lib/core/hardware/node-reservation';

test('only shared cores of E2 lose more than half of themselves', () => {
  const reserved = (name: string, vcpu: number) => reservedCpu(MachineType.of(name), vcpu, 110);
  expect([reserved('e2-micro', 2), reserved('e2-standard-2', 2)]).toEqual([1060, 70]);
  expect([reserved('g1-small', 1), reserved('n1-standard-1', 1)]).toEqual([60, 60]);
});

test('up to 1000 MiB a machine keeps 255 MiB, and then a quarter', () => {
  const left = [600, 999, 1000, 1001].map((mebibytes) => memoryLeft(mebibytes, 'cos-amd64', false));
  expect(left).toEqual([209, 585, 586, 592]);
});
