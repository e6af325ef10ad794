import { Duration } from 'cdk8s';
import {
  Accelerator,
  acknowledge,
  GpuDriver,
  GpuNodePool,
  NodeCount,
  NodeImage,
  NodePool,
  ProvisioningModel,
  Taint,
  TrainingCluster,
  UpgradeStrategy,
  type GpuNodePoolOptions,
  type NodePoolOptions,
  type TrainingClusterProps,
} from '../../../lib/index';
import { SystemPool } from '../../../lib/infrastructure/index';
import type { World, WrongProgram } from './program';

// Mistakes with node pools, each in a pool of its own.

const cpuPool = ({ cluster }: World, options: NodePoolOptions) => cluster.addPool('machines', options);
const gpuPool = ({ cluster }: World, options: Partial<GpuNodePoolOptions>) =>
  cluster.addGpuPool('gpus', { accelerators: Accelerator.L4.times(1), ...options });
const clusterIn = ({ stack }: World, props: TrainingClusterProps) => new TrainingCluster(stack, 'second', props);
const theirs = { clusterName: 'theirs', nodeServiceAccountEmail: 'nodes@acme-ml.iam.gserviceaccount.com' };

const WAITING = { provisioningModel: ProvisioningModel.flexStart() };
const RESERVED = { provisioningModel: ProvisioningModel.reservation('ours') };
const H100 = Accelerator.H100_80GB;

