import type { Cut } from './cuts';

const DESTINATION = { host: true, port: { number: true } } as const;
const SELECTOR = { matchLabels: true } as const;

/** The types of Istio, in the order in which they are written. */
export const ISTIO_CUTS: Readonly<Record<string, Cut>> = {
  IstioGatewaySpec: {
    of: 'networking.istio.io/v1/Gateway',
    fields: {
      selector: true,
      servers: {
        hosts: true,
        port: { name: true, number: true, protocol: true },
        tls: { credentialName: true, mode: ['SIMPLE'] },
      },
    },
  },
  StringMatch: {
    of: 'networking.istio.io/v1/VirtualService',
    at: ['http', '*', 'match', '*', 'uri'],
    fields: { exact: true, prefix: true },
  },
  VirtualServiceSpec: {
    of: 'networking.istio.io/v1/VirtualService',
    fields: {
      gateways: true,
      hosts: true,
      http: {
        match: { port: true, uri: 'StringMatch', headers: 'StringMatch' },
        mirrors: { destination: DESTINATION, percentage: { value: true } },
        retries: { attempts: true, retryOn: true },
        route: { destination: DESTINATION, weight: true },
        timeout: true,
      },
    },
  },
  DestinationRuleSpec: {
    of: 'networking.istio.io/v1/DestinationRule',
    fields: {
      exportTo: true,
      host: true,
      trafficPolicy: {
        portLevelSettings: {
          port: { number: true },
          connectionPool: { http: { h2UpgradePolicy: ['UPGRADE'] } },
          loadBalancer: { simple: ['LEAST_REQUEST'] },
        },
      },
    },
  },
  AuthorizationPolicySpec: {
    of: 'security.istio.io/v1/AuthorizationPolicy',
    fields: {
      action: ['ALLOW'],
      rules: {
        from: { source: { namespaces: true, principals: true } },
        to: { operation: { paths: true, ports: true } },
      },
      selector: SELECTOR,
    },
  },
  PeerAuthenticationSpec: {
    of: 'security.istio.io/v1/PeerAuthentication',
    fields: { mtls: { mode: ['STRICT', 'PERMISSIVE'] }, portLevelMtls: true, selector: SELECTOR },
  },
  MeshTelemetrySpec: {
    of: 'telemetry.istio.io/v1/Telemetry',
    fields: {
      accessLogging: { providers: { name: true } },
      metrics: { providers: { name: true } },
      tracing: { providers: { name: true }, randomSamplingPercentage: true },
    },
  },
};
