import type { Cut } from './cuts';

const OWN = { ambassador_id: true } as const;

/** The types of Emissary-ingress, in the order in which they are written. */
export const EMISSARY_CUTS: Readonly<Record<string, Cut>> = {
  EmissaryModuleSpec: { of: 'getambassador.io/v3alpha1/Module', fields: { ...OWN, config: true } },
  EmissaryListenerSpec: {
    of: 'getambassador.io/v3alpha1/Listener',
    fields: {
      ...OWN,
      hostBinding: { namespace: { from: ['ALL'] } },
      port: true,
      protocol: ['HTTP', 'HTTPS'],
      securityModel: ['INSECURE', 'SECURE'],
    },
  },
  EmissaryHostSpec: {
    of: 'getambassador.io/v3alpha1/Host',
    fields: {
      ...OWN,
      hostname: true,
      mappingSelector: { matchLabels: true },
      requestPolicy: { insecure: { action: ['Reject', 'Route'] } },
      tlsSecret: { name: true },
    },
  },
  EmissaryMappingSpec: {
    of: 'getambassador.io/v3alpha1/Mapping',
    fields: {
      allow_upgrade: true,
      ...OWN,
      grpc: true,
      headers: true,
      idle_timeout_ms: true,
      load_balancer: { policy: ['least_request'] },
      precedence: true,
      prefix: true,
      prefix_exact: true,
      resolver: true,
      retry_policy: { num_retries: true, retry_on: ['connect-failure'] },
      rewrite: true,
      service: true,
      shadow: true,
      timeout_ms: true,
      weight: true,
    },
  },
  EmissaryResolverSpec: { of: 'getambassador.io/v3alpha1/KubernetesEndpointResolver', fields: OWN },
};
