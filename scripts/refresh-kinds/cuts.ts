/**
 * What is kept of a field: all of it, some of its values, some of its own fields (of each item, if it is a list), or a type by its name
 * (of each item or entry).
 */
export type Kept = true | readonly string[] | string | Fields;
export interface Fields {
  readonly [field: string]: Kept;
}

/** The spec of a kind, or a part of it, as one type. */
export interface Cut {
  /** Group, version and kind. */
  readonly of: string;
  /** The place in the spec. @default - the spec */
  readonly at?: readonly string[];
  readonly fields: Fields;
}

const LABELS: Fields = { matchLabels: true };
const ALERT: Fields = { alert: true, expr: true, for: true, labels: true, annotations: true };

/** The types, in the order in which they are written. */
export const CUTS: Readonly<Record<string, Cut>> = {
  RunPolicy: {
    of: 'kubeflow.org/v1/TFJob',
    at: ['runPolicy'],
    fields: {
      cleanPodPolicy: ['Running'],
      backoffLimit: true,
      activeDeadlineSeconds: true,
      ttlSecondsAfterFinished: true,
    },
  },
  ReplicaSpec: {
    of: 'kubeflow.org/v1/TFJob',
    at: ['tfReplicaSpecs', '*'],
    fields: { replicas: true, restartPolicy: ['OnFailure', 'Never'], template: true },
  },
  TfJobSpec: {
    of: 'kubeflow.org/v1/TFJob',
    fields: {
      runPolicy: 'RunPolicy',
      successPolicy: ['AllWorkers'],
      tfReplicaSpecs: { Chief: 'ReplicaSpec', PS: 'ReplicaSpec', Worker: 'ReplicaSpec' },
    },
  },
  PyTorchJobSpec: {
    of: 'kubeflow.org/v1/PyTorchJob',
    fields: {
      runPolicy: 'RunPolicy',
      nprocPerNode: true,
      elasticPolicy: { minReplicas: true, maxReplicas: true, rdzvBackend: ['c10d'] },
      pytorchReplicaSpecs: { Master: 'ReplicaSpec', Worker: 'ReplicaSpec' },
    },
  },
  MxJobSpec: {
    of: 'kubeflow.org/v1/MXJob',
    fields: {
      runPolicy: 'RunPolicy',
      jobMode: ['MXTrain'],
      mxReplicaSpecs: { Scheduler: 'ReplicaSpec', Server: 'ReplicaSpec', Worker: 'ReplicaSpec' },
    },
  },
  MpiJobV1Spec: {
    of: 'kubeflow.org/v1/MPIJob',
    fields: {
      runPolicy: 'RunPolicy',
      slotsPerWorker: true,
      mpiReplicaSpecs: { Launcher: 'ReplicaSpec', Worker: 'ReplicaSpec' },
    },
  },
  MpiJobSpec: {
    of: 'kubeflow.org/v2beta1/MPIJob',
    fields: {
      runPolicy: 'RunPolicy',
      slotsPerWorker: true,
      sshAuthMountPath: true,
      launcherCreationPolicy: ['WaitForWorkersReady'],
      mpiImplementation: ['OpenMPI'],
      mpiReplicaSpecs: { Launcher: 'ReplicaSpec', Worker: 'ReplicaSpec' },
    },
  },
  NotebookSpec: { of: 'kubeflow.org/v1/Notebook', fields: { template: { spec: true } } },
  ProfileSpec: {
    of: 'kubeflow.org/v1/Profile',
    fields: { owner: { apiGroup: true, kind: true, name: true, namespace: true } },
  },
  FailurePolicyRule: {
    of: 'jobset.x-k8s.io/v1alpha2/JobSet',
    at: ['failurePolicy', 'rules', '*'],
    fields: {
      name: true,
      action: ['FailJobSet', 'RestartJobSetAndIgnoreMaxRestarts'],
      onJobFailureReasons: true,
      targetReplicatedJobs: true,
    },
  },
  JobSetSpec: {
    of: 'jobset.x-k8s.io/v1alpha2/JobSet',
    fields: {
      ttlSecondsAfterFinished: true,
      successPolicy: { operator: ['All'], targetReplicatedJobs: true },
      failurePolicy: { maxRestarts: true, restartStrategy: ['BlockingRecreate'], rules: 'FailurePolicyRule' },
      replicatedJobs: {
        name: true,
        replicas: true,
        dependsOn: { name: true, status: ['Ready'] },
        template: { metadata: true, spec: true },
      },
    },
  },
  TrainJobSpec: {
    of: 'trainer.kubeflow.org/v1alpha1/TrainJob',
    fields: {
      runtimeRef: { apiGroup: true, kind: true, name: true },
      trainer: {
        args: true,
        command: true,
        env: true,
        image: true,
        numNodes: true,
        numProcPerNode: true,
        resourcesPerNode: true,
      },
      runtimePatches: { manager: true, trainingRuntimeSpec: true },
      activeDeadlineSeconds: true,
    },
  },
  TrainingRuntimeSpec: {
    of: 'trainer.kubeflow.org/v1alpha1/TrainingRuntime',
    fields: {
      mlPolicy: {
        numNodes: true,
        mpi: { mpiImplementation: ['OpenMPI'], numProcPerNode: true, sshAuthMountPath: true, runLauncherAsNode: true },
      },
      template: { spec: 'JobSetSpec' },
    },
  },
  ScaledObjectSpec: {
    of: 'keda.sh/v1alpha1/ScaledObject',
    fields: {
      scaleTargetRef: { apiVersion: true, kind: true, name: true },
      pollingInterval: true,
      cooldownPeriod: true,
      minReplicaCount: true,
      maxReplicaCount: true,
      fallback: { failureThreshold: true, replicas: true, behavior: ['currentReplicasIfHigher'] },
      advanced: { horizontalPodAutoscalerConfig: { behavior: true } },
      triggers: { type: true, metricType: true, metadata: true, authenticationRef: { name: true } },
    },
  },
  TriggerAuthenticationSpec: {
    of: 'keda.sh/v1alpha1/TriggerAuthentication',
    fields: { podIdentity: { provider: ['gcp'] } },
  },
  Relabeling: {
    of: 'monitoring.googleapis.com/v1/PodMonitoring',
    at: ['endpoints', '*', 'metricRelabeling', '*'],
    fields: { action: ['replace'], sourceLabels: true, regex: true, targetLabel: true, replacement: true },
  },
  PodMonitoringSpec: {
    of: 'monitoring.googleapis.com/v1/PodMonitoring',
    fields: {
      selector: LABELS,
      endpoints: {
        port: true,
        path: true,
        interval: true,
        metricRelabeling: 'Relabeling',
      },
      targetLabels: { fromPod: { from: true, to: true } },
    },
  },
  ClusterPodMonitoringSpec: {
    of: 'monitoring.googleapis.com/v1/ClusterPodMonitoring',
    fields: {
      selector: LABELS,
      endpoints: {
        port: true,
        interval: true,
        scheme: true,
        tls: { insecureSkipVerify: true },
        authorization: { type: true, credentials: { secret: { name: true, key: true, namespace: true } } },
      },
      targetLabels: { metadata: true },
    },
  },
  AlertRule: { of: 'monitoring.googleapis.com/v1/Rules', at: ['groups', '*', 'rules', '*'], fields: ALERT },
  RulesSpec: { of: 'monitoring.googleapis.com/v1/Rules', fields: { groups: { name: true, rules: 'AlertRule' } } },
  PodMonitorSpec: {
    of: 'monitoring.coreos.com/v1/PodMonitor',
    fields: {
      selector: LABELS,
      namespaceSelector: { any: true },
      podMetricsEndpoints: {
        port: true,
        path: true,
        interval: true,
        honorLabels: true,
        scheme: ['https'],
        tlsConfig: { insecureSkipVerify: true },
        authorization: { credentials: { name: true, key: true } },
        relabelings: 'Relabeling',
        metricRelabelings: 'Relabeling',
      },
    },
  },
  PrometheusRuleSpec: {
    of: 'monitoring.coreos.com/v1/PrometheusRule',
    fields: { groups: { name: true, rules: ALERT } },
  },
  LeaderWorkerSetSpec: {
    of: 'leaderworkerset.x-k8s.io/v1/LeaderWorkerSet',
    fields: {
      replicas: true,
      startupPolicy: ['LeaderCreated'],
      rolloutStrategy: { type: true, rollingUpdateConfiguration: true },
      leaderWorkerTemplate: {
        size: true,
        restartPolicy: ['RecreateGroupOnPodRestart'],
        leaderTemplate: true,
        workerTemplate: true,
      },
    },
  },
  InferencePoolSpec: {
    of: 'inference.networking.k8s.io/v1/InferencePool',
    fields: {
      selector: LABELS,
      targetPorts: { number: true },
      endpointPickerRef: { name: true, port: { number: true }, failureMode: ['FailOpen'] },
    },
  },
};
