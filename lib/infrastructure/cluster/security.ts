import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import { problem, type Problem } from '../../core/problems';
import { diskKeyProblems, keyProblems } from '../encryption-key';
import type { GoogleService } from '../project-services';

/**
 * Security settings beyond the defaults. Each costs money or needs something of the project or the organization, so all
 * are off.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cis-benchmarks
 */
export interface ClusterSecurity {
  /** The key of Cloud KMS that encrypts Kubernetes secrets, in the cluster's region. @default - Google's keys alone */
  readonly secretsKey?: string;
  /** The key of the nodes' boot disks, in the cluster's region or an area around it. A change replaces all pools. @default - Google's keys */
  readonly diskKey?: string;
  /** Set to true so that the project's Binary Authorization policy decides which images run. By default that policy allows all. @default false */
  readonly binaryAuthorization?: boolean;
  /** The group whose member groups get rights by RBAC: `gke-security-groups@<domain>`. @default - no groups */
  readonly googleGroup?: string;
  /** Set to true so that pods can mount secrets of Secret Manager. @default false */
  readonly secretManager?: boolean;
  /** Set to true so that the API server's own logs go to Cloud Logging, beside its audit logs; paid by their size. @default false */
  readonly apiServerLogs?: boolean;
  /** Set to true to scan the images of the project for vulnerabilities; paid for each image. @default false */
  readonly imageScanning?: boolean;
}

export function* securityProblems(security: ClusterSecurity, region: string): Generator<Problem> {
  yield* keyProblems('security.secretsKey', security.secretsKey, region);
  yield* diskKeyProblems('security.diskKey', security.diskKey, region);
  const { googleGroup } = security;
  if (googleGroup === undefined || /^gke-security-groups@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(googleGroup)) return;
  const message = `GKE takes only a group called gke-security-groups, not ${JSON.stringify(googleGroup)}`;
  const fix = 'use "gke-security-groups@<your domain>", and make your groups members of it';
  yield problem('security-group', 'security.googleGroup', message, fix);
}

/**
 * The blocks of google_container_cluster. All but the group are always written: the provider reads a missing block as
 * unchanged.
 */
export function strictBlocks({ secretsKey, googleGroup, ...security }: ClusterSecurity) {
  return {
    databaseEncryption: secretsKey === undefined ? { state: 'DECRYPTED' } : { state: 'ENCRYPTED', keyName: secretsKey },
    secretManagerConfig: { enabled: security.secretManager ?? false },
    binaryAuthorization: {
      evaluationMode: security.binaryAuthorization ? 'PROJECT_SINGLETON_POLICY_ENFORCE' : 'DISABLED',
    },
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
