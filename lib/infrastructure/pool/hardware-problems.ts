import { boundsProblems, problem, type Problem } from '../../core/problems';
import { SizeRoundingBehavior } from 'cdk8s';
import { canBeNode, isBareMetal } from '../../core/hardware/catalog/machine-types';
import { zonesWith } from '../../core/hardware/zone-advice';
import { sharingProblems } from '../../core/hardware/gpu-sharing-problems';
import { bootDiskProblems, hostProblems, localSsdProblems } from './machine-problems';
import type { ResolvedGpu, ResolvedPool } from './resolved-pool';

/** @see https://man7.org/linux/man-pages/man8/ld.so.8.html */
const FOLDERS = /^\/[^\s:$]+(:\/[^\s:$]+)*$/;
const BOOT_DISK_GIB = { least: 10, most: 65_536 };

/** Problems of a pool's machine, GPUs, disks and operating system. */
export function* hardwareProblems(pool: ResolvedPool): Generator<Problem> {
  const { bootDisk, gpu, image, localSsd, machine } = pool;
  // A pool that gets another machine type will have other disks.
  const disksMatter = !hasMachineProblems(pool);
  yield* machineProblems(pool);
  if (gpu) yield* gpuProblems(pool, gpu);
  // The disks of bare metal are advice.
  if (disksMatter && !isBareMetal(machine.name)) yield* bootDiskProblems(machine, bootDisk.type);
  const size = bootDisk.size.toGibibytes({ rounding: SizeRoundingBehavior.NONE });
  yield* boundsProblems('boot-disk-size', { 'bootDisk.size in GiB': size }, BOOT_DISK_GIB);
  if (disksMatter) yield* localSsdProblems(machine, localSsd?.count ?? 0, gpu?.accelerators);
  if (pool.secureBoot && isBareMetal(machine.name)) {
    const message = `${machine.name} is bare metal, whose firmware has no secure boot`;
    yield problem('secure-boot-metal', 'secureBoot', message, 'leave secureBoot out');
  }
  if (pool.imageStreaming && image.family !== 'cos') {
    const message = `image streaming does not work on ${image.imageType}`;
    yield problem('image-streaming-image', 'imageStreaming', message, 'use NodeImage.COS, or leave imageStreaming out');
  }
}

/** True if the machine type of the pool has problems of its own. */
export function hasMachineProblems(pool: ResolvedPool): boolean {
  return [...machineProblems(pool)].length > 0;
}

function* machineProblems(pool: ResolvedPool): Generator<Problem> {
  const { gpu, location, machine, zones } = pool;
  if (!canBeNode(machine.name)) {
    const message = `GKE makes no nodes of ${machine.name}, which has too little memory`;
    yield problem('machine-type-too-small', 'machineType', message, 'use e2-medium, or a larger machine type');
  } else if (!gpu) yield* undeclaredGpuProblems(pool);
  else yield* hostProblems(machine, gpu.accelerators, zones ?? placesIn(gpu, location));
}

/** The zones of the region that have the GPU. The nodes are in some of them. */
function placesIn({ accelerators }: ResolvedGpu, location = ''): readonly string[] {
  return zonesWith(accelerators.accelerator, location) ?? [];
}

function* gpuProblems({ image, machine }: ResolvedPool, gpu: ResolvedGpu): Generator<Problem> {
  const { accelerators, driver, driverLibraryPath, sharing } = gpu;
  if (sharing) yield* sharingProblems(sharing, accelerators.accelerator, machine);
  if (driver.gpuDriverVersion === 'LATEST' && image.family !== 'cos') {
    const message = `GKE has no LATEST driver for ${image.imageType}`;
    yield problem('gpu-driver-image', 'driver', message, 'use GpuDriver.DEFAULT, or NodeImage.COS');
  }
  if (driverLibraryPath !== undefined && !FOLDERS.test(driverLibraryPath)) {
    yield problem(
      'driver-library-path',
      'driverLibraryPath',
      `${JSON.stringify(driverLibraryPath)} is not the absolute path of a folder, nor several with : between them`,
      "leave it out for '/usr/local/nvidia/lib64', or use false for no LD_LIBRARY_PATH",
    );
  }
}

function* undeclaredGpuProblems({ machine: { gpu, name } }: ResolvedPool): Generator<Problem> {
  if (!gpu) return;
  yield problem(
    'gpu-machine-without-accelerators',
    'machineType',
    `${name} comes with ${gpu.count} × ${gpu.type}, but this pool declares no accelerators, so it would have neither driver nor taint`,
    `make it a GpuNodePool (addGpuPool) with accelerators: Accelerator.of('${gpu.type}').times(${gpu.count}), or use a machine type without GPUs`,
  );
}
