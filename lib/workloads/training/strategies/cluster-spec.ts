import { flagProblems, optionsProblems } from '../../../core/problems/given';
import { refuse } from '../../../core/problems/errors';
import type { Addresses, Rendezvous, Role } from '../training-strategy';

/** The flags of a script that is told of its cluster by flags. */
export interface ClusterFlags {
  /**
   * Whether there is a chief, apart from the workers, that coordinates them, as TensorFlow 2 has it. Say false for
   * scripts of TensorFlow 1: worker 0 is their chief, and the job ends when all workers have ended. @default true
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

/** The variable that TensorFlow reads. */
export const TF_CONFIG = 'TF_CONFIG';

const FLAGS = {
  chiefHosts: '--chief_hosts',
  workerHosts: '--worker_hosts',
  parameterServerHosts: '--ps_hosts',
  jobName: '--job_name',
  taskIndex: '--task_index',
};

/** What a prop of strategies takes. */
export const CLUSTER_SPEC = { has: 'rendezvous', fix: 'use ClusterSpec.TF_CONFIG or ClusterSpec.flags()' };

const FLAG = /^--?[A-Za-z][-\w]*$/;

/**
 * How tasks learn who and where the tasks of their cluster are.
 *
 * @see https://www.tensorflow.org/guide/distributed_training#TF_CONFIG
 */
export class ClusterSpec {
  /** By the environment variable TF_CONFIG, which TensorFlow reads by itself. */
  static readonly TF_CONFIG = new ClusterSpec(true);

  /**
   * By flags after the user's arguments, `--ps_hosts=… --worker_hosts=… --chief_hosts=… --job_name=… --task_index=…`, for
   * scripts that parse them. An evaluator gets TF_CONFIG beside them. Refused: a name that is not of the form `--name`, and one name for two flags.
   */
  static flags(options: ClusterFlags = {}): ClusterSpec {
    refuse('ClusterSpec.flags', [...optionsProblems(options), ...flagProblems(options, 'chief')]);
    const { chief = true, ...names } = options;
    const given = Object.fromEntries(
      Object.entries<string | undefined>(names).filter(([, flag]) => flag !== undefined),
    );
    const flags = { ...FLAGS, ...given };
    const spelled = Object.values(flags);
    refuse('ClusterSpec.flags', [
      ...Object.entries(flags)
        .filter(([, flag]) => !FLAG.test(flag))
        .map(([property, flag]) => ({
          code: 'flag-name',
          property,
          message: `"${flag}" is not the name of a flag`,
          fix: `write it as the script's command line has it, without a value: "--${flag.replace(/^-+|=.*$/g, '') || 'name'}"`,
        })),
      ...[...new Set(spelled)]
        .filter((flag) => spelled.filter((other) => other === flag).length > 1)
        .map((flag) => ({
          code: 'flag-name',
          message: `flag "${flag}" would say two things`,
          fix: `give each of ${Object.keys(flags).join(', ')} a name of its own`,
        })),
      ...(!chief && options.chiefHosts !== undefined
        ? [
            {
              code: 'chief-without-role',
              property: 'chiefHosts',
              message: `chiefHosts is set to "${options.chiefHosts}", but chief: false makes worker 0 the chief, which is among the worker hosts`,
              fix: 'leave chiefHosts out, or leave chief: false out',
            },
          ]
        : []),
    ]);
    return new ClusterSpec(chief, flags);
  }

  private constructor(
    /** Whether a chief coordinates the workers of a job with parameter servers. */
    readonly chief: boolean,
    private readonly flagNames?: typeof FLAGS,
  ) {}

  /** What one task of a role is told. */
  rendezvous(role: Role, roles: readonly Role[], addresses: Addresses): Rendezvous {
    // Nobody connects to a task that stands apart, and a coordinator would wait for it for ever if it were told of it.
    const apart = role.apart === true;
    const peers = apart ? [role] : roles.filter((peer) => peer.apart !== true);
    const hosts = (peer: Role) => Array.from({ length: peer.replicas }, (_, index) => addresses.address(peer, index));
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
