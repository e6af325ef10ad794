import type { Cut } from './cuts';

const HTTP_ROUTE = 'gateway.networking.k8s.io/v1/HTTPRoute';
const GRPC_ROUTE = 'gateway.networking.k8s.io/v1/GRPCRoute';
const NAMED = { group: true, kind: true, name: true } as const;
const BACKEND = { ...NAMED, namespace: true, port: true } as const;
const RULE = { filters: 'RouteFilter', backendRefs: 'RouteBackend' } as const;

/** The types of gateways, in the order in which they are written. */
export const GATEWAY_CUTS: Readonly<Record<string, Cut>> = {
  GatewayClassSpec: { of: 'gateway.networking.k8s.io/v1/GatewayClass', fields: { controllerName: true } },
  GatewaySpec: {
    of: 'gateway.networking.k8s.io/v1/Gateway',
    fields: {
      gatewayClassName: true,
      infrastructure: { parametersRef: NAMED },
      listeners: {
        name: true,
        hostname: true,
        port: true,
        protocol: true,
        tls: { certificateRefs: { name: true } },
      },
      addresses: { type: true, value: true },
    },
  },
  RouteFilter: {
    of: HTTP_ROUTE,
    at: ['rules', '*', 'filters', '*'],
    fields: { type: ['RequestMirror'], requestMirror: { backendRef: BACKEND, percent: true } },
  },
  RouteBackend: {
    of: HTTP_ROUTE,
    at: ['rules', '*', 'backendRefs', '*'],
    fields: { ...BACKEND, weight: true },
  },
  HttpRouteSpec: {
    of: HTTP_ROUTE,
    fields: {
      parentRefs: { name: true, sectionName: true },
      hostnames: true,
      rules: {
        matches: { path: { type: ['PathPrefix'], value: true }, headers: { name: true, value: true } },
        ...RULE,
        timeouts: { request: true },
      },
    },
  },
  GrpcRouteSpec: {
    of: GRPC_ROUTE,
    fields: {
      parentRefs: { name: true, sectionName: true },
      hostnames: true,
      rules: {
        matches: { method: { service: true, method: true }, headers: { name: true, value: true } },
        ...RULE,
      },
    },
  },
  ReferenceGrantSpec: {
    of: 'gateway.networking.k8s.io/v1beta1/ReferenceGrant',
    fields: { from: { group: true, kind: true, namespace: true }, to: NAMED },
  },
  GcpBackendPolicySpec: {
    of: 'networking.gke.io/v1/GCPBackendPolicy',
    fields: {
      targetRef: NAMED,
      default: {
        timeoutSec: true,
        connectionDraining: { drainingTimeoutSec: true },
        iap: { enabled: true },
      },
    },
  },
  HealthCheckPolicySpec: {
    of: 'networking.gke.io/v1/HealthCheckPolicy',
    fields: {
      targetRef: NAMED,
      default: {
        config: {
          type: ['HTTP', 'TCP'],
          httpHealthCheck: { requestPath: true },
          tcpHealthCheck: { portSpecification: ['USE_SERVING_PORT'] },
        },
      },
    },
  },
  BackendTrafficPolicySpec: {
    of: 'gateway.envoyproxy.io/v1alpha1/BackendTrafficPolicy',
    fields: {
      targetRefs: NAMED,
      loadBalancer: { type: ['LeastRequest'] },
      timeout: { http: { requestTimeout: true } },
      retry: {
        numRetries: true,
        retryOn: { triggers: true },
      },
      rateLimit: {
        type: ['Local'],
        local: {
          rules: {
            clientSelectors: { sourceCIDR: { type: ['Distinct'], value: true } },
            limit: { requests: true, unit: ['Second', 'Minute', 'Hour'] },
          },
        },
      },
    },
  },
  ClientTrafficPolicySpec: {
    of: 'gateway.envoyproxy.io/v1alpha1/ClientTrafficPolicy',
    fields: {
      targetRefs: { ...NAMED, sectionName: true },
      path: { escapedSlashesAction: ['RejectRequest'] },
      tls: { alpnProtocols: true },
    },
  },
  SecurityPolicySpec: {
    of: 'gateway.envoyproxy.io/v1alpha1/SecurityPolicy',
    fields: {
      targetRefs: NAMED,
      basicAuth: { users: { name: true } },
      oidc: {
        provider: { issuer: true },
        clientID: true,
        clientSecret: { name: true },
        redirectURL: true,
        logoutPath: true,
      },
    },
  },
  EnvoyProxySpec: {
    of: 'gateway.envoyproxy.io/v1alpha1/EnvoyProxy',
    fields: {
      shutdown: { drainTimeout: true },
      provider: {
        type: ['Kubernetes'],
        kubernetes: {
          envoyDeployment: { replicas: true },
          envoyPDB: { maxUnavailable: true },
          envoyService: {
            type: ['ClusterIP', 'LoadBalancer'],
            annotations: true,
            loadBalancerIP: true,
            loadBalancerSourceRanges: true,
          },
        },
      },
    },
  },
  CertificateSpec: {
    of: 'cert-manager.io/v1/Certificate',
    fields: { secretName: true, dnsNames: true, issuerRef: { kind: true, name: true } },
  },
};
