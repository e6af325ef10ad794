import { KUEUE_CONFIGURATION, KUEUE_VERSION } from './kueue-configuration';
import { apply, applyRelease, kinds, pods, rollout, type OperatorFacts } from './operator-facts';
import { OperatorInstall } from './operator-install';

export const TRAINING_OPERATOR: OperatorFacts = {
  name: 'training-operator',
  version: '1.9.4',
  serves: kinds('kubeflow.org', 'v1', 'tfjobs', 'pytorchjobs', 'mpijobs', 'xgboostjobs', 'paddlejobs', 'jaxjobs'),
  install: OperatorInstall.command(
    // The commit of the tag v1.9.4.
    'kubectl apply --server-side -k "github.com/kubeflow/trainer.git/manifests/overlays/standalone?ref=4445c12aa62e4345b0c2c6ac9b215a70eca46ed7"',
    { ready: rollout('kubeflow', 'training-operator') },
  ),
};

/** The last version with MXJob. */
export const TRAINING_OPERATOR_1_8: OperatorFacts = {
  name: 'training-operator',
  version: '1.8.1',
  serves: kinds('kubeflow.org', 'v1', 'tfjobs', 'pytorchjobs', 'mpijobs', 'xgboostjobs', 'paddlejobs', 'mxjobs'),
  install: OperatorInstall.command(
    // The commit of the tag v1.8.1.
    'kubectl apply --server-side -k "github.com/kubeflow/trainer.git/manifests/overlays/standalone?ref=0f8735faade3651dfe44e45c6fbc30fa9152641d"',
    { ready: rollout('kubeflow', 'training-operator') },
  ),
};

export const JOBSET: OperatorFacts = {
  name: 'jobset',
  version: '0.12.0',
  serves: kinds('jobset.x-k8s.io', 'v1alpha2', 'jobsets'),
  pods: pods(1, 500, 128),
  install: OperatorInstall.command(applyRelease('kubernetes-sigs/jobset', '0.12.0', 'manifests.yaml'), {
    ready: rollout('jobset-system', 'jobset-controller-manager'),
  }),
  charts: [
    {
      name: 'jobset',
      repository: 'oci://registry.k8s.io/jobset/charts',
      chart: 'jobset',
      version: '0.12.0',
      namespace: 'jobset-system',
    },
  ],
};

const KUEUE_CONFIG_MAP = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'kueue-manager-config', namespace: 'kueue-system' },
  data: { 'controller_manager_config.yaml': JSON.stringify(KUEUE_CONFIGURATION) },
};

export const KUEUE: OperatorFacts = {
  name: 'kueue',
  version: KUEUE_VERSION,
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
      applyRelease('kubernetes-sigs/kueue', KUEUE_VERSION, 'manifests.yaml'),
      // Kueue reads its configuration when it starts.
      `echo '${JSON.stringify(KUEUE_CONFIG_MAP)}' | kubectl apply --server-side --force-conflicts -f -`,
      'kubectl -n kueue-system rollout restart deployment/kueue-controller-manager',
    ].join(' && '),
    { ready: rollout('kueue-system', 'kueue-controller-manager') },
  ),
  charts: [
    {
      name: 'kueue',
      repository: 'oci://registry.k8s.io/kueue/charts',
      chart: 'kueue',
      version: KUEUE_VERSION,
      namespace: 'kueue-system',
      values: { managerConfig: { controllerManagerConfigYaml: JSON.stringify(KUEUE_CONFIGURATION) } },
    },
  ],
};

