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
  /** The path that is answered with status 200 as long as the Service works. For load balancers of Google Cloud. @default '/' */
  readonly healthPath?: string;
}

/** The Service of web pages that the library makes. */
export type PageAddress = Required<Omit<ServiceAddress, 'protocol'>>;
