import { SizeRoundingBehavior } from 'cdk8s';
import { countProblems } from '../../core/hardware/accelerator-problems';
import type { AcceleratorCount } from '../../core/hardware/accelerator';
import { GpuDriver } from '../../core/hardware/gpu-driver';
import { fractionalImageProblems, sharingProblems } from '../../core/hardware/gpu-sharing-problems';
import { bootDiskProblems, hostProblems, localSsdProblems } from './machine-problems';
import type { Problem } from '../../core/problems/problem';
import type { ResolvedGpu, ResolvedPool } from './resolved-pool';

const BOOT_DISK_GIB = { min: 10, max: 65_536 };

/** What is wrong with the machine of a pool, its GPUs, disks and operating system. */
export function hardwareProblems(pool: ResolvedPool): Problem[] {
  const { bootDisk, gpu, image, localSsd, machine } = pool;
  const ofMachine = machineProblems(pool);
  const disksMatter = ofMachine.length === 0;
  return [
    ...ofMachine,
    ...(gpu ? gpuProblems(pool, gpu) : []),
    ...(disksMatter && bootDisk.type !== undefined ? bootDiskProblems(machine, bootDisk.type) : []),
    ...bootDiskSizeProblems(pool),
    ...(disksMatter ? localSsdProblems(machine, localSsd?.count ?? 0) : []),
    ...(pool.imageStreaming && image.family !== 'cos'
      ? [
          {
            code: 'image-streaming-image',
            property: 'imageStreaming',
            message: `image streaming does not work on ${image.imageType}`,
            fix: 'use NodeImage.COS, or leave imageStreaming out',
          },
        ]
      : []),
  ];
}

/** What keeps the machine from being the pool's. What else it takes does not matter then: another is needed. */
export function machineProblems(pool: ResolvedPool): Problem[] {
  const { gpu, machine, zones } = pool;
  if (!gpu) return ungpuProblems(pool);
  return machine.known ? hostProblems(machine, gpu.accelerators, zones) : [];
}

function gpuProblems({ image, machine }: ResolvedPool, gpu: ResolvedGpu): Problem[] {
  const { accelerators, driver, driverLibraryPath, sharing } = gpu;
  return [
    ...(machine.known ? [] : countProblems(accelerators)),
    ...(sharing ? [...sharingProblems(sharing, accelerators.accelerator, machine)].map(on('sharing')) : []),
    ...fractionalImageProblems(machine, image.family),
    ...(driver === GpuDriver.LATEST && image.family !== 'cos'
      ? [
          {
            code: 'gpu-driver-image',
            property: 'driver',
            message: `GKE has no LATEST driver for ${image.imageType}`,
            fix: 'use GpuDriver.DEFAULT, or NodeImage.COS',
          },
        ]
      : []),
    ...(driverLibraryPath === undefined || /^\/[^\s:$]+$/.test(driverLibraryPath)
      ? []
      : [
          {
            code: 'driver-library-path',
            property: 'driverLibraryPath',
            message: `${JSON.stringify(driverLibraryPath)} is not an absolute path of one folder`,
            fix: "leave it out for '/usr/local/nvidia/lib64', or use false for no LD_LIBRARY_PATH",
          },
        ]),
  ];
}

function ungpuProblems({ machine }: ResolvedPool): Problem[] {
  const { gpu, name } = machine;
  if (!gpu) return [];
  return [
    {
      code: 'gpu-machine-without-accelerators',
      property: 'machineType',
      message: `${name} comes with ${inWords(gpu)}, but this pool declares no accelerators, so it would have neither driver nor taint`,
      fix: `make it a GpuNodePool (addGpuPool) with accelerators: Accelerator.of('${gpu.type}').times(${gpu.count}), or use a machine type without GPUs`,
    },
  ];
}

function inWords({ type, count }: { readonly type: string; readonly count: AcceleratorCount['count'] }): string {
  return `${count} × ${type}`;
}

function bootDiskSizeProblems({ bootDisk }: ResolvedPool): Problem[] {
  const { min, max } = BOOT_DISK_GIB;
  const gibibytes = bootDisk.size.toGibibytes({ rounding: SizeRoundingBehavior.NONE });
  if (Number.isInteger(gibibytes) && gibibytes >= min && gibibytes <= max) return [];
  const nearest = Math.min(max, Math.max(min, Math.ceil(gibibytes) || min));
  return [
    {
      code: 'boot-disk-size',
      property: 'bootDisk',
      message: `a boot disk of ${gibibytes} GiB is not a whole number of GiB from ${min} to ${max}`,
      fix: `use Size.gibibytes(${nearest})`,
    },
  ];
}

/** The same problem, at the prop of a pool. */
function on(property: string): (problem: Problem) => Problem {
  return (problem) => ({ ...problem, property });
}
