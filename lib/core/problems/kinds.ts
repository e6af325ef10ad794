import type { Kind } from './given';

/** What props of several constructs take. */
export const KINDS = {
  accelerators: { has: 'accelerator', fix: 'use Accelerator.L4.times(1), or what your nodes carry' },
  bucket: { has: 'bucketName', fix: 'give a Bucket, or an existing one from Bucket.fromAttributes' },
  capacity: { has: 'interruptible', fix: 'use Capacity.SPOT, Capacity.ON_DEMAND or another way of Capacity' },
  cluster: {
    has: 'clusterName',
    fix: 'give a TrainingCluster, a LocalCluster, or what TrainingCluster.fromAttributes gives',
  },
  driver: { has: 'installedBy', fix: 'use GpuDriver.DEFAULT or another of GpuDriver' },
  duration: { has: 'toSeconds', fix: "use cdk8s' Duration, such as Duration.hours(4)" },
  identity: { has: 'email', fix: 'give a WorkloadIdentity, or an existing one from WorkloadIdentity.fromAttributes' },
  image: { has: 'imageType', fix: 'use NodeImage.COS or NodeImage.UBUNTU' },
  nodes: { has: 'autoscaled', fix: 'use Nodes.fixed(3) for a number that stays, or Nodes.between(0, 3)' },
  operator: { has: 'serves', fix: 'use Operator.TRAINING, Operator.JOBSET or Operator.of(…)' },
  pool: { has: 'nodeLabels', fix: 'give a node pool, such as cluster.addPool(…) or the pool of a LocalCluster' },
  sharing: { has: 'allocatablePerGpu', fix: 'use GpuSharing.timeSharing(4) or another way of GpuSharing' },
  size: { has: 'toMebibytes', fix: "use cdk8s' Size, such as Size.gibibytes(4)" },
  stage: { has: 'state', fix: "give a Stage, such as new Stage({ name: 'dev', project: …, region: … })" },
  taint: { has: 'effect', fix: 'use Taint.of(…)' },
} satisfies Readonly<Record<string, Kind>>;
