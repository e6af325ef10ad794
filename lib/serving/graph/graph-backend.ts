import type { Problem } from '../../core/problems/problem';
import type { Manifest } from '../../kubernetes/manifest';
import type { ResolvedServing } from '../serving';
import type { ServingPlatform } from '../serving-platform';
import type { GraphNode } from './graph-node';

/** A graph with all its servers resolved. */
export interface ResolvedGraph {
  readonly name: string;
  readonly namespace: string;
  readonly nodes: Readonly<Record<string, GraphNode>>;
  /** The servers of the nodes that are models. */
  readonly servers: Readonly<Record<string, ResolvedServing>>;
}

/** The graphs of a platform: from a resolved graph to one object. */
export interface GraphBackend extends Pick<ServingPlatform, 'name' | 'kind' | 'operator'> {
  /** The ports of its router's pods, which have the labels of the object. @default - it has no pods of its own */
  readonly ports?: readonly number[];
  /** The platform of a server whose pods are in the graph's own object. @default - each server has an object of its own */
  memberPlatform?(node: string): ServingPlatform;
  /** Problems of graphs that the platform cannot do. */
  problems(graph: ResolvedGraph): Iterable<Problem>;
  render(graph: ResolvedGraph): Manifest;
  /** The address for clients in the cluster. */
  url(graph: ResolvedGraph): string;
}

/** The names of the nodes that a graph uses, each as often as something leads to it. A cycle ends at its first node. */
export function uses({ nodes }: Pick<ResolvedGraph, 'nodes'>, from = 'root', before: readonly string[] = []): string[] {
  if (before.includes(from)) return [];
  return [from, ...(nodes[from]?.targets ?? []).flatMap((to) => uses({ nodes }, to, [...before, from]))];
}
