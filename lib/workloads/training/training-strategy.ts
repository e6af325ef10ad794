import type { INodePool } from '../../core/contracts/node-pool';
import type { ResourceOptions } from '../pod/resources';

/**
 * What the processes of a distributed job are, whoever runs them: which roles there are, and what
 * each task is told of the others. Pure: no construct, no manifest.
 */
export interface TrainingStrategy {
  /** For messages: `TensorFlow parameter server`. */
  readonly name: string;
  /** The framework whose conventions it follows, as it writes itself: `TensorFlow`. Some engines are made for one alone. */
  readonly framework: string;
  /** The environment variables that tell a task of the others: users must not set them. */
  readonly reservedEnv: readonly string[];
  roles(options: StrategyOptions): readonly Role[];
  /** What one task of a role is told: environment variables or arguments, with the addresses of its peers in them. */
  rendezvous(role: Role, roles: readonly Role[], addresses: Addresses): Rendezvous;
}

/** What a job gives its strategy. */
export interface StrategyOptions {
  readonly workers: number;
  /** The pool of every role that does not name its own. */
  readonly pool: INodePool;
  /** What each worker asks for. @default - what is usual for a worker: docs/resources.md */
  readonly resources?: ResourceOptions;
}

/** One kind of process of a job. */
export interface Role {
  /** `chief`, `worker`, `ps`, `evaluator`: lower case, as TensorFlow has them. */
  readonly name: string;
  readonly replicas: number;
  readonly pool: INodePool;
  /** What each task asks for. @default - what is usual for its kind: docs/resources.md */
  readonly resources?: ResourceOptions;
  /** Whether tasks do the accelerated work: they take GPUs of a GPU pool by default. */
  readonly accelerated: boolean;
  /** Whether the job is done when all tasks of the roles marked so have succeeded. The others are stopped then. */
  readonly completes: boolean;
  /** What the loss of one task costs: only that task, or the whole job has to start again. */
  readonly onLoss: 'restartTask' | 'restartJob';
  /** Whether it is none of the training cluster, so that nobody connects to it. @default false */
  readonly apart?: boolean;
}

/** Where an engine puts the tasks; texts may hold `$(NAME)` of environment variables that the engine defines before. */
export interface Addresses {
  /** Host and port of one task. */
  address(role: Role, index: number): string;
  /** The index of the task that reads it. */
  readonly ownIndex: string;
}

/** What one task is told. */
export interface Rendezvous {
  /** In this order, after the engine's own variables. */
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** After the user's arguments. */
  readonly args: readonly string[];
}

/** The port on which tasks listen, as TensorFlow's own examples have it. */
export const TASK_PORT = 2222;
