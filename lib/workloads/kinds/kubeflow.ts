import type { JsonObject, Manifest } from '../manifest';

/** The roles of a TFJob, in its own spelling. */
export type TfReplicaType = 'Chief' | 'PS' | 'Worker';

// Type aliases, as an interface is not assignable to a JSON object.

/** One role of a TFJob. */
export type TfReplicaSpec = {
  readonly replicas: number;
  /** Overrides that of the pod template. */
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never' | 'ExitCode';
  readonly template: JsonObject;
};

/** What this library writes of a TFJob. */
export type TfJobSpec = {
  readonly runPolicy: {
    /** What is stopped when the job ends. */
    readonly cleanPodPolicy: 'None' | 'Running' | 'All';
    readonly backoffLimit?: number;
    readonly activeDeadlineSeconds?: number;
    readonly ttlSecondsAfterFinished?: number;
  };
  /** Without a chief: whether all workers have to succeed, not only the first. */
  readonly successPolicy?: 'AllWorkers';
  readonly tfReplicaSpecs: { readonly [type in TfReplicaType]?: TfReplicaSpec };
};

/** A job of Kubeflow's Training Operator, version 1. */
export function tfJobManifest(name: string, spec: TfJobSpec): Manifest {
  return { apiVersion: 'kubeflow.org/v1', kind: 'TFJob', metadata: { name }, spec };
}
