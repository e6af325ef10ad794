import { Accelerator, ProvisioningModel, NodeCount, Operator, ValidationError, type Stage } from '../../lib/index';
import { type AcceleratorCount } from '../../lib/infrastructure/index';

/** The differences between the cloud stages. */
export interface MnistSize {
  readonly location: string;
  readonly accelerators: AcceleratorCount;
  readonly workers: { readonly nodes: NodeCount; readonly provisioningModel: ProvisioningModel };
  /** The operator that runs the job, and others. */
  readonly operators: readonly Operator[];
  /** The versions in the trainer's image. @default - those of its Dockerfile */
  readonly buildArgs?: Readonly<Record<string, string>>;
  /** The replicas of the model server. */
  readonly servers: number;
  /** The host by which everyone may ask it. @default - none */
  readonly host?: string;
}

const SIZES: Readonly<Record<string, MnistSize>> = {
  dev: {
    location: 'us-east1-c',
    accelerators: Accelerator.K80.times(1),
    workers: { nodes: NodeCount.between(0, 2), provisioningModel: ProvisioningModel.ON_DEMAND },
    operators: [Operator.TRAINING],
    // The last TensorFlow for a K80.
    buildArgs: { TENSORFLOW: '2.11.0-gpu', SERVING_API: '2.11.1' },
    servers: 1,
  },
  prod: {
    location: 'us-central1-a',
    accelerators: Accelerator.L4.times(1),
    workers: { nodes: NodeCount.between(0, 2), provisioningModel: ProvisioningModel.SPOT },
    operators: [Operator.JOBSET, Operator.GKE_GATEWAY],
    servers: 2,
    host: 'digits.acme.com',
  },
};

/** The size of a stage. A cloud stage without a size is refused. */
export function sizeOf({ name }: Stage): MnistSize {
  const size = SIZES[name];
  if (size) return size;
  throw new ValidationError('mnist', {
    code: 'mnist-stage',
    message: `stage "${name}" is in the cloud, but has no size`,
    fix: `give it one in apps/mnist/sizes.ts, where ${Object.keys(SIZES).join(' and ')} have theirs`,
  });
}
