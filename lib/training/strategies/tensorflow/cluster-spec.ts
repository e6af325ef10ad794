import { accepted, problem, type Problem } from '../../../core/problems';
import type { Addresses, Rendezvous, Role } from '../../training-strategy';

/** The flags of a script that learns its cluster from flags. */
export interface ClusterFlags {
  /**
   * A chief that coordinates the workers, as in TensorFlow 2. Set it to false for scripts of TensorFlow 1: worker 0 is
   * their chief, and the job ends when all workers have ended. @default true
   */
  readonly chief?: boolean;
  /** Refused beside `chief: false`. @default '--chief_hosts' */
  readonly chiefHosts?: string;
  /** @default '--worker_hosts' */
  readonly workerHosts?: string;
  /** @default '--ps_hosts' */
  readonly parameterServerHosts?: string;
  /** @default '--job_name' */
  readonly jobName?: string;
  /** @default '--task_index' */
  readonly taskIndex?: string;
}

export const TF_CONFIG = 'TF_CONFIG';

type FlagNames = Required<Omit<ClusterFlags, 'chief'>>;

/** The port of tasks, as TensorFlow's own examples have it. */
export const TF_PORT = 2222;

const FLAG = /^--?[A-Za-z][-\w]*$/;

/**
 * The way in which tasks learn of the tasks of their cluster.
 *
 * @see https://www.tensorflow.org/guide/distributed_training#TF_CONFIG
 */
export class ClusterSpec {
  /** By the environment variable TF_CONFIG, which TensorFlow reads by itself. */
  static readonly TF_CONFIG = new ClusterSpec(true);
  /** The same for scripts of TensorFlow 1, whose chief is worker 0: the job ends when all workers have ended. */
  static readonly TF_CONFIG_WITHOUT_CHIEF = new ClusterSpec(false);

  /**
   * By flags after the user's arguments, `--ps_hosts=… --worker_hosts=… --chief_hosts=… --job_name=… --task_index=…`, for
   * scripts that parse them. An evaluator gets TF_CONFIG beside them. Refused: a name that is not of the form `--name`, and one name for two flags.
   */
  static flags(options: ClusterFlags = {}): ClusterSpec {
    const checks = [flagNameProblems(options)];
    const make = () => new ClusterSpec(options.chief ?? true, flagNames(options));
    return accepted('ClusterSpec.flags', checks, make);
  }

  private constructor(
    /** True if a chief coordinates the workers of a job with parameter servers. */
    readonly chief: boolean,
    private readonly flagNames?: FlagNames,
  ) {}

  rendezvous(role: Role, roles: readonly Role[], addresses: Addresses): Rendezvous {
    // Peers never connect to an auxiliary task, and a coordinator that knew of it would wait for it for ever.
    const apart = role.auxiliary === true;
    const peers = apart ? [role] : roles.filter((peer) => peer.auxiliary !== true);
    const hosts = (peer: Role) =>
      Array.from({ length: peer.replicas }, (_, index) => `${addresses.host(peer, index)}:${TF_PORT}`);
    const cluster = JSON.stringify(Object.fromEntries(peers.map((peer) => [peer.name, hosts(peer)])));
    const tfConfig = `{"cluster":${cluster},"task":{"type":${JSON.stringify(role.name)},"index":${addresses.ownIndex}}}`;
    const flags = this.flagNames;
    if (!flags) return { env: [{ name: TF_CONFIG, value: tfConfig }], args: [] };
    const hostsFlags = { chief: flags.chiefHosts, ps: flags.parameterServerHosts, worker: flags.workerHosts };
    return {
      env: apart ? [{ name: TF_CONFIG, value: tfConfig }] : [],
      args: [
        ...Object.entries(hostsFlags).flatMap(([name, flag]) =>
          peers.filter((peer) => peer.name === name).map((peer) => `${flag}=${hosts(peer).join(',')}`),
        ),
        `${flags.jobName}=${role.name}`,
        `${flags.taskIndex}=${addresses.ownIndex}`,
      ],
    };
  }
}

function flagNames(options: ClusterFlags): FlagNames {
  return {
    chiefHosts: options.chiefHosts ?? '--chief_hosts',
    workerHosts: options.workerHosts ?? '--worker_hosts',
    parameterServerHosts: options.parameterServerHosts ?? '--ps_hosts',
    jobName: options.jobName ?? '--job_name',
    taskIndex: options.taskIndex ?? '--task_index',
  };
}

function* flagNameProblems(options: ClusterFlags): Generator<Problem> {
  const { chief, chiefHosts } = options;
  const flags = flagNames(options);
  const spelled = Object.values(flags);
  for (const [property, flag] of Object.entries(flags)) {
    if (FLAG.test(flag)) continue;
    const name = flag.replace(/^-+|=.*$/g, '') || 'name';
    const fix = `write it as the script's command line has it, without a value: "--${name}"`;
    yield problem('flag-name', property, `"${flag}" is not the name of a flag`, fix);
  }
  for (const flag of new Set(spelled)) {
    if (spelled.indexOf(flag) === spelled.lastIndexOf(flag)) continue;
    const fix = `give each of ${Object.keys(flags).join(', ')} a name of its own`;
    yield problem('flag-name', `flag "${flag}" is the name of two flags`, fix);
  }
  if (chief !== false || chiefHosts === undefined) return;
  yield problem(
    'chief-without-role',
    'chiefHosts',
    `chiefHosts is set to "${chiefHosts}", but chief: false makes worker 0 the chief, which is among the worker hosts`,
    'leave chiefHosts out, or leave chief: false out',
  );
}
