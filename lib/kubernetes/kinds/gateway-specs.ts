// Made by scripts/refresh-kinds.ts from upstream's definitions: the fields of custom resources that this library writes.
// Type aliases, as an interface is not assignable to a JSON object.

export type GatewayClassSpec = { readonly controllerName: string };

export type GatewaySpec = {
  readonly gatewayClassName: string;
  readonly infrastructure?: {
    readonly parametersRef?: { readonly group: string; readonly kind: string; readonly name: string };
  };
  readonly listeners: readonly {
    readonly name: string;
    readonly hostname?: string;
    readonly port: number;
    readonly protocol: string;
    readonly tls?: { readonly certificateRefs?: readonly { readonly name: string }[] };
  }[];
  readonly addresses?: readonly { readonly type?: string; readonly value?: string }[];
};

export type RouteFilter = {
  readonly type: 'RequestMirror';
  readonly requestMirror?: {
    readonly backendRef: {
      readonly group?: string;
      readonly kind?: string;
      readonly name: string;
      readonly namespace?: string;
      readonly port?: number;
    };
    readonly percent?: number;
  };
};

export type RouteBackend = {
  readonly group?: string;
  readonly kind?: string;
  readonly name: string;
  readonly namespace?: string;
  readonly port?: number;
  readonly weight?: number;
};

export type HttpRouteSpec = {
  readonly parentRefs?: readonly { readonly name: string; readonly sectionName?: string }[];
  readonly hostnames?: readonly string[];
  readonly rules?: readonly {
    readonly matches?: readonly {
      readonly path?: { readonly type?: 'PathPrefix'; readonly value?: string };
      readonly headers?: readonly { readonly name: string; readonly value: string }[];
    }[];
    readonly filters?: readonly RouteFilter[];
    readonly backendRefs?: readonly RouteBackend[];
    readonly timeouts?: { readonly request?: string };
  }[];
};

export type GrpcRouteSpec = {
  readonly parentRefs?: readonly { readonly name: string; readonly sectionName?: string }[];
  readonly hostnames?: readonly string[];
  readonly rules?: readonly {
    readonly matches?: readonly {
      readonly method?: { readonly service?: string; readonly method?: string };
      readonly headers?: readonly { readonly name: string; readonly value: string }[];
    }[];
    readonly filters?: readonly RouteFilter[];
    readonly backendRefs?: readonly RouteBackend[];
  }[];
};

export type ReferenceGrantSpec = {
  readonly from: readonly { readonly group: string; readonly kind: string; readonly namespace: string }[];
  readonly to: readonly { readonly group: string; readonly kind: string; readonly name?: string }[];
};

export type GcpBackendPolicySpec = {
  readonly targetRef: { readonly group: string; readonly kind: string; readonly name: string };
  readonly default?: {
    readonly timeoutSec?: number;
    readonly connectionDraining?: { readonly drainingTimeoutSec?: number };
    readonly iap?: { readonly enabled?: boolean };
  };
};

export type HealthCheckPolicySpec = {
  readonly targetRef: { readonly group: string; readonly kind: string; readonly name: string };
  readonly default?: {
    readonly config?: {
      readonly type?: 'HTTP' | 'TCP';
      readonly httpHealthCheck?: { readonly requestPath?: string };
      readonly tcpHealthCheck?: { readonly portSpecification?: 'USE_SERVING_PORT' };
    };
  };
};

export type BackendTrafficPolicySpec = {
  readonly targetRefs?: readonly { readonly group: string; readonly kind: string; readonly name: string }[];
  readonly loadBalancer?: { readonly type: 'LeastRequest' };
  readonly timeout?: { readonly http?: { readonly requestTimeout?: string } };
  readonly retry?: {
    readonly numRetries?: number;
    readonly retryOn?: {
      readonly triggers?: readonly (
        | '5xx'
        | 'gateway-error'
        | 'reset'
        | 'reset-before-request'
        | 'connect-failure'
        | 'retriable-4xx'
        | 'refused-stream'
        | 'retriable-status-codes'
        | 'cancelled'
        | 'deadline-exceeded'
        | 'internal'
        | 'resource-exhausted'
        | 'unavailable'
      )[];
    };
  };
  readonly rateLimit?: {
    readonly type?: 'Local';
    readonly local?: {
      readonly rules?: readonly {
        readonly clientSelectors?: readonly {
          readonly sourceCIDR?: { readonly type?: 'Distinct'; readonly value: string };
        }[];
        readonly limit: { readonly requests: number; readonly unit: 'Second' | 'Minute' | 'Hour' };
      }[];
    };
  };
};

export type ClientTrafficPolicySpec = {
  readonly targetRefs?: readonly {
    readonly group: string;
    readonly kind: string;
    readonly name: string;
    readonly sectionName?: string;
  }[];
  readonly path?: { readonly escapedSlashesAction?: 'RejectRequest' };
  readonly tls?: { readonly alpnProtocols?: readonly string[] };
};

export type SecurityPolicySpec = {
  readonly targetRefs?: readonly { readonly group: string; readonly kind: string; readonly name: string }[];
  readonly basicAuth?: { readonly users: { readonly name: string } };
  readonly oidc?: {
    readonly provider: { readonly issuer: string };
    readonly clientID?: string;
    readonly clientSecret: { readonly name: string };
    readonly redirectURL?: string;
    readonly logoutPath?: string;
  };
};

export type EnvoyProxySpec = {
  readonly shutdown?: { readonly drainTimeout?: string };
  readonly provider?: {
    readonly type: 'Kubernetes';
    readonly kubernetes?: {
      readonly envoyDeployment?: { readonly replicas?: number };
      readonly envoyPDB?: { readonly maxUnavailable?: number | string };
      readonly envoyService?: {
        readonly type?: 'ClusterIP' | 'LoadBalancer';
        readonly annotations?: Readonly<Record<string, string>>;
        readonly loadBalancerIP?: string;
        readonly loadBalancerSourceRanges?: readonly string[];
      };
    };
  };
};

export type CertificateSpec = {
  readonly secretName: string;
  readonly dnsNames?: readonly string[];
  readonly issuerRef: { readonly kind?: string; readonly name: string };
};
