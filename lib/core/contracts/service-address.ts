import type { Duration } from 'cdk8s';
import type { ICluster } from './cluster';

/** A Service of the gateway's cluster, such as that of a web page. */
export interface ServiceAddress {
  /** The name of the Service. */
  readonly name: string;
  /** @default - the gateway's */
  readonly namespace?: string;
  /** The port of the Service, not that of its pods. */
  readonly port: number;
  /** @default 'http' */
  readonly protocol?: 'http' | 'grpc';
  /** The beginnings of the paths that it answers, which a route passes on. @default ['/'] */
  readonly clientPaths?: readonly string[];
  /** The path that is answered with status 200 as long as the Service works. For load balancers of Google Cloud. @default '/' */
  readonly healthPath?: string;
  /**
   * The longest time of a request, or of a WebSocket, which a page with a terminal or a kernel keeps open. Load balancers of Google Cloud
   * end both. Whole seconds, up to a day.
   *
   * @default Duration.seconds(30)
   */
  readonly requestTimeout?: Duration;
  /** The pods behind it, which a route opens to its gateway. @default - others decide who reaches them */
  readonly pods?: RoutedPods;
  /** True if an operator or a chart of Helm makes it, so that the program does not. @default false */
  readonly operated?: boolean;
}

/** Pods of a workload that are closed to gateways without a route to them. */
export interface RoutedPods {
  /** The value of their label `trainyard/workload`. */
  readonly workload: string;
  readonly port: number;
  /** @default - not known */
  readonly cluster?: ICluster;
}

/** The Service of web pages that the library makes. */
export type PageAddress = ServiceAddress & Required<Pick<ServiceAddress, 'namespace' | 'healthPath'>>;
