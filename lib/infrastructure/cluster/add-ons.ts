import type { ContainerClusterConfig } from '@cdktf/provider-google/lib/container-cluster';
import type { ClusterFeature } from '../../core/contracts/cluster';

export interface AddOns {
  readonly gcsFuse: boolean;
  readonly filestore: boolean;
}

export function addOnBlocks({ gcsFuse, filestore }: AddOns) {
  return {
    addonsConfig: {
      gcePersistentDiskCsiDriverConfig: { enabled: true },
      gcsFuseCsiDriverConfig: { enabled: gcsFuse },
      gcpFilestoreCsiDriverConfig: { enabled: filestore },
    },
    loggingConfig: { enableComponents: ['SYSTEM_COMPONENTS', 'WORKLOADS'] },
    monitoringConfig: {
      // In the order in which GKE tells them: in another, every plan would differ. DCGM: the metrics of GPUs.
      enableComponents: [
        'SYSTEM_COMPONENTS',
        'STORAGE',
        'HPA',
        'POD',
        'DAEMONSET',
        'DEPLOYMENT',
        'STATEFULSET',
        'CADVISOR',
        'KUBELET',
        'DCGM',
      ],
      managedPrometheus: { enabled: true },
    },
    costManagementConfig: { enabled: true },
    // Empty nodes go soon. No node auto-provisioning: pools are this program's.
    clusterAutoscaling: { enabled: false, autoscalingProfile: 'OPTIMIZE_UTILIZATION' },
  } satisfies Partial<ContainerClusterConfig>;
}

export function featuresOf({ gcsFuse, filestore }: AddOns): ReadonlySet<ClusterFeature> {
  return new Set<ClusterFeature>([
    'gke',
    'workloadIdentity',
    ...(gcsFuse ? (['gcsFuse'] as const) : []),
    ...(filestore ? (['filestore'] as const) : []),
  ]);
}
