import { problem, type Advice } from '../../../core/problems';
import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Roles,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';
import { workerRole } from '../role-options';
import { PROCESS_ENV, TORCH_PORT, type PyTorchOptions } from './variables';

/**
 * One process in each worker, told of the others by MASTER_ADDR, MASTER_PORT, WORLD_SIZE and RANK. When one worker is
 * lost, the others stop, and all start again from the last checkpoint.
 *
 * @see https://docs.pytorch.org/docs/stable/distributed.html#environment-variable-initialization
 */
export class DistributedDataParallel implements TrainingStrategy<'PyTorch', 1> {
  readonly name = 'PyTorch distributed data parallel';
  readonly framework = 'PyTorch';
  readonly reservedEnv = PROCESS_ENV;
  readonly port: number;

  constructor({ port = TORCH_PORT }: PyTorchOptions) {
    this.port = port;
  }

  roles(options: StrategyOptions): Roles<1> {
    return [{ ...workerRole(options), completes: true, failurePolicy: 'restartJob' }];
  }

  rendezvous(role: ResolvedRole, _: readonly ResolvedRole[], addresses: Addresses): Rendezvous {
    return {
      env: [
        { name: 'MASTER_ADDR', value: addresses.host(role, 0) },
        { name: 'MASTER_PORT', value: String(this.port) },
        { name: 'WORLD_SIZE', value: String(role.replicas) },
        { name: 'RANK', value: addresses.ownIndex },
      ],
      args: [],
    };
  }

  *advice(roles: readonly ResolvedRole[]): Generator<Advice> {
    for (const { name, resolved } of roles) {
      if (resolved.gpus <= 1) continue;
      yield problem(
        'gpus-per-process',
        'strategy',
        `each ${name} asks for ${resolved.gpus} GPUs, but ${this.name} starts one process in it, and a process trains on one GPU`,
        `use PyTorch.torchrun(), which starts a process for each GPU, or ${resolved.gpus} times the workers with 1 GPU each`,
      );
    }
  }
}
