import { coverInternet, isPublic } from '../../core/network/cidr';
import { cidrProblems } from '../../core/network/cidr-problems';
import { accepted, problem, type Problem } from '../../core/problems';

export interface InternalLoadBalancerOptions {
  /** The ranges of addresses that may connect, such as `['10.0.0.0/8']`. @default - all that reach the network */
  readonly sourceRanges?: readonly string[];
  /** The names of the ports that its clients need, such as `['grpc', 'http']`. @default - the first port of the server */
  readonly ports?: readonly string[];
  /** A reserved IPv4 address of the region. @default - one by Google Cloud, which clients lose if the load balancer is made again */
  readonly address?: string;
  /**
   * Calls that change the server, such as TensorFlow Serving's call that loads other models. `refused`: a proxy in each
   * pod passes on what clients need and nothing else. `open`: every client can change the server.
   *
   * @default 'refused'
   */
  readonly adminCalls?: 'refused' | 'open';
}

export interface ExternalLoadBalancerOptions extends Omit<InternalLoadBalancerOptions, 'sourceRanges'> {
  /**
   * The ranges of addresses that may connect, such as `['203.0.113.0/24']`. `everyone` is the whole internet. Ranges
   * that together are the whole internet are refused.
   */
  readonly sourceRanges: readonly string[] | 'everyone';
}

/** A load balancer of the cloud before a server. */
export interface LoadBalancerWay {
  readonly kind: 'loadBalancer';
  readonly scheme: 'external' | 'internal';
  /** @default - everyone who reaches its address */
  readonly sourceRanges?: readonly string[];
  /** @default - the first port of the server */
  readonly ports?: readonly string[];
  readonly address?: string;
  readonly adminCalls: 'refused' | 'open';
}

/** Failures, in the words of Envoy, of requests that no server has begun to answer. Others are never tried again. */
export const UNANSWERED = ['connect-failure', 'refused-stream', 'reset-before-request'] as const;

/** The annotations of Services by which GKE makes load balancers of each scheme. */
export const BALANCER_ANNOTATIONS = {
  internal: { 'networking.gke.io/load-balancer-type': 'Internal' },
  // It lets connections end when a node leaves. Without it GKE may still make the older kind, which does not.
  external: { 'cloud.google.com/l4-rbs': 'enabled' },
};

/** The fields of a Service by which a cloud makes such a load balancer. */
export function balancerFields({ address, sourceRanges }: LoadBalancerWay) {
  return { type: 'LoadBalancer', loadBalancerIP: address, loadBalancerSourceRanges: sourceRanges } as const;
}

/** The end of the name of the Service that clients outside the cluster reach. */
export const OUTSIDE = '-outside';

/**
 * The clients that can reach a server. Pods of its namespace, and those of `reachableFrom`, always can by the name of its Service.
 *
 * @example
 * const exposure = Exposure.internalLoadBalancer({ ports: ['grpc'], sourceRanges: ['10.0.0.0/8'] });
 */
export class Exposure {
  declare readonly '~type': 'Exposure';

  /** Pods of the cluster alone: those of its namespace and of `reachableFrom`, by the name of its Service. */
  static internal(): Exposure {
    return new Exposure({ kind: 'internal' });
  }

  /** Clients on the internet too, by a load balancer with an address of its own. */
  static externalLoadBalancer(options: ExternalLoadBalancerOptions): Exposure {
    return Exposure.behind('external', options);
  }

  /** Clients in the cluster's network and in networks joined to it too, by a load balancer with an address of the network. */
  static internalLoadBalancer(options: InternalLoadBalancerOptions = {}): Exposure {
    return Exposure.behind('internal', options);
  }

  private static behind(
    scheme: LoadBalancerWay['scheme'],
    options: InternalLoadBalancerOptions | ExternalLoadBalancerOptions,
  ): Exposure {
    const { ports, address, adminCalls = 'refused' } = options;
    const sourceRanges = options.sourceRanges === 'everyone' ? undefined : options.sourceRanges;
    const way: LoadBalancerWay = { kind: 'loadBalancer', scheme, sourceRanges, ports, address, adminCalls };
    return accepted(`Exposure.${scheme}LoadBalancer`, [wayProblems(way)], () => new Exposure(way));
  }

  private constructor(readonly way: { readonly kind: 'internal' } | LoadBalancerWay) {}
}

function* wayProblems({ scheme, sourceRanges, address }: LoadBalancerWay): Generator<Problem> {
  yield* rangeProblems(scheme, sourceRanges);
  yield* addressProblems(scheme, address);
}

function* rangeProblems(scheme: LoadBalancerWay['scheme'], ranges?: readonly string[]): Generator<Problem> {
  if (!ranges) return;
  const everyone = scheme === 'external' ? "sourceRanges: 'everyone'" : 'no sourceRanges';
  if (ranges.length === 0) {
    const fix = `name the ranges of your clients, such as ["203.0.113.0/24"], or write ${everyone}`;
    yield problem('exposure-ranges', 'sourceRanges', 'no address may connect', fix);
  }
  for (const [index, range] of ranges.entries()) yield* cidrProblems(`sourceRanges[${index}]`, range);
  if (scheme !== 'external' || !coverInternet(ranges)) return;
  yield problem(
    'exposure-ranges',
    'sourceRanges',
    `${ranges.join(', ')} ${ranges.length === 1 ? 'is' : 'together are'} the whole internet`,
    `name the ranges of your clients, or write ${everyone} if anybody may connect`,
  );
}

function* addressProblems(scheme: LoadBalancerWay['scheme'], address?: string): Generator<Problem> {
  if (address === undefined) return;
  if ([...cidrProblems('address', `${address}/32`)].length > 0) {
    const message = `${JSON.stringify(address)} is not an IPv4 address`;
    yield problem('exposure-address', 'address', message, 'give four numbers up to 255, such as "203.0.113.9"');
  } else if (scheme === 'external' && !isPublic(address)) {
    const message = `${address} is an address of private networks, which no load balancer on the internet can have`;
    yield problem(
      'exposure-address',
      'address',
      message,
      'give one of the internet, or use Exposure.internalLoadBalancer',
    );
  }
}
