import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import { problem, type Problem } from '../../core/problems/problem';
import { FLAG, optional, text, type Rules } from '../../core/problems/rules';
import { diskKeyProblems, ENCRYPTION_KEY, keyProblems } from '../encryption-key';
import type { GoogleService } from '../project-services';

/**
 * Settings by which a cluster is stricter than by default. Each costs money or needs something of the project or the
 * organization, so all are off.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cis-benchmarks
 */
export interface ClusterSecurity {
  /** The key of Cloud KMS that encrypts Kubernetes secrets, in the cluster's region. @default - Google's keys alone */
  readonly secretsKey?: string;
  /** The key of the nodes' boot disks, in the cluster's region or an area around it. A change replaces all pools. @default - Google's keys */
  readonly diskKey?: string;
  /** Whether the project's Binary Authorization policy decides which images run. The default policy of a project allows all. @default false */
  readonly binaryAuthorization?: boolean;
  /** The group whose member groups get rights by RBAC: `gke-security-groups@<domain>`. @default - no groups */
  readonly googleGroup?: string;
  /** Whether pods can mount secrets of Secret Manager. @default false */
  readonly secretManager?: boolean;
  /** Whether Artifact Registry scans the images of the project for vulnerabilities; paid for each image. @default false */
  readonly imageScanning?: boolean;
}

const GROUP = text('name the group, such as "gke-security-groups@acme.com"');

export const CLUSTER_SECURITY: Rules<ClusterSecurity> = {
  secretsKey: optional(ENCRYPTION_KEY),
  diskKey: optional(ENCRYPTION_KEY),
  binaryAuthorization: optional(FLAG),
  googleGroup: optional(GROUP),
  secretManager: optional(FLAG),
  imageScanning: optional(FLAG),
};

/** Problems of the security settings of a cluster in a region. */
export function* securityProblems(security: ClusterSecurity, region: string): Generator<Problem> {
  yield* keyProblems('security.secretsKey', security.secretsKey, region);
  yield* diskKeyProblems('security.diskKey', security.diskKey, region);
  const { googleGroup } = security;
  if (googleGroup === undefined || /^gke-security-groups@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(googleGroup)) return;
  const [, domain = 'acme.com'] = googleGroup.split('@');
  yield problem(
    'security-group',
    'security.googleGroup',
    `GKE takes only a group called gke-security-groups, not ${JSON.stringify(googleGroup)}`,
    `use "gke-security-groups@${domain.toLowerCase()}", and make your groups members of it`,
  );
}

/**
 * The blocks of google_container_cluster. Those of secrets and of Secret Manager are always written: the provider takes
 * a missing block for an unchanged one.
 */
export function strictBlocks({ secretsKey, googleGroup, ...security }: ClusterSecurity) {
  return {
    databaseEncryption: secretsKey === undefined ? { state: 'DECRYPTED' } : { state: 'ENCRYPTED', keyName: secretsKey },
    secretManagerConfig: { enabled: security.secretManager ?? false },
    binaryAuthorization: security.binaryAuthorization
      ? { evaluationMode: 'PROJECT_SINGLETON_POLICY_ENFORCE' }
      : undefined,
    authenticatorGroupsConfig: googleGroup === undefined ? undefined : { securityGroup: googleGroup },
  } satisfies Partial<ContainerClusterConfig>;
}

/** The services of Google Cloud that the settings need. */
export function strictServices({
  binaryAuthorization,
  imageScanning,
  secretManager,
}: ClusterSecurity): GoogleService[] {
  return [
    ...(binaryAuthorization ? (['binaryauthorization'] as const) : []),
    ...(secretManager ? (['secretmanager'] as const) : []),
    ...(imageScanning ? (['containerscanning'] as const) : []),
  ];
}
