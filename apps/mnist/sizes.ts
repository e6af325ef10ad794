import { Accelerator, Capacity, Nodes, Operator, type AcceleratorCount } from '../../lib/index';

/** What differs between the cloud stages. */
export interface MnistSize {
  readonly location: string;
  readonly accelerators: AcceleratorCount;
  readonly workers: { readonly nodes: Nodes; readonly capacity: Capacity };
  /** What runs the job. */
  readonly operator: Operator;
}

export const SIZES: Readonly<Record<string, MnistSize>> = {
  dev: {
    location: 'us-east1-c',
    accelerators: Accelerator.K80.times(1),
    workers: { nodes: Nodes.between(0, 2), capacity: Capacity.ON_DEMAND },
    operator: Operator.TRAINING,
  },
  prod: {
    location: 'us-central1-a',
    accelerators: Accelerator.L4.times(1),
    workers: { nodes: Nodes.between(0, 2), capacity: Capacity.SPOT },
    operator: Operator.JOBSET,
  },
};
