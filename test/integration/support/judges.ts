import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { applied, kubectl, list, type KubernetesObject } from './kubectl';
import { removeTemporaryFolders } from './program';
import { attempt, within } from './run';

/** A real program that tests need. It names its missing parts, or returns nothing. */
export interface Judge {
  readonly what: string;
  readonly missing: () => Promise<string | undefined>;
}

/** Images that the tests' pods run; docs/testing.md says how they come to a node. */
export const TRAINER_IMAGE = 'trainyard/mnist:1';
export const TORCH_IMAGE = 'trainyard/torch:1';
export const TORCH_TRAINER_IMAGE = 'trainyard/mnist-torch:1';
export const MPI_IMAGE = 'trainyard/mpi:1';
export const JAX_IMAGE = 'trainyard/jax:1';
export const MXNET_IMAGE = 'trainyard/insightface:1';
export const JUPYTER_IMAGE = 'trainyard/jupyter:1';
/** MLflow, and the training program beside it. */
export const MLFLOW_IMAGE = 'trainyard/mlflow:1';
/** What stands in for TensorFlow Serving has its name. */
export const SERVER_IMAGE = 'tensorflow/serving:2.20.0';
export const INFERENCE_SERVER_IMAGE = 'trainyard/mlserver:1';

const CRDS = ['tfjobs.kubeflow.org', 'jobsets.jobset.x-k8s.io'];

export const TERRAFORM: Judge = {
  what: 'terraform with a google provider that makes nothing',
  missing: async () => {
    if (!(await works('terraform', 'version'))) return 'no terraform on PATH';
    const config = process.env.TF_CLI_CONFIG_FILE;
    if (config === undefined) return 'TF_CLI_CONFIG_FILE is not set';
    return existsSync(config) ? undefined : `TF_CLI_CONFIG_FILE names ${config}, which is not there`;
  },
};

/** Istio's own checks of its objects, each by itself and all together, which need no cluster. */
export const ISTIOCTL: Judge = {
  what: 'istioctl',
  missing: async () => ((await works('istioctl', 'version', '--remote=false')) ? undefined : 'no istioctl on PATH'),
};

/** Prometheus's own reading of rules, and its evaluation of them on made-up series. */
export const PROMTOOL: Judge = {
  what: 'promtool',
  missing: async () => ((await works('promtool', '--version')) ? undefined : 'no promtool on PATH'),
};

/** The API server with the CRDs and the webhooks of both operators. */
export const API_SERVER: Judge = {
  what: 'a cluster with the training operator and JobSet',
  missing: async () => {
    if (!(await works('kubectl', 'version', '--client'))) return 'no kubectl on PATH';
    if (!process.env.KUBECONFIG) return 'KUBECONFIG is not set';
    if (!(await works('kubectl', 'version', '--request-timeout=100s')))
      return 'the cluster of KUBECONFIG does not answer';
    return lackOf(CRDS);
  },
};

/** For tests that make the namespace of apps/mnist, and delete it with all that is in it. */
export const FREE_NAMESPACE: Judge = {
  what: 'a cluster without a namespace mnist',
  missing: async () =>
    (await works('kubectl', 'get', 'namespace', 'mnist')) ? 'its namespace mnist is in use' : undefined,
};

/** An API server that knows the objects of managed Prometheus, of the Prometheus Operator and of KEDA. */
export const METRICS = definitions(
  'managed Prometheus, the Prometheus Operator and KEDA',
  'podmonitorings.monitoring.googleapis.com',
  'rules.monitoring.googleapis.com',
  'podmonitors.monitoring.coreos.com',
  'prometheusrules.monitoring.coreos.com',
  'scaledobjects.keda.sh',
  'triggerauthentications.keda.sh',
);

