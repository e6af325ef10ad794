// Made by scripts/refresh-kinds.ts from upstream's definitions: the fields of custom resources that this library writes.
// Type aliases, as an interface is not assignable to a JSON object.
import type { JsonObject } from '../manifest';

export type RunPolicy = {
  readonly cleanPodPolicy?: 'Running';
  readonly backoffLimit?: number;
  readonly activeDeadlineSeconds?: number;
  readonly ttlSecondsAfterFinished?: number;
};

export type ReplicaSpec = {
  readonly replicas?: number;
  readonly restartPolicy?: 'OnFailure' | 'Never';
  readonly template?: JsonObject;
};

export type TfJobSpec = {
  readonly runPolicy?: RunPolicy;
  readonly successPolicy?: 'AllWorkers';
  readonly tfReplicaSpecs: { readonly Chief?: ReplicaSpec; readonly PS?: ReplicaSpec; readonly Worker?: ReplicaSpec };
};

export type PyTorchJobSpec = {
  readonly runPolicy?: RunPolicy;
  readonly nprocPerNode?: string;
  readonly elasticPolicy?: {
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly rdzvBackend?: 'c10d';
  };
  readonly pytorchReplicaSpecs: { readonly Master?: ReplicaSpec; readonly Worker?: ReplicaSpec };
};

export type MxJobSpec = {
  readonly runPolicy?: RunPolicy;
  readonly jobMode: 'MXTrain';
  readonly mxReplicaSpecs: {
    readonly Scheduler?: ReplicaSpec;
    readonly Server?: ReplicaSpec;
    readonly Worker?: ReplicaSpec;
  };
};

export type MpiJobV1Spec = {
  readonly runPolicy?: RunPolicy;
  readonly slotsPerWorker?: number;
  readonly mpiReplicaSpecs: { readonly Launcher?: ReplicaSpec; readonly Worker?: ReplicaSpec };
};

export type MpiJobSpec = {
  readonly runPolicy?: RunPolicy;
  readonly slotsPerWorker?: number;
  readonly sshAuthMountPath?: string;
  readonly launcherCreationPolicy?: 'WaitForWorkersReady';
  readonly mpiImplementation?: 'OpenMPI';
  readonly mpiReplicaSpecs: { readonly Launcher?: ReplicaSpec; readonly Worker?: ReplicaSpec };
};

export type NotebookSpec = { readonly template?: { readonly spec?: JsonObject } };

export type ProfileSpec = {
  readonly owner?: {
    readonly apiGroup?: string;
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
  };
};

export type FailurePolicyRule = {
  readonly name: string;
  readonly action: 'FailJobSet' | 'RestartJobSetAndIgnoreMaxRestarts';
  readonly onJobFailureReasons?: readonly string[];
  readonly targetReplicatedJobs?: readonly string[];
};

export type JobSetSpec = {
  readonly ttlSecondsAfterFinished?: number;
  readonly successPolicy?: { readonly operator: 'All'; readonly targetReplicatedJobs?: readonly string[] };
  readonly failurePolicy?: {
    readonly maxRestarts?: number;
    readonly restartStrategy?: 'BlockingRecreate';
    readonly rules?: readonly FailurePolicyRule[];
  };
  readonly replicatedJobs?: readonly {
    readonly name: string;
    readonly replicas?: number;
    readonly dependsOn?: readonly { readonly name: string; readonly status: 'Ready' }[];
    readonly template: { readonly metadata?: JsonObject; readonly spec?: JsonObject };
  }[];
};

export type TrainJobSpec = {
  readonly runtimeRef: { readonly apiGroup?: string; readonly kind?: string; readonly name: string };
  readonly trainer?: {
    readonly args?: readonly string[];
    readonly command?: readonly string[];
    readonly env?: readonly JsonObject[];
    readonly image?: string;
    readonly numNodes?: number;
    readonly numProcPerNode?: number;
    readonly resourcesPerNode?: JsonObject;
  };
  readonly runtimePatches?: readonly { readonly manager: string; readonly trainingRuntimeSpec?: JsonObject }[];
  readonly activeDeadlineSeconds?: number;
};

export type TrainingRuntimeSpec = {
  readonly mlPolicy?: {
    readonly numNodes?: number;
    readonly mpi?: {
      readonly mpiImplementation?: 'OpenMPI';
      readonly numProcPerNode?: number;
      readonly sshAuthMountPath?: string;
      readonly runLauncherAsNode?: boolean;
    };
  };
  readonly template?: { readonly spec?: JobSetSpec };
};

