import type { NetworkFact } from './cluster';

/** The facts of an address at Google Cloud where a gateway of GKE listens. */
export interface IGatewayAddress {
  readonly addressName: string;
  /** `global`: on the internet, by proxies around the world. `regional`: on the internet, by proxies of one region. `internal`: in the network, by such proxies. */
  readonly reach: 'global' | 'regional' | 'internal';
  /** The region of its proxies. @default - none, because it is global */
  readonly region?: string;
  /** The network of its proxies, or of the address itself. @default - not known, or not in a network */
  readonly network?: NetworkFact;
  /** The addresses of its proxies, which servers let in. @default - those of Google's global proxies */
  readonly proxyRange?: string;
  /** Certificates of Google, in a map of Certificate Manager. Only global addresses have one. @default - none */
  readonly certificateMap?: { readonly name: string; readonly hosts: readonly string[] };
}