const CAPACITY: readonly WrongProgram[] = [
  {
    name: 'a machine without GPUs that comes when it is available',
    code: 'capacity-machine',
    says: 'e2-standard-4 is not available as flex-start machines: use ProvisioningModel.ON_DEMAND',
    build: (world, either) =>
      cpuPool(world, { provisioningModel: either(ProvisioningModel.flexStart(), ProvisioningModel.ON_DEMAND) }),
  },
  {
    name: 'a fixed number of machines that come and go',
    code: 'capacity-nodes',
    says: 'use NodeCount.between(0, 2)',
    build: (world, either, fix) => {
      const nodes = either(NodeCount.fixed(2), NodeCount.between(0, Number(fix.part(/\(0, (\d+)\)/) || 1)));
      gpuPool(world, { ...WAITING, nodes });
    },
  },
  {
    name: 'a machine that is not sold on demand',
    code: 'capacity-on-demand',
    says: 'use ProvisioningModel.reservation, ProvisioningModel.SPOT or ProvisioningModel.flexStart',
    build: (world, either) => {
      const provisioningModel = either(ProvisioningModel.ON_DEMAND, ProvisioningModel.SPOT);
      gpuPool(world, { accelerators: H100.times(1), provisioningModel });
    },
  },
  {
    name: 'machines close together that come when they are available',
    code: 'capacity-placement',
    says: 'leave compactPlacement out, or use ProvisioningModel.reservation',
    build: (world, either) => gpuPool(world, { ...either(WAITING, RESERVED), compactPlacement: true }),
  },
  {
    name: 'a GPU by flex-start that only a reservation gives',
    code: 'capacity-reservation-only',
    says: 'nvidia-gb200 is available only from a reservation, not as flex-start machines',
    build: ({ stack }, either) => {
      const cluster = new TrainingCluster(stack, 'second', { location: 'us-east1-b' });
      cluster.addGpuPool('gb200', {
        accelerators: Accelerator.GB200.times(4),
        ...either(WAITING, RESERVED),
        nodes: NodeCount.between(0, 1),
      });
    },
  },
  {
    name: 'a reservation without its zone',
    code: 'capacity-reservation-zones',
    says: "set zones to the zone of the reservation, such as ['us-central1-b']",
    build: (world, either, fix) => {
      const zones = either(undefined, [fix.part(/\['([^']+)'\]/)]);
      clusterIn(world, { location: 'us-central1' }).addPool('machines', { ...RESERVED, zones });
    },
  },
  {
    name: 'an upgrade of machines that come and go',
    code: 'capacity-upgrade',
    says: 'leave upgrade out',
    build: (world, either) => gpuPool(world, { ...WAITING, upgrade: either(UpgradeStrategy.surge(0, 1), undefined) }),
  },
  {
    name: 'a run of eight days',
    code: 'max-run',
    says: 'maxRun is 691200 s: use whole seconds, from 600 to 604800',
    build: (world, either, fix) => {
      const seconds = either(691_200, fix.number(1));
      gpuPool(world, { provisioningModel: ProvisioningModel.flexStart(Duration.seconds(seconds || 600)) });
    },
  },
  {
    name: 'a reservation by its address',
    code: 'reservation-name',
    says: 'use a name such as "ours"',
    build: (world, either, fix) => {
      const name = either(
        'https://www.googleapis.com/compute/v1/projects/acme-ml/zones/us-central1-a/reservations/ours',
        fix.quoted(),
      );
      cpuPool(world, { provisioningModel: ProvisioningModel.reservation(name) });
    },
  },
  {
    name: 'more nodes than a pool of the machine has',
    code: 'pool-size',
    says: 'use NodeCount.between(0, 18), or 3 pools',
    build: ({ stack }, either, fix) => {
      const cluster = new TrainingCluster(stack, 'second', { location: 'us-east1-b' });
      const nodes = NodeCount.between(0, either(37, Number(fix.part(/\(0, (\d+)\)/))));
      const pool = cluster.addGpuPool('gb200', { accelerators: Accelerator.GB200.times(4), ...RESERVED, nodes });
      acknowledge(pool, 'gpu-direct-networks', 'each job is on one node');
    },
  },
];

const PLACES: readonly WrongProgram[] = [
  {
    name: 'machines close together in two zones',
    code: 'compact-placement',
    says: "set zones to ['us-central1-a']",
    build: (world, either, fix) => {
      const zones = either(['us-central1-a', 'us-central1-b'], [fix.part(/\['([^']+)'\]/)]);
      gpuPool(world, { compactPlacement: true, zones });
    },
  },
  {
    name: 'machines close together in zones that are not known',
    code: 'compact-placement',
    says: 'such as [',
    build: (world, either, fix) => {
      const zones = either(undefined, [fix.part(/\['([^']+)'\]/)]);
      const options = { machineType: 'c2-standard-8', compactPlacement: true, zones };
      clusterIn(world, { location: 'us-central1' }).addPool('machines', options);
    },
  },
  {
    name: 'machines close together of a family that cannot be',
    code: 'compact-placement',
    says: 'use a newer family such as c2,',
    build: (world, either, fix) => {
      const machineType = `${either('n1', fix.part(/such as (\w+)/))}-standard-8`;
      cpuPool(world, { machineType, compactPlacement: true });
    },
  },
  {
    name: 'more machines close together than its autoscaler knows',
    code: 'compact-placement',
    says: 'use NodeCount.between(0, 150)',
    build: (world, either, fix) => {
      const nodes = NodeCount.between(0, either(151, Number(fix.part(/\(0, (\d+)\)/))));
      gpuPool(world, { compactPlacement: true, nodes });
    },
  },
  {
    name: 'a blue-green upgrade of machines close together',
    code: 'compact-placement',
    says: 'use UpgradeStrategy.surge(0, 1)',
    build: (world, either) => {
      const upgrade = either(UpgradeStrategy.blueGreen(), UpgradeStrategy.surge(0, 1));
      gpuPool(world, { compactPlacement: true, upgrade });
    },
  },
  {
    name: 'several machines with slow networks between their GPUs',
    code: 'gpu-direct-networks',
    says: 'use NodeCount.between(0, 1), name the 4 networks by addOverride',
    build: (world, either) =>
      gpuPool(world, { accelerators: H100.times(8), nodes: NodeCount.between(0, either(2, 1)) }),
  },
  {
    name: 'a fixed number that the zones do not divide',
    code: 'node-count-zones',
    says: 'use NodeCount.fixed(6) or NodeCount.perZone(2)',
    build: (world, either, fix) => {
      const nodeLocations = ['us-central1-a', 'us-central1-b', 'us-central1-c'];
      const nodes = NodeCount.fixed(either(4, Number(fix.part(/fixed\((\d+)\)/))));
      clusterIn(world, { location: 'us-central1', nodeLocations }).addPool('machines', { nodes });
    },
  },
  {
    name: 'a fixed number in zones that are not known',
    code: 'pool-zones-unknown',
    says: "name the pool's zones, such as ['us-central1-b']",
    build: (world, either, fix) => {
      const zones = either(undefined, [fix.part(/\['([^']+)'\]/)]);
      clusterIn(world, { location: 'us-central1' }).addPool('machines', { nodes: NodeCount.fixed(2), zones });
    },
  },
  {
    name: 'a zone of another region',
    code: 'pool-zones',
    says: 'name zones of us-central1, such as us-central1-b',
    build: (world, either, fix) => cpuPool(world, { zones: [either('us-east1-c', fix.part(/such as (\S+),/))] }),
  },
  {
    name: 'a pool of a cluster whose place is not known',
    code: 'pool-cluster-location',
    says: 'cluster "theirs" has no location',
    build: ({ stack }, either) => {
      const cluster = { ...theirs, ...either({}, { location: 'us-central1-a' }) };
      new NodePool(stack, 'machines', { cluster });
    },
  },
];

const NUMBERS: readonly WrongProgram[] = [
  {
    name: 'three pods of a node',
    code: 'max-pods',
    says: 'maxPodsPerNode cannot be 3: use a whole number from 8 to 256',
    build: (world, either, fix) => cpuPool(world, { maxPodsPerNode: either(3, fix.number()) }),
  },
  {
    name: 'the most nodes before the least',
    code: 'node-count',
    says: 'min 4 is above max 1: use NodeCount.between(1, 4)',
    build: (world, either, fix) => {
      const [min, max] = either([4, 1], [Number(fix.part(/\((\d+),/)), Number(fix.part(/, (\d+)\)/))]);
      cpuPool(world, { nodes: NodeCount.between(min, max) });
    },
  },
  {
    name: 'more nodes than a zone has in a pool',
    code: 'node-count-limit',
    says: 'use NodeCount.fixed(3000), or several pools',
    build: (world, either, fix) => {
      const nodeLocations = ['us-central1-a', 'us-central1-b', 'us-central1-c'];
      const nodes = NodeCount.fixed(either(3003, Number(fix.part(/fixed\((\d+)\)/))));
      const props = { location: 'us-central1', nodeLocations, maxPodsPerNode: 16 };
      clusterIn(world, props).addPool('machines', { nodes });
    },
  },
  {
    name: 'a kept generation that is no earlier one',
    code: 'pool-generation',
    says: 'raise generation to 3',
    build: (world, either, fix) => cpuPool(world, { generation: either(2, fix.number()), keepGeneration: 2 }),
  },
  {
    name: 'an upgrade of no nodes at once',
    code: 'upgrade-surge',
    says: 'use whole numbers that are together from 1 to 20',
    build: (world, either, fix) => cpuPool(world, { upgrade: UpgradeStrategy.surge(either(0, fix.number(1)), 0) }),
  },
  {
    name: 'a blue-green upgrade without a node',
    code: 'upgrade-blue-green',
    says: 'batchNodes cannot be 0: use a whole number of 1 or more',
    build: (world, either, fix) =>
      cpuPool(world, { upgrade: UpgradeStrategy.blueGreen({ batchNodes: either(0, fix.number()) }) }),
  },
];

const NODES: readonly WrongProgram[] = [
  {
    name: 'several folders of the driver',
    code: 'driver-library-path',
    says: "leave it out for '/usr/local/nvidia/lib64'",
    build: (world, either) => gpuPool(world, { driverLibraryPath: either('lib64', undefined) }),
  },
  {
    name: 'another taint of GPUs than GKE sets',
    code: 'gpu-taint',
    says: 'leave the taint out',
    build: (world, either) =>
      gpuPool(world, {
        taints: either(
          () => [Taint.of('nvidia.com/gpu', 'yes')],
          () => [],
        )(),
      }),
  },
  {
    name: 'image streaming on Ubuntu',
    code: 'image-streaming-image',
    says: 'use NodeImage.COS, or leave imageStreaming out',
    build: (world, either) => cpuPool(world, { image: either(NodeImage.UBUNTU, NodeImage.COS), imageStreaming: true }),
  },
  {
    name: 'a label that GKE sets',
    code: 'node-label',
    says: 'use a prefix of your own, such as "example.com/"',
    build: (world, either, fix) =>
      cpuPool(world, { labels: { [`${either('cloud.google.com/', fix.quoted())}team`]: 'vision' } }),
  },
  {
    name: 'nodes whose account is not known',
    code: 'node-service-account',
    says: 'set serviceAccount to the address of an account',
    build: ({ stack }, either) => {
      const cluster = { clusterName: 'theirs', location: 'us-central1-a' };
      const serviceAccount = either(undefined, theirs.nodeServiceAccountEmail);
      new GpuNodePool(stack, 'gpus', { cluster, accelerators: Accelerator.L4.times(1), serviceAccount });
    },
  },
  {
    name: 'two pools of one name',
    code: 'pool-name-taken',
    says: 'give one of the two another poolName',
    build: (world, either) => cpuPool(world, { poolName: either('l4', 'machines') }),
  },
  {
    name: 'an empty id',
    code: 'id-empty',
    says: 'give an id, such as "main"',
    build: ({ cluster }, either, fix) => cluster.addPool(either('', fix.quoted())),
  },
  {
    name: 'the id of another pool, and the one after it',
    code: 'id-taken',
    says: 'give this pool another id, such as "cpu-3"',
    build: ({ cluster }, either, fix) => {
      cluster.addPool('cpu-2');
      cluster.addPool(either('cpu', fix.quoted()));
    },
  },
  {
    name: 'a label of machines in capitals',
    code: 'resource-label',
    says: 'up to 63 lower-case letters',
    build: (world, either) => cpuPool(world, { resourceLabels: either({ Team: 'Vision' }, { team: 'vision' }) }),
  },
  {
    name: 'secure boot with a driver that is not signed',
    code: 'secure-boot-driver',
    says: 'use GpuDriver.DEFAULT with NodeImage.COS',
    build: (world, either) => {
      const nodes = either({ driver: GpuDriver.NONE }, { driver: GpuDriver.DEFAULT, image: NodeImage.COS });
      gpuPool(world, { secureBoot: true, ...nodes });
    },
  },
  {
    name: 'secure boot on bare metal',
    code: 'secure-boot-metal',
    says: 'leave secureBoot out',
    build: (world, either) =>
      cpuPool(world, { machineType: 'c3-standard-192-metal', secureBoot: either(true, undefined) }),
  },
  {
    name: "the id of the cluster's own pool",
    code: 'system-pool-id',
    says: 'use another id, or size that pool with systemPool: SystemPool.of(...)',
    build: (world, either) => {
      const systemPool = either(undefined, SystemPool.of('e2-standard-4'));
      const cluster = clusterIn(world, { location: 'us-central1-a', systemPool });
      cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(1) });
      if (either(true, false)) cluster.addPool('system');
    },
  },
  {
    name: 'a taint twice',
    code: 'taint-duplicate',
    says: 'leave one of the two out',
    build: (world, either) => {
      const taint = Taint.of('acme.com/team', 'vision');
      cpuPool(world, { taints: either([taint, taint], [taint]) });
    },
  },
  {
    name: 'a taint that GKE sets itself',
    code: 'taint-duplicate',
    says: 'leave kubernetes.io/arch out',
    build: (world, either) => cpuPool(world, { machineType: 't2a-standard-4', taints: either([Taint.ARM], []) }),
  },
  {
    name: 'a taint whose value has a space',
    code: 'taint-form',
    says: 'is not of the form that Kubernetes takes',
    build: (world, either) => cpuPool(world, { taints: [Taint.of('acme.com/team', either('my team', 'my-team'))] }),
  },
];

export const WRONG_POOLS = [...CAPACITY, ...PLACES, ...NUMBERS, ...NODES];
