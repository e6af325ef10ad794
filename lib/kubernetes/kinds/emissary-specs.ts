// Made by scripts/refresh-kinds.ts from upstream's definitions: the fields of custom resources that this library writes.
// Type aliases, as an interface is not assignable to a JSON object.
import type { JsonObject } from '../manifest';

export type EmissaryModuleSpec = { readonly ambassador_id?: readonly string[]; readonly config: JsonObject };

export type EmissaryListenerSpec = {
  readonly ambassador_id?: readonly string[];
  readonly hostBinding: { readonly namespace?: { readonly from?: 'ALL' } };
  readonly port: number;
  readonly protocol?: 'HTTP' | 'HTTPS';
  readonly securityModel: 'INSECURE' | 'SECURE';
};

export type EmissaryHostSpec = {
  readonly ambassador_id?: readonly string[];
  readonly hostname?: string;
  readonly mappingSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
  readonly requestPolicy?: { readonly insecure?: { readonly action?: 'Reject' | 'Route' } };
  readonly tlsSecret?: { readonly name?: string };
};

export type EmissaryMappingSpec = {
  readonly allow_upgrade?: readonly string[];
  readonly ambassador_id?: readonly string[];
  readonly grpc?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idle_timeout_ms?: number;
  readonly load_balancer?: { readonly policy: 'least_request' };
  readonly precedence?: number;
  readonly prefix: string;
  readonly prefix_exact?: boolean;
  readonly resolver?: string;
  readonly retry_policy?: { readonly num_retries?: number; readonly retry_on?: 'connect-failure' };
  readonly rewrite?: string;
  readonly service: string;
  readonly shadow?: boolean;
  readonly timeout_ms?: number;
  readonly weight?: number;
};

export type EmissaryResolverSpec = { readonly ambassador_id?: readonly string[] };
