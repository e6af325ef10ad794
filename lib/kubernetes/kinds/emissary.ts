import type {
  EmissaryHostSpec,
  EmissaryListenerSpec,
  EmissaryMappingSpec,
  EmissaryModuleSpec,
  EmissaryResolverSpec,
} from './emissary-specs';
import type { Kind } from './kind';

const EMISSARY = { apiVersion: 'getambassador.io/v3alpha1' };

/** Settings of a whole Emissary. It reads the one with the name `ambassador`. */
export const MODULE: Kind<EmissaryModuleSpec> = { ...EMISSARY, kind: 'Module', plural: 'modules' };
/** A port of an Emissary's pods. */
export const LISTENER: Kind<EmissaryListenerSpec> = { ...EMISSARY, kind: 'Listener', plural: 'listeners' };
/** A host, with its certificate. */
export const HOST: Kind<EmissaryHostSpec> = { ...EMISSARY, kind: 'Host', plural: 'hosts' };
/** A kind of request, and the Service that gets a share of it. */
export const MAPPING: Kind<EmissaryMappingSpec> = { ...EMISSARY, kind: 'Mapping', plural: 'mappings' };
/** The pods of Services in the place of their addresses. */
export const ENDPOINT_RESOLVER: Kind<EmissaryResolverSpec> = {
  ...{ ...EMISSARY, kind: 'KubernetesEndpointResolver', plural: 'kubernetesendpointresolvers' },
};
