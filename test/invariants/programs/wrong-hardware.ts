import { Size } from 'cdk8s';
import {
  Accelerator,
  acknowledge,
  GpuDriver,
  GpuSharing,
  LocalSsd,
  MachineType,
  NodeImage,
  TrainingCluster,
  type GpuNodePoolOptions,
  type NodePoolOptions,
  type TrainingClusterProps,
} from '../../../lib/index';
import type { World, WrongProgram } from './program';

// Mistakes with machines, GPUs and disks, each in a pool of its own.

const cpuPool = ({ cluster }: World, options: NodePoolOptions) => cluster.addPool('machines', options);
const gpuPool = ({ cluster }: World, options: GpuNodePoolOptions) => cluster.addGpuPool('gpus', options);
const clusterIn = ({ stack }: World, props: TrainingClusterProps) => new TrainingCluster(stack, 'second', props);

const L4 = { accelerators: Accelerator.L4.times(1) };
const T4 = { accelerators: Accelerator.T4.times(1) };
const A100 = { accelerators: Accelerator.A100.times(1) };
/** A machine with a part of a GPU, in a zone that has it. */
const FRACTION = { accelerators: Accelerator.RTX_PRO_6000.times(1), machineType: 'g4-standard-6' };

const GPUS: readonly WrongProgram[] = [
  {
    name: 'three GPUs on a machine',
    code: 'accelerator-count',
    says: 'a node cannot have 3 × nvidia-l4: use 1, 2, 4 or 8',
    build: (world, either, fix) => gpuPool(world, { accelerators: Accelerator.L4.times(either(3, fix.number())) }),
  },
  {
    name: 'a GPU that Google has withdrawn',
    code: 'accelerator-retired',
    says: 'withdrawn in 2024-05',
    build: (world, either, fix) => {
      const type = either('nvidia-tesla-k80', fix.part(/use (\S+)/));
      gpuPool(world, { accelerators: Accelerator.of(type).times(1) });
    },
  },
  {
    name: 'the name of a GPU as people write it',
    code: 'accelerator-type',
    says: '"NVIDIA L4" cannot be the type of an accelerator',
    build: (world, either, fix) => {
      const type = either('NVIDIA L4', fix.part(/such as ([\w-]+)/));
      gpuPool(world, { accelerators: Accelerator.of(type).times(1) });
    },
  },
  {
    name: 'a GPU that is newer than the catalogue',
    code: 'accelerator-unknown',
    says: 'check the spelling, or acknowledge this',
    build: (world, either) => {
      const accelerators = Accelerator.of('nvidia-next').times(1);
      const pool = gpuPool(world, { accelerators, machineType: 'n1-standard-4' });
      if (either(false, true)) acknowledge(pool, 'accelerator-unknown', 'it came out last week');
    },
  },
  {
    name: 'a GPU for which the cluster may be too old',
    code: 'accelerator-version',
    says: "raise the cluster's version to 1.34.0-gke.1662000 or later",
    build: (world, either, fix) => {
      const minimumKubernetesVersion = either('1.30', fix.part(/version to (\S+)/));
      const cluster = clusterIn(world, { location: 'us-central1-b', minimumKubernetesVersion });
      cluster.addGpuPool('g4', { accelerators: Accelerator.RTX_PRO_6000.times(1) });
    },
  },
  {
    name: 'a GPU in a zone without it',
    code: 'accelerator-zone',
    says: 'nvidia-a100-80gb is not listed in us-central1-b',
    build: (world, either, fix) => {
      const location = either('us-central1-b', fix.part(/use (\S+?),? /));
      clusterIn(world, { location }).addGpuPool('a100', { accelerators: Accelerator.A100_80GB.times(1) });
    },
  },
  {
    name: 'a GPU in all zones of a region',
    code: 'accelerator-zones',
    says: "set zones to ['us-central1-a'] or ['us-central1-c'], or several of them",
    build: (world, either, fix) => {
      const zones = either(undefined, [fix.part(/\['([^']+)'\]/)]);
      const cluster = clusterIn(world, { location: 'us-central1' });
      cluster.addGpuPool('a100', { accelerators: Accelerator.A100_80GB.times(1), zones });
    },
  },
  {
    name: 'Ubuntu on a machine with a part of a GPU',
    code: 'fractional-gpu-image',
    says: 'use NodeImage.COS',
    build: (world, either) => {
      const image = either(NodeImage.UBUNTU, NodeImage.COS);
      clusterIn(world, { location: 'us-central1-b' }).addGpuPool('g4', { ...FRACTION, image });
    },
  },
  {
    name: 'a part of a GPU that is shared further',
    code: 'fractional-gpu-sharing',
    says: 'g4-standard-6 has 1/8 of one nvidia-rtx-pro-6000, which cannot be shared further, as far as is known (2026): leave sharing out',
    build: (world, either) => {
      const sharing = either(GpuSharing.timeSharing(2), undefined);
      clusterIn(world, { location: 'us-central1-b' }).addGpuPool('g4', { ...FRACTION, sharing });
    },
  },
  {
    name: 'the latest driver on Ubuntu',
    code: 'gpu-driver-image',
    says: 'use GpuDriver.DEFAULT',
    build: (world, either) => {
      const driver = either(GpuDriver.LATEST, GpuDriver.DEFAULT);
      gpuPool(world, { ...L4, image: NodeImage.UBUNTU, secureBoot: false, driver });
    },
  },
  {
    name: 'more clients of a GPU than GKE takes',
    code: 'shared-clients',
    says: 'clients cannot be 49: use a whole number from 2 to 48',
    build: (world, either, fix) =>
      gpuPool(world, { ...L4, sharing: GpuSharing.timeSharing(either(49, fix.number(1))) }),
  },
  {
    name: 'one client of a GPU',
    code: 'shared-clients',
    says: 'clients cannot be 1',
    build: (world, either, fix) => gpuPool(world, { ...L4, sharing: GpuSharing.mps(either(1, fix.number())) }),
  },
  {
    name: 'partitions of another size than the GPU has',
    code: 'mig-partition-size',
    says: 'nvidia-tesla-a100 has no partitions of 1g.10gb',
    build: (world, either, fix) => {
      gpuPool(world, { ...A100, sharing: GpuSharing.mig(either('1g.10gb', fix.part(/use (\S+?),? /))) });
    },
  },
  {
    name: 'partitions of a GPU without MIG',
    code: 'mig-unsupported',
    says: 'use GpuSharing.timeSharing or GpuSharing.mps',
    build: (world, either) =>
      gpuPool(world, { ...L4, sharing: either(GpuSharing.mig('1g.5gb'), GpuSharing.timeSharing(4)) }),
  },
  {
    name: 'a TPU where a GPU belongs',
    code: 'tpu-unsupported',
    says: '"tpu-v5-lite-podslice" is a TPU',
    build: (world, either, fix) => {
      const type = either('tpu-v5-lite-podslice', fix.part(/for example ([\w-]+)/));
      gpuPool(world, { accelerators: Accelerator.of(type).times(1) });
    },
  },
];

const MACHINES: readonly WrongProgram[] = [
  {
    name: 'a boot disk that is too small',
    code: 'boot-disk-size',
    says: 'bootDisk.size in GiB cannot be 8: use a whole number from 10 to 65536',
    build: (world, either, fix) => cpuPool(world, { bootDisk: { size: Size.gibibytes(either(8, fix.number())) } }),
  },
  {
    name: 'a boot disk that the machine does not take',
    code: 'boot-disk-type',
    says: 'c4-standard-8 does not boot from pd-standard',
    build: (world, either, fix) => {
      const type = either('pd-standard', fix.part(/use (\S+)/));
      cpuPool(world, { machineType: 'c4-standard-8', bootDisk: { type } });
    },
  },
  {
    name: 'a machine with GPUs in a pool without them',
    code: 'gpu-machine-without-accelerators',
    says: "accelerators: Accelerator.of('nvidia-l4').times(2)",
    build: (world, either, fix) => {
      const machineType = 'g2-standard-24';
      const declared = () => Accelerator.of(fix.part(/of\('([^']+)'/)).times(Number(fix.part(/times\((\d+)\)/)));
      either(
        () => cpuPool(world, { machineType }),
        () => gpuPool(world, { machineType, accelerators: declared() }),
      )();
    },
  },
  {
    name: 'a GPU on a machine of a family without them',
    code: 'gpu-machine-family',
    says: 'attach 1 × nvidia-tesla-t4 to an N1 machine such as',
    build: (world, either, fix) =>
      gpuPool(world, { ...T4, machineType: either('n2-standard-8', fix.part(/such as (\S+)/)) }),
  },
  {
    name: 'a machine with one GPU where two are asked for',
    code: 'gpu-machine-mismatch',
    says: 'g2-standard-4 comes with 1 × nvidia-l4, not 2 × nvidia-l4: ask for 1, or use g2-standard-24',
    build: (world, either, fix) => {
      const machineType = either('g2-standard-4', fix.part(/use (\S+?),/));
      gpuPool(world, { accelerators: Accelerator.L4.times(2), machineType });
    },
  },
  {
    name: 'an N1 machine that is too large for its GPUs',
    code: 'gpu-machine-too-large',
    says: 'use n1-highmem-',
    build: (world, either, fix) =>
      gpuPool(world, { ...T4, machineType: either('n1-standard-96', fix.part(/use (\S+)/)) }),
  },
  {
    name: 'more GPUs for an N1 machine that is too large',
    code: 'gpu-machine-too-large',
    says: 'or ask for',
    build: (world, either, fix) => {
      const accelerators = Accelerator.T4.times(either(1, fix.number()));
      gpuPool(world, { accelerators, machineType: 'n1-standard-96' });
    },
  },
  {
    name: 'GPUs on a large machine in a zone that has less of it for them',
    code: 'gpu-machine-too-large',
    says: 'n1-standard-96 has 96 vCPU and 360 GiB of memory, but N1 with 4 × nvidia-tesla-p100 has at most 64 vCPU',
    build: (world, either, fix) => {
      const machineType = either('n1-standard-96', fix.part(/use (\S+)/));
      const cluster = clusterIn(world, { location: 'us-east1-c' });
      cluster.addGpuPool('p100', { accelerators: Accelerator.P100.times(4), machineType });
    },
  },
  {
    name: 'a GPU on a machine that shares its core',
    code: 'gpu-shared-core',
    says: 'no GPU can be attached to g1-small',
    build: (world, either, fix) =>
      gpuPool(world, { ...T4, machineType: either('g1-small', fix.part(/such as (\S+)/)) }),
  },
  {
    name: 'nine local SSDs',
    code: 'local-ssd-count',
    says: 'n1-standard-4 cannot have 9 local SSDs',
    build: (world, either, fix) =>
      cpuPool(world, { machineType: 'n1-standard-4', localSsd: LocalSsd.ephemeral(either(9, fix.number(7))) }),
  },
  {
    name: 'local SSDs that are not those of the machine',
    code: 'local-ssd-count',
    says: 'use a localSsd count of',
    build: (world, either, fix) => {
      const localSsd = LocalSsd.rawBlock(either(1, fix.number()));
      cpuPool(world, { machineType: 'c3-standard-8-lssd', localSsd });
    },
  },
  {
    name: 'the family of a machine without its size',
    code: 'machine-type-name',
    says: '"n1" cannot be a machine type',
    build: (world, either, fix) => cpuPool(world, { machineType: either('n1', fix.part(/such as (\S+),/)) }),
  },
  {
    name: 'more memory for a GPU than any machine has',
    code: 'machine-type-none',
    says: 'ask for at most what',
    build: (world, either, fix) => {
      const minMemory = Size.mebibytes(either(999_999, Number(fix.part(/, (\d+) MiB/))));
      gpuPool(world, { ...L4, machineType: MachineType.smallestFor(L4.accelerators, { minMemory }) });
    },
  },
  {
    name: 'a machine that has room for the pods of GKE alone',
    code: 'machine-type-no-room',
    says: 'such as e2-medium',
    build: (world, either, fix) => {
      cpuPool(world, { machineType: either('e2-micro', fix.part(/such as (\S+)/)) });
    },
  },
  {
    name: 'a machine of which GKE makes no nodes',
    code: 'machine-type-too-small',
    says: 'f1-micro, which has too little memory: use e2-medium',
    build: (world, either, fix) => cpuPool(world, { machineType: either('f1-micro', fix.part(/use (\S+?),/)) }),
  },
  {
    name: 'a machine that is newer than the catalogue',
    code: 'machine-type-unknown',
    says: 'or acknowledge this',
    build: (world, either) => {
      const pool = cpuPool(world, { machineType: 'z9-standard-8' });
      if (either(false, true)) acknowledge(pool, 'machine-type-unknown', 'it came out last week');
    },
  },
  {
    name: 'a machine in a zone without it',
    code: 'machine-type-zone',
    says: 'is not listed in',
    build: (world, either, fix) => {
      const location = either('us-central1-c', fix.part(/use (\S+?),? /));
      clusterIn(world, { location }).addPool('machines', { machineType: 'h3-standard-88' });
    },
  },
];

export const WRONG_HARDWARE = [...GPUS, ...MACHINES];
