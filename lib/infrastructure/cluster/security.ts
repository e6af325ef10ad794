import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';

/** What every cluster has, whatever its props: what an auditor looks for first. */
export function securityBlocks(workloadPool: string) {
  return {
    enableLegacyAbac: false,
    enableShieldedNodes: true,
    masterAuth: { clientCertificateConfig: { issueClientCertificate: false } },
    workloadIdentityConfig: { workloadPool },
    securityPostureConfig: { mode: 'BASIC', vulnerabilityMode: 'VULNERABILITY_DISABLED' },
    nodePoolDefaults: { nodeConfigDefaults: { insecureKubeletReadonlyPortEnabled: 'FALSE' } },
  } satisfies Partial<ContainerClusterConfig>;
}

/** The pool that GKE insists on making; it is removed at once, and audited nevertheless. */
export function firstPoolBlocks(serviceAccount: string) {
  return {
    removeDefaultNodePool: true,
    initialNodeCount: 1,
    nodeConfig: {
      machineType: 'e2-small',
      diskSizeGb: 20,
      diskType: 'pd-standard',
      imageType: 'COS_CONTAINERD',
      serviceAccount,
      oauthScopes: ['https://www.googleapis.com/auth/cloud-platform'],
      workloadMetadataConfig: { mode: 'GKE_METADATA' },
      shieldedInstanceConfig: { enableSecureBoot: true, enableIntegrityMonitoring: true },
    },
  } satisfies Partial<ContainerClusterConfig>;
}
