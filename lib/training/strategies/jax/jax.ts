import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Roles,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';
import { workerRole } from '../role-options';

/** The ways in which JAX trains on several machines. */
export const JAX = {
  /** A process in each worker, which owns all its GPUs. */
  processes: (): TrainingStrategy<'JAX', 1> => new Processes(),
};

const COORDINATOR_ADDRESS = 'JAX_COORDINATOR_ADDRESS';
const NUM_PROCESSES = 'JAX_NUM_PROCESSES';
const PROCESS_ID = 'JAX_PROCESS_ID';

/** Where process 0 listens, as Kubeflow's JAXJob has it. */
const JAX_PORT = 6666;

/**
 * A process in each worker, with all its GPUs. Process 0 runs the service by which they meet. When one process is lost the
 * others stop, and all start again from the last checkpoint.
 *
 * JAX reads the address by itself. The program passes the other two variables to `jax.distributed.initialize`, and
 * `cluster_detection_method='deactivate'`, as JAX would otherwise ask the API server, which pods may not.
 *
 * @see https://docs.jax.dev/en/latest/multi_process.html
 */
class Processes implements TrainingStrategy<'JAX', 1> {
  readonly name = 'JAX processes';
  readonly framework = 'JAX';
  readonly reservedEnv = [COORDINATOR_ADDRESS, NUM_PROCESSES, PROCESS_ID];
  readonly port = JAX_PORT;

  roles(options: StrategyOptions): Roles<1> {
    return [{ ...workerRole(options), completes: true, failurePolicy: 'restartJob' }];
  }

  rendezvous(role: ResolvedRole, _: readonly ResolvedRole[], addresses: Addresses): Rendezvous {
    return {
      env: [
        { name: COORDINATOR_ADDRESS, value: `${addresses.host(role, 0)}:${this.port}` },
        { name: NUM_PROCESSES, value: String(role.replicas) },
        { name: PROCESS_ID, value: addresses.ownIndex },
      ],
      args: [],
    };
  }
}
