import { contract, listOf, METHOD, number, optional, text, type Rules } from '../../core/problems/rules';
import type { Advice } from '../../core/problems/check';
import type { INodePool } from '../../core/contracts/node-pool';
import type { ResolvedResources, ResourceOptions } from '../pod/resources';

/**
 * What the processes of a distributed job are, whoever runs them: which roles there are, and what
 * each task is told of the others. Pure: no construct, no manifest.
 */
export interface TrainingStrategy {
  /** For messages: `TensorFlow parameter server`. */
  readonly name: string;
  /** The framework that it trains with, in its own spelling: `TensorFlow`. Some engines run one framework only. */
  readonly framework: string;
  /** The environment variables that tell a task about its peers: users must not set them. */
  readonly reservedEnv: readonly string[];
  /** Where tasks listen. @default - tasks do not talk to each other */
  readonly port?: number;
  roles(options: StrategyOptions): readonly Role[];
  /** What one task of a role is told: environment variables or arguments, with the hosts of its peers in them. */
  rendezvous(role: ResolvedRole, roles: readonly ResolvedRole[], addresses: Addresses): Rendezvous;
  /** What is unwise about the roles, once it is known what their tasks ask for. */
  advice?(roles: readonly ResolvedRole[]): Iterable<Advice>;
}

const TRAINING_STRATEGY: Rules<TrainingStrategy> = {
  name: text('name it for messages'),
  framework: text('name the framework, such as "PyTorch"'),
  reservedEnv: listOf(text('give the names of variables')),
  port: optional(number('give a port, such as 2222')),
  roles: METHOD,
  rendezvous: METHOD,
  advice: optional(METHOD),
};

export const STRATEGY = contract(
  'roles',
  TRAINING_STRATEGY,
  'give TensorFlow.parameterServer(…), PyTorch.torchrun() or another strategy',
);

/** What a job gives its strategy. */
export interface StrategyOptions {
  readonly workers: number;
  /** The pool of every role that does not name its own. */
  readonly pool: INodePool;
  /** What each worker asks for. @default - what is usual for a worker: docs/resources.md */
  readonly resources?: ResourceOptions;
}

/** One kind of task of a job. */
export interface Role {
  /** `chief`, `worker`, `ps`, `evaluator`: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly replicas: number;
  /** The fewest tasks that the job can run with. @default - all */
  readonly atLeast?: number;
  readonly pool: INodePool;
  /** What each task asks for. @default - what is usual for its kind: docs/resources.md */
  readonly resources?: ResourceOptions;
  /** Whether tasks do the accelerated work: they take GPUs of a GPU pool by default. */
  readonly accelerated: boolean;
  /** How many processes each task starts; `perGpu`: one for each of its GPUs, or one where it has none. @default 1 */
  readonly processes?: number | 'perGpu';
  /** The job is done when all tasks of all roles with `completes` have succeeded. The other tasks are stopped then. */
  readonly completes: boolean;
  /** What the loss of one task costs: only that task, or the whole job has to start again. */
  readonly onLoss: 'restartTask' | 'restartJob';
  /** Runs outside the training cluster; peers never connect to it. @default false */
  readonly apart?: boolean;
  /** What the tasks run instead of the user's command and arguments, such as `['sshd', '-D']`. @default - the user's */
  readonly command?: readonly string[];
  /** Where the tasks listen. @default - the strategy's port */
  readonly port?: number;
}

/** A role with nothing left to decide. */
export interface ResolvedRole extends Role {
  readonly resolved: ResolvedResources;
  /** How many processes each task starts. */
  readonly processes: number;
}

/**
 * Where an engine puts the tasks. Texts may hold `$(NAME)` of environment variables that the engine defines before, so
 * they go into variables and arguments as they are.
 */
export interface Addresses {
  /** The host name of one task, for its peers. */
  host(role: Role, index: number): string;
  /** The host name of one task with its domain, as its own system reports it: for programs that compare the two. */
  qualifiedHost(role: Role, index: number): string;
  /** The index of the task that reads it. */
  readonly ownIndex: string;
}

/** What one task is told. */
export interface Rendezvous {
  /** In this order, after the engine's own variables. The user may set those that the strategy does not reserve. */
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** After the user's arguments. */
  readonly args: readonly string[];
  /** What starts the user's command, such as `['torchrun', '--no_python']`. @default - nothing */
  readonly launcher?: readonly string[];
}
