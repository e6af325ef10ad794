/** The version that these facts are about. */
export const KUEUE_VERSION = '0.19.2';

/**
 * The kinds that Kueue queues by default.
 *
 * @see https://github.com/kubernetes-sigs/kueue/pull/12606
 */
const DEFAULT_INTEGRATIONS = [
  'batch/job',
  'kubeflow.org/mpijob',
  'ray.io/rayjob',
  'ray.io/raycluster',
  'ray.io/rayservice',
  'jobset.x-k8s.io/jobset',
  'workload.codeflare.dev/appwrapper',
  'trainer.kubeflow.org/trainjob',
  'pod',
  'deployment',
  'statefulset',
  'leaderworkerset.x-k8s.io/leaderworkerset',
];
/** Kinds of the training operator, which Kueue leaves alone unless they are named. It waits for kinds that a cluster lacks. */
const TRAINING_INTEGRATIONS = ['tfjob', 'pytorchjob', 'xgboostjob', 'paddlejob', 'jaxjob'].map(
  (kind) => `kubeflow.org/${kind}`,
);

/** Whether Kueue queues a kind by default, if its configuration names it, or not at all. @param kind such as `batch/job` */
export function integrationOf(kind: string): 'default' | 'named' | 'none' {
  if (DEFAULT_INTEGRATIONS.includes(kind)) return 'default';
  return TRAINING_INTEGRATIONS.includes(kind) ? 'named' : 'none';
}

/** The configuration of Kueue 0.19.2: as its release ships it, apart from the integrations. */
export const KUEUE_CONFIGURATION = {
  apiVersion: 'config.kueue.x-k8s.io/v1beta2',
  kind: 'Configuration',
  health: { healthProbeBindAddress: ':8081' },
  metrics: { bindAddress: ':8443' },
  webhook: { port: 9443 },
  leaderElection: { leaderElect: true, resourceName: 'c1f6bfd2.kueue.x-k8s.io' },
  controller: {
    groupKindConcurrency: {
      'Job.batch': 5,
      Pod: 5,
      'Workload.kueue.x-k8s.io': 10,
      'LocalQueue.kueue.x-k8s.io': 5,
      'Cohort.kueue.x-k8s.io': 1,
      'ClusterQueue.kueue.x-k8s.io': 5,
      'ResourceFlavor.kueue.x-k8s.io': 1,
    },
  },
  clientConnection: { qps: 300, burst: 500 },
  integrations: { frameworks: [...DEFAULT_INTEGRATIONS, ...TRAINING_INTEGRATIONS] },
};
