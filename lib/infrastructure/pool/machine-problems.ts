import type { AcceleratorCount } from '../../core/hardware/accelerator';
import { localSsdCountsBeside, type MachineLimit } from '../../core/hardware/catalog/machine-types';
import { machinesFor, type MachineGpu, type MachineType } from '../../core/hardware/machine-type';
import { oneOf, problem, type Problem } from '../../core/problems';

/**
 * Problems of accelerators on a machine type. A machine type that the catalogue does not know is not checked.
 *
 * @param zones the zones, some of which have limits of their own. @default - the limits that hold everywhere
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus
 */
export function* hostProblems(
  machineType: MachineType,
  accelerators: AcceleratorCount,
  zones: readonly string[] = [],
): Generator<Problem> {
  if (!machineType.known) return;
  if (machineType.gpu) {
    yield* bundledProblems(machineType, machineType.gpu, accelerators);
    return;
  }
  const { accelerator } = accelerators;
  if (machineType.family !== 'n1' || accelerator.attach === 'machine') {
    const attaches =
      accelerator.attach === 'machine' ? `${accelerator.type} is not attached to it` : 'no GPU can be attached to it';
    const message = `${machineType.name} has no GPU of its own, and ${attaches}`;
    yield problem('gpu-machine-family', 'machineType', message, useOneOf(accelerators));
  } else if (machineType.sharedCore) {
    const message = `no GPU can be attached to ${machineType.name}, which shares its core`;
    yield problem('gpu-shared-core', 'machineType', message, useOneOf(accelerators));
  } else {
    yield* tooLargeProblems(machineType, accelerators, zones);
  }
}

/**
 * Problems of a number of local SSDs on a machine type.
 *
 * @param count the number of disks; 0 for only those that come with the machine
 * @param accelerators the attached accelerators, some of which limit the number of disks
 * @see https://cloud.google.com/compute/docs/disks/local-ssd
 */
export function* localSsdProblems(
  { localSsd, name }: MachineType,
  count: number,
  accelerators?: AcceleratorCount,
): Generator<Problem> {
  if (!localSsd || count === 0) return;
  const beside = accelerators && localSsdCountsBeside(accelerators.accelerator.type);
  const counts = localSsd.counts.filter((each) => beside?.includes(each) ?? true);
  if (counts.includes(count)) return;
  if (localSsd.mode === 'none') {
    const message = `${name} cannot have local SSDs`;
    yield problem('local-ssd-count', 'localSsd', message, 'leave localSsd out');
    return;
  }
  const message =
    localSsd.mode === 'bundled'
      ? `${name} comes with ${ssds(localSsd.counts[0] ?? 0)}, not ${count}`
      : `${name}${beside ? ` with ${String(accelerators.accelerator)}` : ''} cannot have ${ssds(count)}`;
  const fix = `use a localSsd count of ${oneOf(counts)}, or leave it out`;
  yield problem('local-ssd-count', 'localSsd', message, fix);
}

/**
 * Problems of the type of a boot disk, by the families of GKE's autoscaler. It has no types of bare metal.
 *
 * @see https://github.com/GoogleCloudPlatform/cluster-autoscaler/blob/main/pkg/cloudprovider/gke/machinetypes/deprecated_machine_types_config.go
 */
export function* bootDiskProblems(
  { bootDiskTypes, name }: MachineType,
  diskType: string | undefined,
): Generator<Problem> {
  if (!bootDiskTypes || diskType === undefined || bootDiskTypes.includes(diskType)) return;
  const message = `${name} does not boot from ${diskType}`;
  yield problem('boot-disk-type', 'bootDisk', message, `use ${oneOf(bootDiskTypes)}`);
}

function* bundledProblems({ name }: MachineType, gpu: MachineGpu, accelerators: AcceleratorCount): Generator<Problem> {
  const { accelerator, count } = accelerators;
  const ofType = gpu.type === accelerator.type;
  if (ofType && gpu.count === count) return;
  const counted = gpu.fraction === undefined ? '' : `${gpu.fraction} of a GPU, counted as `;
  yield problem(
    'gpu-machine-mismatch',
    'machineType',
    `${name} comes with ${counted}${gpu.count} × ${gpu.type}, not ${count} × ${accelerator.type}`,
    `${ofType ? `ask for ${gpu.count}, or ` : ''}${useOneOf(accelerators)}`,
  );
}

function* tooLargeProblems(
  { memory, name, vcpu }: MachineType,
  accelerators: AcceleratorCount,
  zones: readonly string[],
): Generator<Problem> {
  const limit = lowestLimit(accelerators, zones);
  if (!limit || vcpu === undefined || memory === undefined) return;
  const machine = { vcpu, memoryMib: memory.toMebibytes() };
  if (isWithin(machine, limit)) return;
  const { accelerator, count } = accelerators;
  const roomier = (accelerator.counts ?? []).find((more) => {
    const other = lowestLimit({ accelerator, count: more }, zones);
    return other && isWithin(machine, other);
  });
  const largest = machinesFor(accelerators).at(-1);
  const smaller = largest ? `use ${largest.name} or a smaller machine` : 'use a smaller machine';
  yield problem(
    'gpu-machine-too-large',
    'machineType',
    `${name} has ${vcpu} vCPU and ${inGib(machine.memoryMib)} of memory, but N1 with ${count} × ${accelerator.type} has at most ${limit.vcpu} vCPU and ${inGib(limit.memoryMib)}`,
    roomier === undefined ? smaller : `${smaller}, or ask for ${roomier} × ${accelerator.type}`,
  );
}

function isWithin(machine: MachineLimit, limit: MachineLimit): boolean {
  return machine.vcpu <= limit.vcpu && machine.memoryMib <= limit.memoryMib;
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

/** The number of machine types that a message names at most. */
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
