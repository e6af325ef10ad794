import { countProblems } from '../../core/hardware/accelerator-problems';
import type { AcceleratorCount } from '../../core/hardware/accelerator';
import type { MachineLimit } from '../../core/hardware/catalog/machine-types';
import { machinesFor, type MachineType } from '../../core/hardware/machine-type';
import type { Problem } from '../../core/problems/problem';
import { oneOf } from '../../core/problems/one-of';

/**
 * What keeps a machine type from carrying the accelerators. Nothing is said of a machine type
 * that the catalogue does not know.
 *
 * @param zones some zones have limits of their own. @default - the limits that hold everywhere
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus
 */
export function hostProblems(
  machineType: MachineType,
  accelerators: AcceleratorCount,
  zones: readonly string[] = [],
): Problem[] {
  if (!machineType.known) return [];
  if (machineType.gpu) return bundledProblems(machineType, accelerators);
  const { accelerator } = accelerators;
  if (machineType.family !== 'n1' || accelerator.attach === 'machine') {
    const attaches =
      accelerator.attach === 'machine' ? `${accelerator.type} is not attached to it` : 'no GPU can be attached to it';
    return [
      {
        code: 'gpu-machine-family',
        property: 'machineType',
        message: `${machineType.name} has no GPU of its own, and ${attaches}`,
        fix: useOneOf(accelerators),
      },
    ];
  }
  if (machineType.sharedCore) {
    return [
      {
        code: 'gpu-shared-core',
        property: 'machineType',
        message: `no GPU can be attached to ${machineType.name}, which shares its core`,
        fix: useOneOf(accelerators),
      },
    ];
  }
  const count = [...countProblems(accelerators)];
  return count.length > 0 ? count : tooLargeProblems(machineType, accelerators, zones);
}

/**
 * What is wrong with a number of local SSDs on a machine type.
 *
 * @param count 0: none are asked for beyond those that the machine comes with
 */
export function localSsdProblems(machineType: MachineType, count: number): Problem[] {
  const { localSsd, name } = machineType;
  if (!localSsd || count === 0 || localSsd.counts.includes(count)) return [];
  const problem = { code: 'local-ssd-count', property: 'localSsd' };
  if (localSsd.mode === 'none')
    return [{ ...problem, message: `${name} takes no local SSD, not ${count}`, fix: 'leave localSsd out' }];
  if (localSsd.mode === 'bundled') {
    return [
      {
        ...problem,
        message: `${name} comes with ${ssds(localSsd.counts[0] ?? 0)}, not ${count}`,
        fix: `use a localSsd count of ${oneOf(localSsd.counts)}, or leave it out`,
      },
    ];
  }
  return [
    {
      ...problem,
      message: `${name} cannot have ${ssds(count)}`,
      fix: `use a localSsd count of ${oneOf(localSsd.counts)}, or leave it out`,
    },
  ];
}

/** What is wrong with a type of boot disk on a machine type, or on whatever machine carries the accelerators. */
export function bootDiskProblems(host: MachineType | AcceleratorCount, diskType: string): Problem[] {
  const taken = 'accelerator' in host ? host.accelerator.bootDiskTypes : host.bootDiskTypes;
  if (!taken || taken.includes(diskType)) return [];
  const name = 'accelerator' in host ? `a machine with ${host.accelerator.type}` : host.name;
  return [
    {
      code: 'boot-disk-type',
      property: 'bootDisk',
      message: `${name} does not boot from ${diskType}`,
      fix: `use ${oneOf(taken)}`,
    },
  ];
}

function bundledProblems(machineType: MachineType, accelerators: AcceleratorCount): Problem[] {
  const { gpu, name } = machineType;
  const { accelerator, count } = accelerators;
  if (!gpu || (gpu.type === accelerator.type && gpu.count === count)) return [];
  return [
    {
      code: 'gpu-machine-mismatch',
      property: 'machineType',
      message: `${name} comes with ${gpu.fraction === undefined ? '' : `${gpu.fraction} of a GPU, counted as `}${gpu.count} × ${gpu.type}, not ${count} × ${accelerator.type}`,
      fix:
        gpu.type === accelerator.type ? `ask for ${gpu.count}, or ${useOneOf(accelerators)}` : useOneOf(accelerators),
    },
  ];
}

function tooLargeProblems(
  machineType: MachineType,
  accelerators: AcceleratorCount,
  zones: readonly string[],
): Problem[] {
  const limit = lowestLimit(accelerators, zones);
  const { vcpu, memory } = machineType;
  if (!limit || vcpu === undefined || memory === undefined) return [];
  const memoryMib = memory.toMebibytes();
  if (vcpu <= limit.vcpu && memoryMib <= limit.memoryMib) return [];
  const { accelerator, count } = accelerators;
  const roomier = (accelerator.counts ?? []).find((more) => {
    const other = lowestLimit({ accelerator, count: more }, zones);
    return more > count && other && vcpu <= other.vcpu && memoryMib <= other.memoryMib;
  });
  return [
    {
      code: 'gpu-machine-too-large',
      property: 'machineType',
      message: `${machineType.name} has ${vcpu} vCPU and ${inGib(memoryMib)} of memory, but N1 with ${count} × ${accelerator.type} has at most ${limit.vcpu} vCPU and ${inGib(limit.memoryMib)}`,
      fix: `${useLargest(limit)}${roomier === undefined ? '' : `, or ask for ${roomier} × ${accelerator.type}`}`,
    },
  ];

  function useLargest({ vcpu: most, memoryMib: mostMemory }: MachineLimit): string {
    const fitting = machinesFor(accelerators).filter(
      (machine) => machine.vcpu <= most && machine.memoryMib <= mostMemory,
    );
    const largest = fitting[fitting.length - 1];
    return largest ? `use ${largest.name} or a smaller machine` : 'use a smaller machine';
  }
}

function lowestLimit(
  { accelerator, count }: Pick<AcceleratorCount, 'accelerator' | 'count'>,
  zones: readonly string[],
): MachineLimit | undefined {
  const limits = (zones.length > 0 ? zones : [undefined]).map((zone) => accelerator.n1Limit(count, zone));
  return limits.reduce((a, b) =>
    a && b ? { vcpu: Math.min(a.vcpu, b.vcpu), memoryMib: Math.min(a.memoryMib, b.memoryMib) } : (a ?? b),
  );
}

/** At most so many machine types are named in a message. */
const NAMED = 6;

function useOneOf(accelerators: AcceleratorCount): string {
  const { accelerator, count } = accelerators;
  const what = `${count} × ${accelerator.type}`;
  if (accelerator.attach === 'n1') {
    const names = machinesFor(accelerators).map((machine) => machine.name);
    return `attach ${what} to an N1 machine such as ${oneOf(names.filter((name) => name.startsWith('n1-standard-')).slice(-2))}`;
  }
  const names = machinesFor(accelerators).map((machine) => machine.name);
  if (names.length > 0)
    return `use ${oneOf(names.slice(0, NAMED))}, which ${names.length > 1 ? 'have' : 'has'} ${what}`;
  const counts = (accelerator.counts ?? []).filter((other) => other !== count);
  return counts.length > 0
    ? `ask for ${oneOf(counts)} × ${accelerator.type}`
    : `use a machine type that carries ${accelerator.type}`;
}

function ssds(count: number): string {
  return `${count} local SSD${count === 1 ? '' : 's'}`;
}

function inGib(mebibytes: number): string {
  return `${Math.round((mebibytes / 1024) * 100) / 100} GiB`;
}
