import { Chart, type ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { k8s } from 'cdk8s-plus-27';
import { nameProblems, pathBelow } from '../../core/names/name';
import { checkAtSynth } from '../../core/problems/check';
import { refuses } from '../../core/problems/errors';
import { ownId } from '../../core/problems/own-id';
import { problem, type Problem } from '../../core/problems/problem';
import { isStandIn } from '../../core/problems/stand-in';
import { chartOf } from '../../kubernetes/enclosing-chart';
import { ingressPolicyOf, peersOf, tcp } from '../../kubernetes/network-policy';
import { workloadLabel } from '../../kubernetes/workload-label';
import { operatorProblems } from '../../workload/backend';
import { addWorkload, type PodWorkload } from '../../workload/workload';
import type { ResolvedServing } from '../serving';
import { ServingPlatform } from '../serving-platforms';
import { servingWorkload } from '../serving-workload';
import type { GraphBackend, ResolvedGraph } from './graph-backend';
import type { GraphNode } from './graph-node';
import { callProblems, nodeProblems } from './graph-problems';

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
  /** The object of the graph; `undefined` on a platform that has none. */
  readonly resource?: ApiObject;

  constructor(scope: Construct, id: string, props: InferenceGraphProps<Name>) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { platform = ServingPlatform.kserve(), graphName: name = pathBelow(chart, this), reachableFrom } = props;
    const nodes: ResolvedGraph['nodes'] = props.nodes;
    if ([platform, ...Object.values(nodes)].some(isStandIn)) return;
    const { graphs } = platform;
    if (refuses(this, graphProblems(name, nodes, platform)) || graphs === undefined) return;
    const servers = this.serversOf(name, nodes, platform, graphs);
    if (Object.values(servers).some(isStandIn)) return;
    const graph: ResolvedGraph = { name, namespace: Chart.of(this).namespace ?? 'default', nodes, servers };
    this.url = graphs.url(graph);
    checkAtSynth(this, function* () {
      yield* callProblems(graph);
      yield* graphs.problems(graph);
      const cluster = Object.values(servers)[0]?.pool.cluster;
      if (cluster) yield* operatorProblems('platform', graphs, cluster);
    });
    const object = graphs.render(graph);
    const main = { ...object, metadata: { ...object.metadata, labels: workloadLabel(name) } };
    const from = [{ podSelector: {} }, ...peersOf(reachableFrom)];
    const before = graphs.ports ? [ingressPolicyOf(name, [{ from, ports: graphs.ports.map(tcp) }])] : [];
    this.resource = addWorkload(this, { base: name, pods: [], kind: graphs.kind, rendered: { before, main } });
  }

  /** The servers of the models, with the objects around their pods. */
  private serversOf(
    graph: string,
    nodes: ResolvedGraph['nodes'],
    platform: ServingPlatform,
    graphs: GraphBackend,
  ): Record<string, ResolvedServing> {
    return Object.fromEntries(
      Object.entries(nodes).flatMap(([node, { way }]) => {
        if (way.kind === 'serving') return [[node, way.deployment.serving]];
        if (way.kind !== 'model') return [];
        const owner = new Construct(this, node);
        const member = graphs.memberPlatform?.(node);
        const options = { modelName: node, ...way.options, platform: member ?? platform };
        const { serving, workload } = servingWorkload(owner, `${graph}-${node}`, options);
        addWorkload(owner, member && !isStandIn(workload) ? withoutPods(workload) : workload);
        return [[node, serving]];
      }),
    );
  }
}

/** A server whose pods the object of a graph runs. */
function withoutPods({ rendered, kind: _, ...workload }: PodWorkload): PodWorkload {
  const [main = rendered.main, ...before] = [...(rendered.before ?? [])].reverse();
  return { ...workload, rendered: { before: before.reverse(), main, beside: rendered.beside } };
}

function* graphProblems(
  name: string,
  nodes: ResolvedGraph['nodes'],
  { name: platform, graphs }: ServingPlatform,
): Generator<Problem> {
  yield* nameProblems({ what: 'graph', max: 50, property: 'graphName' }, name);
  yield* nodeProblems(nodes);
  if (graphs) return;
  const message = `platform "${platform}" has no graphs: nothing of it leads a request from one model to another`;
  yield problem('platform-option', 'platform', message, 'use ServingPlatform.kserve()');
}