export type ScaledObjectSpec = {
  readonly scaleTargetRef: { readonly apiVersion?: string; readonly kind?: string; readonly name: string };
  readonly pollingInterval?: number;
  readonly cooldownPeriod?: number;
  readonly minReplicaCount?: number;
  readonly maxReplicaCount?: number;
  readonly fallback?: {
    readonly failureThreshold: number;
    readonly replicas: number;
    readonly behavior?: 'currentReplicasIfHigher';
  };
  readonly advanced?: { readonly horizontalPodAutoscalerConfig?: { readonly behavior?: JsonObject } };
  readonly triggers: readonly {
    readonly type: string;
    readonly metricType?: string;
    readonly metadata: Readonly<Record<string, string>>;
    readonly authenticationRef?: { readonly name: string };
  }[];
};

export type TriggerAuthenticationSpec = { readonly podIdentity?: { readonly provider: 'gcp' } };

export type Relabeling = {
  readonly action?: 'replace';
  readonly sourceLabels?: readonly string[];
  readonly regex?: string;
  readonly targetLabel?: string;
  readonly replacement?: string;
};

export type PodMonitoringSpec = {
  readonly selector: { readonly matchLabels?: Readonly<Record<string, string>> };
  readonly endpoints: readonly {
    readonly port: number | string;
    readonly path?: string;
    readonly interval: string;
    readonly metricRelabeling?: readonly Relabeling[];
  }[];
  readonly targetLabels?: { readonly fromPod?: readonly { readonly from: string; readonly to?: string }[] };
};

export type ClusterPodMonitoringSpec = {
  readonly selector: { readonly matchLabels?: Readonly<Record<string, string>> };
  readonly endpoints: readonly {
    readonly port: number | string;
    readonly interval: string;
    readonly scheme?: 'http' | 'https';
    readonly tls?: { readonly insecureSkipVerify?: boolean };
    readonly authorization?: {
      readonly type?: string;
      readonly credentials?: {
        readonly secret?: { readonly name: string; readonly key: string; readonly namespace?: string };
      };
    };
  }[];
  readonly targetLabels?: {
    readonly metadata?: readonly (
      'container' | 'namespace' | 'node' | 'pod' | 'top_level_controller_name' | 'top_level_controller_type'
    )[];
  };
};

export type AlertRule = {
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
};

export type RulesSpec = { readonly groups: readonly { readonly name: string; readonly rules: readonly AlertRule[] }[] };

export type PodMonitorSpec = {
  readonly selector: { readonly matchLabels?: Readonly<Record<string, string>> };
  readonly namespaceSelector?: { readonly any?: boolean };
  readonly podMetricsEndpoints?: readonly {
    readonly port?: string;
    readonly path?: string;
    readonly interval?: string;
    readonly honorLabels?: boolean;
    readonly scheme?: 'https';
    readonly tlsConfig?: { readonly insecureSkipVerify?: boolean };
    readonly authorization?: { readonly credentials?: { readonly name?: string; readonly key: string } };
    readonly relabelings?: readonly Relabeling[];
    readonly metricRelabelings?: readonly Relabeling[];
  }[];
};

export type PrometheusRuleSpec = {
  readonly groups?: readonly {
    readonly name: string;
    readonly rules?: readonly {
      readonly alert?: string;
      readonly expr: number | string;
      readonly for?: string;
      readonly labels?: Readonly<Record<string, string>>;
      readonly annotations?: Readonly<Record<string, string>>;
    }[];
  }[];
};

export type LeaderWorkerSetSpec = {
  readonly replicas?: number;
  readonly startupPolicy?: 'LeaderCreated';
  readonly rolloutStrategy?: { readonly type: 'RollingUpdate'; readonly rollingUpdateConfiguration?: JsonObject };
  readonly leaderWorkerTemplate: {
    readonly size?: number;
    readonly restartPolicy?: 'RecreateGroupOnPodRestart';
    readonly leaderTemplate?: JsonObject;
    readonly workerTemplate: JsonObject;
  };
};

export type InferencePoolSpec = {
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly targetPorts: readonly { readonly number: number }[];
  readonly endpointPickerRef?: {
    readonly name: string;
    readonly port?: { readonly number: number };
    readonly failureMode?: 'FailOpen';
  };
};
