import type { Duration } from 'cdk8s';
import type { Problem } from '../../core/problems';
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
  /** The longest time of a request: those of models that it goes to one after the other, together. */
  readonly requestTimeout: Duration;
}

/** A graph and its address in the cluster. */
export interface AddressedGraph extends ResolvedGraph {
  readonly entry: GraphEntry;
}

/** The Service where requests for a graph arrive, and the path of its calls. */
export interface GraphEntry {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  /** The headers that tell its calls from others at the Service. @default - it is alone there */
  readonly headers?: Readonly<Record<string, string>>;
  /** The path that is answered with status 200 as long as the router works. @default - the graph has no router of its own */
  readonly healthPath?: string;
  /** The ports of the router's pods, which have the labels of the object. Requests arrive at the first. Empty without such pods. */
  readonly ports: readonly number[];
}

/** The graphs of a platform: from a resolved graph to one object. */
export interface GraphBackend {
  /** The name in messages: `InferenceGraph`. */
  readonly name: string;
  /** The rules that it lacks, each with the reason. */
  readonly lacks: Readonly<Partial<Record<GraphWay['kind'], string>>>;
  /** The platform of a server whose pods are in the graph's own object. @default - each server has an object of its own */
  memberPlatform?(node: string): ServingPlatform;
  /** The models in the graph's object, which has one place for each. @default - it can have a model at many places */
  placesOf?(graph: ResolvedGraph): readonly string[];
  /** Further problems of graphs. @default - none */
  problems?(graph: ResolvedGraph): Iterable<Problem>;
  render(graph: ResolvedGraph): Manifest;
  entry(graph: ResolvedGraph): GraphEntry;
}