export const ARGO_WORKFLOWS: OperatorFacts = {
  name: 'argo-workflows',
  version: '4.1.2',
  serves: kinds(
    'argoproj.io',
    'v1alpha1',
    'workflows',
    'workflowtemplates',
    'clusterworkflowtemplates',
    'cronworkflows',
    'workfloweventbindings',
    'workflowtasksets',
    'workflowtaskresults',
    'workflowartifactgctasks',
  ),
  // Its manifests name no namespace, and bring none.
  install: OperatorInstall.command(
    [
      'kubectl create namespace argo --dry-run=client -o yaml | kubectl apply --server-side -f -',
      applyRelease('argoproj/argo-workflows', '4.1.2', 'install.yaml').replace('apply', '-n argo apply'),
    ].join(' && '),
    { ready: rollout('argo', 'workflow-controller', 'argo-server') },
  ),
};

export const CERT_MANAGER: OperatorFacts = {
  name: 'cert-manager',
  version: '1.21.1',
  serves: [
    ...kinds('cert-manager.io', 'v1', 'certificates', 'certificaterequests', 'issuers', 'clusterissuers'),
    ...kinds('acme.cert-manager.io', 'v1', 'challenges', 'orders'),
  ],
  install: OperatorInstall.command(applyRelease('cert-manager/cert-manager', '1.21.1', 'cert-manager.yaml'), {
    ready: rollout('cert-manager', 'cert-manager', 'cert-manager-cainjector', 'cert-manager-webhook'),
  }),
  charts: [
    {
      name: 'cert-manager',
      repository: 'oci://quay.io/jetstack/charts',
      chart: 'cert-manager',
      version: 'v1.21.1',
      namespace: 'cert-manager',
      values: { crds: { enabled: true } },
    },
  ],
};

const KSERVE_CHART = { repository: 'oci://ghcr.io/kserve/charts', version: 'v0.20.0', namespace: 'kserve' };

/** By Helm only: its release's manifests set another deployment mode. */
export const KSERVE: OperatorFacts = {
  name: 'kserve',
  version: '0.20.0',
  pods: pods(1, 100, 300),
  serves: [
    ...kinds('serving.kserve.io', 'v1beta1', 'inferenceservices'),
    ...kinds(
      'serving.kserve.io',
      'v1alpha1',
      'clusterservingruntimes',
      'clusterstoragecontainers',
      'inferencegraphs',
      'servingruntimes',
      'trainedmodels',
    ),
  ],
  charts: [
    { ...KSERVE_CHART, name: 'kserve-crd', chart: 'kserve-crd' },
    {
      ...KSERVE_CHART,
      name: 'kserve',
      chart: 'kserve-resources',
      values: { kserve: { controller: { deploymentMode: 'Standard' } } },
    },
  ],
};

export const MPI_OPERATOR: OperatorFacts = {
  name: 'mpi-operator',
  version: '0.8.2',
  serves: kinds('kubeflow.org', 'v2beta1', 'mpijobs'),
  install: OperatorInstall.command(
    // The commit of the tag v0.8.2.
    apply(
      'https://raw.githubusercontent.com/kubeflow/mpi-operator/fd6ab218ce3e49b81b6a411614d09c9deb029ae9/deploy/v2beta1/mpi-operator.yaml',
    ),
    { ready: rollout('mpi-operator', 'mpi-operator') },
  ),
};

/** By Helm only: its release's manifests bring a JobSet of their own. */
export const TRAINER: OperatorFacts = {
  name: 'trainer',
  version: '2.3.0',
  serves: kinds('trainer.kubeflow.org', 'v1alpha1', 'trainjobs', 'trainingruntimes', 'clustertrainingruntimes'),
  charts: [
    {
      name: 'kubeflow-trainer',
      repository: 'oci://ghcr.io/kubeflow/charts',
      chart: 'kubeflow-trainer',
      version: '2.3.0',
      namespace: 'kubeflow-system',
      values: { jobset: { install: false } },
    },
  ],
};

export const RAY: OperatorFacts = {
  name: 'ray-operator',
  pods: pods(1, 100, 512),
  version: 'of GKE',
  serves: kinds('ray.io', 'v1', 'rayclusters', 'rayjobs', 'rayservices'),
  install: OperatorInstall.addon('rayOperator'),
};
