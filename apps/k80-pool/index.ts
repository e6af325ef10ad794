import { Accelerator, NodeCount, NodeImage, TrainingCluster, type Deployment } from '../../lib/index';

/**
 * The node pool of a 2017 article on TensorFlow with GPUs, with the same choices: one K80, one node, us-east1-c, Ubuntu,
 * and a name for the cluster. It synthesizes, with the warning that no zone has offered a K80 since May 2024.
 */
export function k80Pool({ stack }: Deployment): void {
  const cluster = new TrainingCluster(stack, 'cluster', {
    clusterName: 'gpu-cluster',
    location: 'us-east1-c',
  });
  cluster.addGpuPool('gpu-pool', {
    accelerators: Accelerator.K80.times(1),
    nodes: NodeCount.fixed(1),
    image: NodeImage.UBUNTU,
  });
}
