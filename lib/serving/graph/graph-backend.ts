import type { Problem } from '../../core/problems/problem';
import type { Manifest } from '../../kubernetes/manifest';
import type { ServerPredict } from '../model-server';
import type { ResolvedServing } from '../serving';
import type { ServingPlatform } from '../serving-platform';
import type { GraphNode, GraphWay } from './graph-node';

/** A graph with its servers resolved. */
export interface ResolvedGraph {
  readonly name: string;
  readonly namespace: string;
  readonly nodes: Readonly<Record<string, GraphNode>>;
  /** The servers of the models, by the names of their nodes. */
  readonly servers: Readonly<Record<string, ResolvedServing>>;
  /** The protocol that all servers speak. */
  readonly protocol: ServerPredict['protocol'];
}

/** The graphs of a platform: from a resolved graph to one object. */
export interface GraphBackend {
  /** The name in messages: `InferenceGraph`. */
  readonly name: string;
  /** The rules that it lacks, each with the reason. */
  readonly lacks: Readonly<Partial<Record<GraphWay['kind'], string>>>;
  /** The ports of its router's pods, which have the labels of the object. @default [] - it has no pods of its own */
  readonly ports: readonly number[];
  /** The platform of a server whose pods are in the graph's own object. @default - each server has an object of its own */
  memberPlatform?(node: string): ServingPlatform;
  /** Further problems of graphs. */
  problems(graph: ResolvedGraph): Iterable<Problem>;
  render(graph: ResolvedGraph): Manifest;
  /** The address for clients in the cluster. */
  url(graph: ResolvedGraph): string;
}
