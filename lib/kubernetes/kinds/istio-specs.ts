// Made by scripts/refresh-kinds.ts from upstream's definitions: the fields of custom resources that this library writes.
// Type aliases, as an interface is not assignable to a JSON object.
import type { JsonObject } from '../manifest';

export type IstioGatewaySpec = {
  readonly selector?: Readonly<Record<string, string>>;
  readonly servers?: readonly {
    readonly hosts: readonly string[];
    readonly port: { readonly name: string; readonly number: number; readonly protocol: string };
    readonly tls?: { readonly credentialName?: string; readonly mode?: 'SIMPLE' };
  }[];
};

export type StringMatch = { readonly exact?: string; readonly prefix?: string };

export type VirtualServiceSpec = {
  readonly gateways?: readonly string[];
  readonly hosts?: readonly string[];
  readonly http?: readonly {
    readonly match?: readonly {
      readonly port?: number;
      readonly uri?: StringMatch;
      readonly headers?: Readonly<Record<string, StringMatch>>;
    }[];
    readonly mirrors?: readonly {
      readonly destination: { readonly host: string; readonly port?: { readonly number?: number } };
      readonly percentage?: { readonly value?: number };
    }[];
    readonly retries?: { readonly attempts?: number; readonly retryOn?: string };
    readonly route?: readonly {
      readonly destination: { readonly host: string; readonly port?: { readonly number?: number } };
      readonly weight?: number;
    }[];
    readonly timeout?: string;
  }[];
};

export type DestinationRuleSpec = {
  readonly exportTo?: readonly string[];
  readonly host: string;
  readonly trafficPolicy?: {
    readonly portLevelSettings?: readonly {
      readonly port?: { readonly number?: number };
      readonly connectionPool?: { readonly http?: { readonly h2UpgradePolicy?: 'UPGRADE' } };
      readonly loadBalancer?: { readonly simple?: 'LEAST_REQUEST' };
    }[];
  };
};

export type AuthorizationPolicySpec = {
  readonly action?: 'ALLOW';
  readonly rules?: readonly {
    readonly from?: readonly {
      readonly source?: { readonly namespaces?: readonly string[]; readonly principals?: readonly string[] };
    }[];
    readonly to?: readonly {
      readonly operation?: { readonly paths?: readonly string[]; readonly ports?: readonly string[] };
    }[];
  }[];
  readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
};

export type PeerAuthenticationSpec = {
  readonly mtls?: { readonly mode?: 'STRICT' | 'PERMISSIVE' };
  readonly portLevelMtls?: Readonly<Record<string, JsonObject>>;
  readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
};

export type MeshTelemetrySpec = {
  readonly accessLogging?: readonly { readonly providers?: readonly { readonly name: string }[] }[];
  readonly metrics?: readonly { readonly providers?: readonly { readonly name: string }[] }[];
  readonly tracing?: readonly {
    readonly providers?: readonly { readonly name: string }[];
    readonly randomSamplingPercentage?: number;
  }[];
};