/** An API server that knows what watches whole clusters. */
export const CLUSTER_METRICS = definitions(
  'managed Prometheus and the Prometheus Operator for whole clusters',
  'clusterpodmonitorings.monitoring.googleapis.com',
  'clusterrules.monitoring.googleapis.com',
  'podmonitors.monitoring.coreos.com',
  'prometheusrules.monitoring.coreos.com',
);

/** An API server that knows the objects of Kubeflow Trainer. */
export const TRAINER = definitions(
  'Kubeflow Trainer',
  'trainjobs.trainer.kubeflow.org',
  'trainingruntimes.trainer.kubeflow.org',
  'clustertrainingruntimes.trainer.kubeflow.org',
);

/** An API server that knows LeaderWorkerSets. */
export const LEADER_WORKER_SETS = definitions('LeaderWorkerSet', 'leaderworkersets.leaderworkerset.x-k8s.io');

/** Katib's webhooks and controller, with JobSet among the kinds of its trials. */
export const KATIB = definitions(
  'Katib',
  'experiments.kubeflow.org',
  'suggestions.kubeflow.org',
  'trials.kubeflow.org',
);

/** An API server that knows the notebooks and namespaces of Kubeflow. */
export const KUBEFLOW = definitions('Kubeflow', 'notebooks.kubeflow.org', 'profiles.kubeflow.org');

/** An API server that knows the filesystems of Rook. */
export const ROOK = definitions('Rook', 'cephfilesystems.ceph.rook.io');

/** An API server that knows the MPI Operator's MPIJob. The Training Operator's has the same name, so it is another cluster. */
export const MPI_JOBS: Judge = {
  what: 'a cluster with the definition of MPIJob v2beta1',
  missing: async () => {
    if (!process.env.KUBECONFIG) return 'KUBECONFIG is not set';
    const served = await works('kubectl', 'get', '--raw', '/apis/kubeflow.org/v2beta1/mpijobs');
    return served ? undefined : 'the cluster lacks MPIJob v2beta1';
  },
};

/** The controllers and webhooks of Kueue, which writes into the jobs that it admits. */
export const KUEUE: Judge = {
  what: 'a cluster with Kueue for JobSet, TFJob and batch Job',
  missing: async () =>
    (await works('kubectl', 'get', 'crd', 'clusterqueues.kueue.x-k8s.io')) ? undefined : 'the cluster lacks Kueue',
};

/** The controller of Argo Workflows. */
export const ARGO: Judge = {
  what: 'a cluster with Argo Workflows',
  missing: async () =>
    (await works('kubectl', 'get', 'crd', 'workflows.argoproj.io')) ? undefined : 'the cluster lacks Argo Workflows',
};

/** Envoy Gateway, which has its own definitions and those of the Gateway API. */
export const GATEWAY = definitions(
  'Envoy Gateway',
  'gateways.gateway.networking.k8s.io',
  'envoyproxies.gateway.envoyproxy.io',
);

/** Nodes that exist in the API alone: kwok plays those that bear its annotation. */
export const FAKE_NODES: Judge = {
  what: 'a cluster where kwok plays nodes',
  missing: async () => {
    const absent = await API_SERVER.missing();
    if (absent !== undefined) return absent;
    const others = (await list('nodes')).filter((node) => !isFake(node));
    if (others.length > 0) return `the cluster has nodes of its own (${others[0]?.metadata.name ?? ''})`;
    const metadata = { name: 'trainyard-probe', annotations: { 'kwok.x-k8s.io/node': 'fake' } };
    await applied([{ apiVersion: 'v1', kind: 'Node', metadata }]);
    try {
      await kubectl('wait', '--for=condition=Ready', '--timeout=300s', 'node/trainyard-probe');
      return undefined;
    } catch {
      return 'no kwok plays nodes in the cluster';
    } finally {
      await kubectl('delete', 'node', 'trainyard-probe');
    }
  },
};

/** A node with a kubelet, which has the image of the training program in TensorFlow. */
export const REAL_NODE = realNode(TRAINER_IMAGE);

/** The same with the image of the model server. */
export const MODEL_SERVER = realNode(SERVER_IMAGE);

