import { applyRelease, kinds, pods, rollout, type OperatorFacts } from '../operator-facts';
import type { IOperator } from '../../core/contracts/operator';
import { OperatorInstall } from '../operator-install';

const VERSION = '0.19.2';

/** The label that puts a job in a queue of Kueue. */
export const QUEUE_LABEL = 'kueue.x-k8s.io/queue-name';

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
/** Kinds of the training operator, which Kueue queues only if they are named. It waits for kinds that a cluster lacks. */
const TRAINING_INTEGRATIONS = ['tfjob', 'pytorchjob', 'xgboostjob', 'paddlejob', 'jaxjob'].map(
  (kind) => `kubeflow.org/${kind}`,
);

/** The way in which Kueue queues a kind: by default, if its configuration names it, or not at all. @param kind such as `batch/job` */
export function integrationOf(kind: string): 'default' | 'named' | 'none' {
  if (DEFAULT_INTEGRATIONS.includes(kind)) return 'default';
  return TRAINING_INTEGRATIONS.includes(kind) ? 'named' : 'none';
}

/** Kueue's configuration: that of its release with other integrations. */
const CONFIGURATION = {
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

const CONFIG_MAP = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'kueue-manager-config', namespace: 'kueue-system' },
  data: { 'controller_manager_config.yaml': JSON.stringify(CONFIGURATION) },
};

/** The Kueue of a cluster. */
export function kueueOf({ operators }: { readonly operators?: readonly IOperator[] }): IOperator | undefined {
  return operators?.find(({ name }) => name === KUEUE.name);
}

export const KUEUE: OperatorFacts = {
  name: 'kueue',
  version: VERSION,
  pods: pods(1, 500, 512),
  serves: kinds(
    'kueue.x-k8s.io',
    'v1beta2',
    'admissionchecks',
    'clusterqueues',
    'cohorts',
    'localqueues',
    'multikueueclusters',
    'multikueueconfigs',
    'provisioningrequestconfigs',
    'resourceflavors',
    'topologies',
    'workloadpriorityclasses',
    'workloads',
  ),
  install: OperatorInstall.command(
    [
      applyRelease('kubernetes-sigs/kueue', VERSION, 'manifests.yaml'),
      // Kueue reads its configuration only at its start.
      `echo '${JSON.stringify(CONFIG_MAP)}' | kubectl apply --server-side --force-conflicts -f -`,
      'kubectl -n kueue-system rollout restart deployment/kueue-controller-manager',
    ].join(' && '),
    { ready: rollout('kueue-system', 'kueue-controller-manager') },
  ),
  charts: [
    {
      name: 'kueue',
      repository: 'oci://registry.k8s.io/kueue/charts',
      chart: 'kueue',
      version: VERSION,
      namespace: 'kueue-system',
      values: { managerConfig: { controllerManagerConfigYaml: JSON.stringify(CONFIGURATION) } },
    },
  ],
};
