import { Chart, Duration, type ApiObject } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { nameProblems, pathBelow } from '../../core/names/name';
import { checkAtSynth, isStandIn, ownId, problem, refuses, standIn, type Problem } from '../../core/problems';
import { chartOf } from '../../kubernetes/enclosing-chart';
import { ingressPolicyOf, peersOf, tcp } from '../../kubernetes/network-policy';
import { workloadLabel } from '../../kubernetes/workload-label';
import { addWorkload, type PodWorkload } from '../../workload/workload';
import { ServingPlatform } from '../serving-platforms';
import { servingWorkload } from '../serving-workload';
import type { AddressedGraph, ResolvedGraph } from './graph-backend';
import type { GraphModelOptions, GraphNode } from './graph-node';
import { callProblems, lackProblems, nodeProblems, placeProblems } from './graph-problems';

/** The nodes of a graph, each of which names others of the same graph. */
export interface InferenceGraphProps<Name extends string> {
  /** The nodes by their names. Requests arrive at `root`. */
  readonly nodes: Readonly<Record<Name | 'root', GraphNode<NoInfer<Name> | 'root'>>>;
  /** The platform that runs the graph and its models. @default ServingPlatform.kserve() */
  readonly platform?: ServingPlatform;
  /** Clients beside the pods of its namespace, in Kubernetes' words. @default [] */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
  /** The name of its objects. @default - the ids of the construct and its scopes below the chart, with hyphens */
  readonly graphName?: string;
}

/**
 * Several models behind one address: one after the other, all at once, by weights, or by what a request has.
 *
 * @example
 * new InferenceGraph(chart, 'animals', {
 *   nodes: {
 *     root: GraphNode.sequence('kind', 'breed'),
 *     kind: GraphNode.model({ pool: t4, server, model: kinds }),
 *     breed: GraphNode.model({ pool: t4, server, model: breeds }),
 *   },
 * });
 */
export class InferenceGraph<Name extends string> extends Construct {
  /** The address for clients in the cluster. */
  readonly url: string = '';
  /** The graph with all defaults filled in, for routes of gateways. */
  readonly graph: AddressedGraph = standIn();
  /** The object of the graph; `undefined` if the graph was refused. */
  readonly resource?: ApiObject;

  constructor(scope: Construct, id: string, props: InferenceGraphProps<Name>) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { platform = ServingPlatform.kserve(), graphName: name = pathBelow(chart, this), reachableFrom } = props;
    const nodes: ResolvedGraph['nodes'] = props.nodes;
    const { graphs } = platform;
    if ([platform, ...Object.values(nodes)].some(isStandIn) || refuses(this, graphProblems(name, nodes, platform)))
      return;
    const models = Object.entries(nodes).flatMap(([node, { way }]) =>
      way.kind === 'model' ? [[node, this.serve(name, node, way.options, platform)] as const] : [],
    );
    const [first] = models;
    if (!graphs || !first || models.some(([, serving]) => isStandIn(serving))) return;
    const protocol = first[1].tracks[0].container.predict?.protocol ?? 'v1';
    const { namespace = 'default' } = Chart.of(this);
    const servers: ResolvedGraph['servers'] = Object.fromEntries(models);
    const requestTimeout = Duration.seconds(secondsOf('root', nodes, servers));
    const graph: ResolvedGraph = { name, namespace, nodes, servers, protocol, requestTimeout };
    const entry = graphs.entry(graph);
    this.graph = { ...graph, entry };
    this.url = `http://${entry.name}.${namespace}${entry.port === 80 ? '' : `:${entry.port}`}${entry.path}`;
    checkAtSynth(this, function* () {
      yield* callProblems(graph);
      yield* lackProblems(graph, graphs);
      yield* placeProblems(graph, graphs);
      yield* graphs.problems?.(graph) ?? [];
    });
    const object = graphs.render(graph);
    const main = { ...object, metadata: { ...object.metadata, labels: workloadLabel(name) } };
    const from = [{ podSelector: {} }, ...peersOf(reachableFrom)];
    const before = entry.ports.length > 0 ? [ingressPolicyOf(name, [{ from, ports: entry.ports.map(tcp) }])] : [];
    this.resource = addWorkload(this, { base: name, pods: [], rendered: { before, main } });
  }

  /** The server of a model. Where its pods are in the graph's object, it has only what is around them. */
  private serve(graph: string, modelName: string, options: GraphModelOptions, platform: ServingPlatform) {
    const owner = new Construct(this, modelName);
    const member = platform.graphs?.memberPlatform?.(modelName);
    const all = { ...options, modelName, platform: member ?? platform };
    const { serving, workload } = servingWorkload(owner, `${graph}-${modelName}`, all);
    addWorkload(owner, member && !isStandIn(workload) ? withoutPods(workload) : workload);
    return serving;
  }
}

function withoutPods(workload: PodWorkload): PodWorkload {
  const { before = [], main, beside = [] } = workload.rendered;
  const [first = main, ...others] = before;
  return { ...workload, kind: undefined, rendered: { main: first, beside: [...others, ...beside] } };
}

/** The longest time of a request at a node. The models of an ensemble get it at once, and those of a router one of them. */
function secondsOf(node: string, nodes: ResolvedGraph['nodes'], servers: ResolvedGraph['servers']): number {
  const { kind, routes = [] } = nodes[node]?.way ?? {};
  const own = servers[node]?.requestTimeout.toSeconds() ?? 0;
  return routes.reduce((time, { to }) => {
    const next = secondsOf(to, nodes, servers);
    return kind === 'sequence' ? time + next : Math.max(time, next);
  }, own);
}

function* graphProblems(name: string, nodes: ResolvedGraph['nodes'], platform: ServingPlatform): Generator<Problem> {
  yield* nameProblems({ what: 'graph', max: 50, property: 'graphName' }, name);
  yield* nodeProblems(nodes);
  if (platform.graphs) return;
  const message = `platform "${platform.name}" has no graphs, because nothing of it leads a request from one model to another`;
  yield problem('platform-option', 'platform', message, 'use ServingPlatform.kserve()');
}
