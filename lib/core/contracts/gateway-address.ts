/** The facts of an address at Google Cloud where a gateway of GKE listens. */
export interface IGatewayAddress {
  readonly addressName: string;
  /** `global`: on the internet, by proxies around the world. `regional`: on the internet, by proxies of one region. `internal`: in the network, by such proxies. */
  readonly reach: 'global' | 'regional' | 'internal';
  /** The region of its proxies. @default - none, because it is global */
  readonly region?: string;
  /** The addresses of its proxies, which servers let in. @default - those of Google's global proxies */
  readonly proxyRange?: string;
  /** The hosts that have certificates of Google, each with the name of the certificate map, or of a regional certificate. @default {} */
  readonly certificates?: Readonly<Record<string, string>>;
}
