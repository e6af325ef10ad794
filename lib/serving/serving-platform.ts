import type { ModelReader } from '../model/served-model';
import type { Backend } from '../workload/backend';
import type { GraphBackend, GraphEntry } from './graph/graph-backend';
import type { ResolvedServing, Track } from './serving';

/** A feature of a serving that not every platform has. */
export type ServingFeature = 'canary' | 'blueGreen' | 'inPlace' | 'loadBalancer' | 'sidecars' | 'surge' | 'telemetry';

/**
 * The backend that runs the pods of a server in the cluster. All pods have the labels of `serverTask`, by which telemetry and
 * policies select them.
 */
export interface ServingPlatform extends Backend<ResolvedServing> {
  /** The features that it lacks, each with the reason. A serving that needs one is refused. */
  readonly lacks: Readonly<Partial<Record<ServingFeature, string>>>;
  /** The longest name of a serving, from which those of its objects follow. @default - as names of Services */
  longestName?(serving: ResolvedServing): number;
  /** Support for replicas that span several machines. @default false */
  readonly spansMachines?: boolean;
  /** The program that reads the model from its source. @default - the server */
  readonly modelReader?: ModelReader;
  /** Its graphs of models. @default - it has none */
  readonly graphs?: GraphBackend;
  /** The calls of a server at the platform's own gateway. @default - each server has a Service of its own */
  entry?(server: string): GraphEntry;
  /** The object whose number of replicas a scaler changes. @default - none: a number that follows a metric is refused */
  scaleTarget?(track: Track): ScaleTarget;
}

export interface ScaleTarget {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** The names of its pods as a regular expression, for metrics that have no labels of pods. */
  readonly podNames: string;
}
