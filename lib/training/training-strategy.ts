import type { GuideStep } from '../core/contracts/guide';
import type { INodePool } from '../core/contracts/node-pool';
import type { Advice } from '../core/problems';
import type { Mount } from '../pods/mounts/mount';
import type { PodOptions } from '../pods/pod-options';
import type { ResolvedResources, ResourceOptions } from '../pods/containers/resources';
import type { RoleProgram } from './engine-task';

/**
 * The processes of a distributed job for every engine: its roles, and how each task finds the others. A strategy is
 * pure: it sees no construct and no manifest.
 *
 * By its framework and the number of its roles the compiler refuses an engine that cannot run it. One role means that all
 * tasks are alike.
 */
export interface TrainingStrategy<Framework extends string = string, RoleCount extends number = number> {
  /** The name in messages: `TensorFlow parameter server`. */
  readonly name: string;
  /** The framework that it trains with, in its own spelling: `TensorFlow`. Some engines run one framework only. */
  readonly framework: Framework;
  /** The environment variables that tell a task about its peers: users must not set them. */
  readonly reservedEnv: readonly string[];
  /** The port where tasks listen. @default - tasks do not talk to each other */
  readonly port?: number;
  roles(options: StrategyOptions): Roles<RoleCount>;
  /**
   * The environment variables and arguments by which a task of a role finds its peers.
   *
   * @param pod the common options of all tasks
   */
  rendezvous(role: ResolvedRole, roles: readonly ResolvedRole[], addresses: Addresses, pod: PodOptions): Rendezvous;
  /** Mounts of all tasks beside the user's, such as keys. @default - none */
  readonly mounts?: (pod: PodOptions, addresses: Addresses) => readonly Mount[];
  /** Steps of DEPLOY.md, such as the command that makes a Secret. @default - none */
  readonly guide?: (namespace: string, addresses: Addresses) => readonly GuideStep[];
  /** Advice about the roles, with their resources known. */
  readonly advice?: (roles: readonly ResolvedRole[]) => Iterable<Advice>;
}

/** The options that a job gives its strategy. */
export interface StrategyOptions {
  readonly workers: number;
  /** The pool of every role that does not name its own. */
  readonly pool: INodePool;
  /** The requests of each worker. @default - the defaults of docs/resources.md */
  readonly resources?: ResourceOptions;
}

/** One kind of task of a job. */
export interface Role {
  /** `chief`, `worker`, `ps`, `evaluator`: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly replicas: number;
  /** The most tasks that run at the same time; the others start when some have ended. Refused for tasks with a port. @default - all */
  readonly parallelism?: number;
  /** The fewest tasks that the job can run with. Such tasks end together: the first that succeeds completes the role. @default - all */
  readonly atLeast?: number;
  readonly pool: INodePool;
  /** The requests of each task. @default - the defaults of docs/resources.md */
  readonly resources?: ResourceOptions;
  /** True if tasks do the accelerated work: they get GPUs of a GPU pool by default. */
  readonly accelerated: boolean;
  /** The number of processes that each task starts; `perGpu`: one for each of its GPUs, or one without GPUs. @default 1 */
  readonly processes?: number | 'perGpu';
  /** True for a role that ends the job: when all tasks of such roles have succeeded, the others are stopped. */
  readonly completes: boolean;
  /** The restart after the loss of a task: of that task alone, or of the whole job. */
  readonly failurePolicy: 'restartTask' | 'restartJob';
  /** True for a role beside the training cluster, to which peers never connect. @default false */
  readonly auxiliary?: boolean;
  /** The name of an earlier role. Tasks of this one start when all of its tasks listen at their port. @default - they start at once */
  readonly dependsOn?: string;
  /** Replaces the user's command and arguments, such as `['sshd', '-D']`. @default - the user's */
  readonly command?: readonly string[];
  /** The user's image, command and arguments for this role, in the place of the job's. @default - the job's */
  readonly program?: RoleProgram;
  /** The port where the tasks listen. @default - the strategy's port */
  readonly port?: number;
}

/** A list of roles whose length the compiler knows, such as `Roles<1>` or `Roles<2 | 3>`. */
export type Roles<Count extends number = number> = readonly Role[] & { readonly length: Count };

/** A role with all defaults filled in. */
export interface ResolvedRole extends Role {
  readonly resolved: ResolvedResources;
  /** The number of processes that each task starts. */
  readonly processes: number;
  /** The variables and arguments of its tasks, in a job that is rendered. @default - not known yet */
  readonly told?: Rendezvous;
}

/**
 * The addresses that an engine gives to tasks. They may hold `$(NAME)` of environment variables that the engine defines
 * before, so pass them on unchanged in variables and arguments.
 */
export interface Addresses {
  /** The host name of one task, for its peers. */
  host(role: Role, index: number): string;
  /** The host name of one task with its domain, as its own system reports it: for programs that compare the two. */
  qualifiedHost(role: Role, index: number): string;
  /** The index of the task that reads it. */
  readonly ownIndex: string;
  /** The parts that an operator for MPI makes by itself. @default - the strategy makes all */
  readonly mpi?: MpiParts;
}

/** The parts that an operator for MPI makes beside its pods. It always makes the list of hosts that mpirun reads. */
export interface MpiParts {
  /** The folder of each pod with the keys of ssh: id_rsa, id_rsa.pub and authorized_keys. @default - mpirun starts its processes without ssh */
  readonly sshKeys?: string;
}

/** The variables and arguments of one task. */
export interface Rendezvous {
  /** The variables in their order, after the engine's own. The user may set those that are not reserved. */
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** Arguments after the user's. */
  readonly args: readonly string[];
  /** The program that starts the user's command, such as `['torchrun', '--no_python']`. @default - none */
  readonly launcher?: readonly string[];
}
