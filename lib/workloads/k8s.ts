import type {
  KubeServiceAccount,
  toJson_Affinity,
  toJson_HostAlias,
  toJson_NetworkPolicyPeer,
  toJson_PodDnsConfig,
  toJson_PodReadinessGate,
  toJson_PodResourceClaim,
  toJson_PodSchedulingGate,
  toJson_PodSecurityContext,
  toJson_PodSpec,
  toJson_SecurityContext,
  toJson_Toleration,
  toJson_TopologySpreadConstraint,
  toJson_Volume,
} from 'cdk8s-plus-27/lib/imports/k8s';
import { createRequire } from 'node:module';
import { lazily } from '../core/lazily';

/** What is used of the generated code. */
export interface GeneratedCode {
  readonly KubeServiceAccount: typeof KubeServiceAccount;
  readonly toJson_Affinity: typeof toJson_Affinity;
  readonly toJson_HostAlias: typeof toJson_HostAlias;
  readonly toJson_NetworkPolicyPeer: typeof toJson_NetworkPolicyPeer;
  readonly toJson_PodDnsConfig: typeof toJson_PodDnsConfig;
  readonly toJson_PodReadinessGate: typeof toJson_PodReadinessGate;
  readonly toJson_PodResourceClaim: typeof toJson_PodResourceClaim;
  readonly toJson_PodSchedulingGate: typeof toJson_PodSchedulingGate;
  readonly toJson_PodSecurityContext: typeof toJson_PodSecurityContext;
  readonly toJson_PodSpec: typeof toJson_PodSpec;
  readonly toJson_SecurityContext: typeof toJson_SecurityContext;
  readonly toJson_Toleration: typeof toJson_Toleration;
  readonly toJson_TopologySpreadConstraint: typeof toJson_TopologySpreadConstraint;
  readonly toJson_Volume: typeof toJson_Volume;
}

/**
 * The generated code of cdk8s-plus-27, which makes JSON of what users give in its types. The library writes its own parts of
 * manifests as JSON: for a whole pod these functions take as long as all the rest of a job. The code is loaded when a program
 * first needs it, because it takes a seventh of the time to load this package. Its higher constructs would take as long again.
 */
export const k8sCode = lazily(load);

/** The edge to the module, as `require` has no types. */
function load(): GeneratedCode {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return createRequire(__filename)('cdk8s-plus-27/lib/imports/k8s') as GeneratedCode;
}