/** The same with the image of a real server of the open inference protocol. */
export const INFERENCE_SERVER = realNode(INFERENCE_SERVER_IMAGE);

/** The same with the image of the one in MXNet. */
export const MXNET_NODE = realNode(MXNET_IMAGE);

/** The same with the image of the one in PyTorch. */
export const TORCH_NODE = realNode(TORCH_IMAGE);

/** The same with the image of the application's trainer in PyTorch. */
export const TORCH_TRAINER = realNode(TORCH_TRAINER_IMAGE);

/** The same with the image of the one in plain MPI. */
export const MPI_NODE = realNode(MPI_IMAGE);
/** The same with the image of the one in JAX. */
export const JAX_NODE = realNode(JAX_IMAGE);

/** A node with JupyterLab. */
export const JUPYTER_NODE = realNode(JUPYTER_IMAGE);

/** A node with MLflow. */
export const MLFLOW_NODE = realNode(MLFLOW_IMAGE);

function definitions(of: string, ...crds: readonly string[]): Judge {
  return {
    what: `a cluster with the definitions of ${of}`,
    missing: async () => {
      if (!process.env.KUBECONFIG) return 'KUBECONFIG is not set';
      return lackOf(crds);
    },
  };
}

/** The definitions that the cluster lacks. */
async function lackOf(crds: readonly string[]): Promise<string | undefined> {
  const args = ['get', 'crd', '--ignore-not-found', '-o', 'name', ...crds];
  const { stdout } = await attempt('kubectl', args, { limit: 30 }).catch(() => ({ stdout: '' }));
  const absent = crds.filter((crd) => !stdout.includes(`/${crd}\n`));
  return absent.length > 0 ? `the cluster lacks ${absent.join(' and ')}` : undefined;
}

function realNode(image: string): Judge {
  return {
    what: `a cluster with a real node that has the image ${image}`,
    missing: async () => {
      const absent = await API_SERVER.missing();
      if (absent !== undefined) return absent;
      const real = (await list('nodes')).filter((node) => !isFake(node));
      if (real.length === 0) return 'the cluster has no real node';
      try {
        // A kubelet tells of a new image with one of its next reports.
        await within(60, 'the image', async () => (await list('nodes')).some((node) => hasImage(node, image)));
        return undefined;
      } catch {
        return `no node has the image ${image}`;
      }
    },
  };
}

/**
 * All tests of a file or suite need these judges. Where one is missing the tests are skipped, aloud; with
 * TRAINYARD_REQUIRE_INTEGRATION=1 they fail.
 */
export function judgedBy(judges: readonly Judge[], prepare?: () => Promise<void>): void {
  let missing: string | undefined;

  beforeAll(async () => {
    for (const judge of judges) {
      const lack = await judge.missing();
      if (lack !== undefined) missing ??= `needs ${judge.what}: ${lack}; see docs/testing.md`;
    }
    if (missing !== undefined) console.warn(`\n!!! SKIPPED: ${missing}\n`);
    else await prepare?.();
  });
  beforeEach(({ skip }) => {
    if (missing === undefined) return;
    if (process.env.TRAINYARD_REQUIRE_INTEGRATION === '1') throw new Error(missing);
    skip(missing);
  });
  afterAll(removeTemporaryFolders);
}

function isFake({ metadata }: KubernetesObject): boolean {
  return metadata.annotations?.['kwok.x-k8s.io/node'] !== undefined;
}

function hasImage({ status }: KubernetesObject, image: string): boolean {
  // An image whose name has gone to another has none.
  const images: { names?: string[] | null }[] = status?.images ?? [];
  return images.some(({ names }) => names?.some((name) => name.endsWith(`/${image}`)));
}

async function works(command: string, ...args: string[]): Promise<boolean> {
  try {
    return (await attempt(command, args, { limit: 30 })).status === 0;
  } catch {
    return false;
  }
}
