import { accepted, boundsProblems, PORTS, problem, type Problem } from '../../../core/problems';
import type { GuideStep } from '../../../core/contracts/guide';
import { objectNameProblems } from '../../../core/names/kubernetes-name';
import type { Mount } from '../../../pods/mounts/mount';
import type { PodOptions } from '../../../pods/pod-options';
import { userOf } from '../../../pods/security/security-context';
import type {
  Addresses,
  Rendezvous,
  ResolvedRole,
  Roles,
  StrategyOptions,
  TrainingStrategy,
} from '../../training-strategy';
import { sideRole, workerRole, type RoleOptions } from '../role-options';
import { afterWorkers, keySteps, KEYS, keyVariable, sshdCommand, sshMounts } from './ssh';

/** The launcher. It has no command of its own: mpirun starts the job's. */
export type LauncherOptions = Omit<RoleOptions, 'command' | 'args'>;

/** The launcher of a job, and the way in which mpirun starts its processes. */
export interface MpirunOptions {
  /**
   * The number of processes in each worker: the slots of its host. Refused if it is not a whole number of 1 or more.
   *
   * @default - one for each of its GPUs, or one
   */
  readonly slotsPerWorker?: number;
  /** The pool, the resources and the image of the launcher. @default {} - the job's pool and image, with small requests and no GPU */
  readonly launcher?: LauncherOptions;
  /** The command that starts mpirun, for images without a program of that name on their PATH. @default ['mpirun'] */
  readonly mpirun?: readonly string[];
  /**
   * Further options of mpirun. Processes are not bound to processors by default, because mpirun does not know of other pods on the machine.
   *
   * @default ['--bind-to', 'none', '--map-by', 'slot']
   */
  readonly flags?: readonly string[];
  /**
   * The Secret of the namespace with the keys of ssh, which DEPLOY.md makes. An MPIJob makes its own.
   *
   * @default 'mpi-ssh-keys'
   */
  readonly sshKeys?: string;
  /** The port where the workers' sshd listens. Only root may listen below 1024. Refused below 1 and above 65535. @default 2222 */
  readonly sshPort?: number;
  /** The path of sshd in the image. Refused if it does not begin with a slash. @default '/usr/sbin/sshd' */
  readonly sshd?: string;
}

/** Open MPI would cut off the domain, and a worker is not found without the Service's name. The MPI operator sets it too. */
const KEEP_DOMAIN = 'OMPI_MCA_orte_keep_fqdn_hostnames';

/**
 * mpirun of Open MPI starts the user's command in the workers, where sshd waits for it. Only the launcher's end counts.
 *
 * The loss of a process, a worker or the launcher ends all processes, and all start again from the last checkpoint.
 *
 * @see https://docs.open-mpi.org/en/v4.1.x/
 */
export class Mpirun implements TrainingStrategy<'MPI', 2> {
  readonly name = 'MPI mpirun';
  readonly framework = 'MPI';
  readonly reservedEnv = [KEYS, KEEP_DOMAIN];

  static of(options: MpirunOptions): Mpirun {
    return accepted('MPI.mpirun', [valueProblems(options)], () => new Mpirun(options));
  }

  private constructor(private readonly options: MpirunOptions) {}

  private get sshPort(): number {
    return this.options.sshPort ?? 2222;
  }

  private get secretName(): string {
    return this.options.sshKeys ?? 'mpi-ssh-keys';
  }

  roles(options: StrategyOptions): Roles<2> {
    const { slotsPerWorker = 'perGpu', launcher = {}, sshd = '/usr/sbin/sshd' } = this.options;
    return [
      {
        ...workerRole(options),
        processes: slotsPerWorker,
        completes: false,
        failurePolicy: 'restartJob',
        command: sshdCommand(sshd, this.sshPort),
        port: this.sshPort,
      },
      {
        ...sideRole('launcher', launcher, options.pool),
        completes: true,
        failurePolicy: 'restartJob',
        dependsOn: 'worker',
      },
    ];
  }

  rendezvous(role: ResolvedRole, roles: readonly ResolvedRole[], addresses: Addresses, pod: PodOptions): Rendezvous {
    if (role.name === 'worker') return { env: keyVariable(addresses), args: [] };
    const { mpirun = ['mpirun'], flags = ['--bind-to', 'none', '--map-by', 'slot'] } = this.options;
    const workers = roles.filter(({ name }) => name === 'worker');
    const processes = workers.reduce((sum, each) => sum + each.replicas * each.processes, 0);
    const hosts = workers
      .flatMap((worker) =>
        Array.from({ length: worker.replicas }, (_, index) => `${addresses.host(worker, index)}:${worker.processes}`),
      )
      .join(',');
    const launcher = [
      // An operator restarts a launcher that came too early.
      ...(addresses.mpi ? [] : afterWorkers(hosts)),
      ...mpirun,
      ...(userOf(pod) === 0 ? ['--allow-run-as-root'] : []),
      ...['-np', String(processes)],
      // An operator's own list of hosts would be cut down to those that are in this one too.
      ...(addresses.mpi ? [] : ['--host', hosts]),
      ...flags,
    ];
    return { env: [{ name: KEEP_DOMAIN, value: 'true' }], args: [], launcher };
  }

  readonly mounts = (pod: PodOptions, addresses: Addresses): readonly Mount[] =>
    sshMounts(pod, addresses, this.secretName, this.sshPort);

  readonly guide = (namespace: string, addresses: Addresses): readonly GuideStep[] =>
    addresses.mpi ? [] : keySteps(namespace, this.secretName);
}

function* valueProblems(options: MpirunOptions): Generator<Problem> {
  const { slotsPerWorker, mpirun, sshKeys, sshPort, sshd = '/usr/sbin/sshd' } = options;
  const wrong = (property: string, message: string, fix: string) => problem('mpirun-option', property, message, fix);
  yield* boundsProblems('mpirun-option', { slotsPerWorker }, { least: 1 });
  yield* boundsProblems('mpirun-option', { sshPort }, PORTS);
  if (mpirun?.length === 0) yield wrong('mpirun', 'mpirun is an empty list', "use ['mpirun'], or leave it out");
  if (sshKeys !== undefined) yield* objectNameProblems('Secret', 'sshKeys', sshKeys);
  if (!sshd.startsWith('/')) {
    yield wrong(
      'sshd',
      `sshd ${JSON.stringify(sshd)} is not an absolute path`,
      'use its path, such as "/usr/sbin/sshd"',
    );
  }
}
