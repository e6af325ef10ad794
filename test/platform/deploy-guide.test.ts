import { ApiObject, Chart } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import {
  Accelerator,
  ClusterAddons,
  ClusterChart,
  DistributedTrainingJob,
  GpuDriver,
  LocalCluster,
  NodePool,
  Nodes,
  Operator,
  SharedVolume,
  SharedVolumeSource,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  type Deployment,
  type Stage,
} from '../../lib/index';
import { DEV, LOCAL, output, PROD } from './programs';

/** DEPLOY.md of a program of one deployment. */
function guide(stage: Stage, build: (deployment: Deployment) => void, application?: string): string {
  const out = output();
  const platform = out.platform();
  const deployment = platform.stage(stage, application);
  build(deployment);
  platform.synth();
  return out.contents()[`dist/${deployment.name}/DEPLOY.md`] ?? '';
}

/** Cluster, driver, and a job of each engine. */
function cloud({ stack, kubernetes }: Deployment): void {
  const cluster = new TrainingCluster(stack, 'cluster', {
    location: 'us-east1-c',
    operators: [Operator.TRAINING, Operator.JOBSET.installedElsewhere("the platform team's Helm release")],
  });
  const gpu = cluster.addGpuPool('gpu', { accelerators: Accelerator.T4.times(1), driver: GpuDriver.DAEMON_SET });
  const addons = new ClusterChart(kubernetes, 'addons', { cluster, namespace: 'kube-system' });
  new ClusterAddons(addons, 'driver', { pools: [gpu] });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'train' });
  for (const engine of [TrainingEngine.tfJob(), TrainingEngine.jobSet()]) {
    new DistributedTrainingJob(chart, engine.name.toLowerCase(), {
      image: 'acme/mnist:1',
      pool: gpu,
      strategy: TensorFlow.multiWorkerMirrored(),
      engine,
    });
  }
}

const headings = (text: string) => [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
const commands = (text: string) => [...text.matchAll(/```sh\n(.*?)\n```/gs)].flatMap(([, block]) => block?.split('\n'));

describe('for a cluster in the cloud', () => {
  const text = () => guide(DEV, cloud, 'mnist');

  test('says everything in the order in which it is done', () => {
    expect(headings(text())).toEqual([
      'Infrastructure',
      'Credentials',
      'Operators',
      'Images',
      'Add-ons',
      'Workloads',
      'Until the jobs are done',
      'Take it down',
    ]);
    expect(text()).toMatch(/^# Deploy mnist-dev\n/);
  });

  test('has the exact commands', () => {
    expect(commands(text())).toEqual([
      'npx cdktf deploy mnist-dev',
      'gcloud container clusters get-credentials mnist-dev-cluster --location us-east1-c --project acme-ml-dev --dns-endpoint',
      expect.stringMatching(
        /^kubectl get crd tfjobs.kubeflow.org >\/dev\/null 2>&1 \|\| \{ kubectl apply .* && .*; \}$/,
      ),
      'kubectl wait --for=condition=Established --timeout=120s crd/tfjobs.kubeflow.org crd/pytorchjobs.kubeflow.org',
      'kubectl wait --for=condition=Established --timeout=120s crd/jobsets.jobset.x-k8s.io',
      'kubectl apply --server-side -f dist/mnist-dev/00-addons.k8s.yaml',
      'kubectl -n kube-system rollout status daemonset/nvidia-driver-installer-cos --timeout=600s',
      'kubectl apply --server-side -R -f dist/mnist-dev',
      "kubectl -n train wait --for=jsonpath='{.status.completionTime}' --timeout=24h tfjob.kubeflow.org/tfjob",
      'kubectl -n train wait --for=condition=Succeeded --timeout=1s tfjob.kubeflow.org/tfjob',
      "kubectl -n train wait --for=jsonpath='{.status.terminalState}' --timeout=24h jobset.jobset.x-k8s.io/jobset",
      'kubectl -n train wait --for=condition=Completed --timeout=1s jobset.jobset.x-k8s.io/jobset',
      'kubectl delete --ignore-not-found -R -f dist/mnist-dev',
      'npx cdktf destroy mnist-dev',
    ]);
  });

  test('names who installs an operator, the images, and where the state is', () => {
    expect(text()).toContain("jobset comes from the platform team's Helm release; wait for it:");
    expect(text()).toContain('\n- `acme/mnist:1`\n');
    expect(text()).toContain("Terraform's state is kept in the folder `state`.");
  });
});

test('for a protected stage it tells of the two steps to destroy it', () => {
  const text = guide(PROD, cloud);
  expect(text).toContain("Terraform's state is kept in the bucket `acme-state`, which must exist.");
  expect(text).toContain('set `protected: false` in the stage "prod" and deploy that first');
  expect(commands(text).slice(-3)).toEqual([
    'kubectl delete --ignore-not-found -R -f dist/prod',
    'npx cdktf deploy prod',
    'npx cdktf destroy prod',
  ]);
});

test('before files go that a storage class made, it says so', () => {
  const text = (source: SharedVolumeSource) =>
    guide(LOCAL, ({ kubernetes }) => {
      const cluster = LocalCluster.minikube({ cpus: 2 });
      const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'train' });
      new SharedVolume(chart, 'data', { source });
    });
  const warning = 'This deletes the files of `data`, unless their storage class has `reclaimPolicy: Retain`.';
  expect(text(SharedVolumeSource.storageClass('nfs-client'))).toContain(warning);
  expect(text(SharedVolumeSource.hostPath('/data'))).not.toContain('deletes the files');
});

test('for infrastructure alone there is nothing of Kubernetes', () => {
  const text = guide(DEV, ({ stack }) => {
    new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });
  });
  expect(headings(text)).toEqual(['Infrastructure', 'Take it down']);
  expect(text).not.toContain('kubectl');
});

test('for a local cluster there is nothing of Terraform', () => {
  const text = guide(LOCAL, ({ kubernetes }) => {
    const cluster = LocalCluster.minikube();
    const chart = new ClusterChart(kubernetes, 'training', { cluster });
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
  });
  expect(headings(text)).toEqual(['Credentials', 'Workloads', 'Take it down']);
  expect(text).toContain('Point kubectl at your local cluster; this shows where it points:');
  expect(text).not.toMatch(/cdktf|gcloud/);
});

test('for a cluster of others it names the cluster', () => {
  const text = guide(LOCAL, ({ kubernetes }) => {
    const cluster = TrainingCluster.fromAttributes({ clusterName: 'theirs', location: 'us-east1-c' });
    const pool = NodePool.fromAttributes({ cluster, poolName: 'cpu' });
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'train' });
    new DistributedTrainingJob(chart, 'mnist', {
      image: 'acme/mnist:1',
      pool,
      strategy: TensorFlow.multiWorkerMirrored(),
    });
  });
  expect(text).toContain('Point kubectl at the cluster `theirs`');
});

test('an operator without a command to install it is left to the reader', () => {
  const operator = Operator.of({ name: 'mine', version: '2', crds: ['mines.acme.com'] });
  const text = guide(LOCAL, ({ kubernetes }) => {
    const chart = new ClusterChart(kubernetes, 'training', { cluster: LocalCluster.kind({ operators: [operator] }) });
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
  });
  expect(text).toContain('Install mine 2, then wait for it:');
});

test('every image is named once, also those of init containers', () => {
  const text = guide(LOCAL, ({ kubernetes }) => {
    const chart = new Chart(kubernetes, 'pods');
    for (const [id, image] of Object.entries({ a: 'b:1', b: 'b:1', c: 'a:1' })) {
      const containers = [{ name: 'a', image }];
      new ApiObject(chart, id, {
        apiVersion: 'v1',
        kind: 'Pod',
        ...{ spec: { containers, initContainers: [{ name: 'i', image: 'c:1' }] } },
      });
    }
  });
  expect(text).toContain('already:\n\n- `a:1`\n- `b:1`\n- `c:1`\n\n');
});

describe('for two clusters', () => {
  const build = ({ stack, kubernetes }: Deployment) => {
    for (const [id, location] of Object.entries({ east: 'us-east1-c', west: 'us-west1-b' })) {
      const cluster = new TrainingCluster(stack, id, { location, operators: [Operator.JOBSET] });
      const pool = cluster.addPool('cpu', { nodes: Nodes.between(1, 2) });
      const chart = new ClusterChart(kubernetes, `training-${id}`, { cluster, namespace: 'train' });
      new DistributedTrainingJob(chart, 'digits', {
        jobName: 'digits',
        image: 'acme/digits:1',
        pool,
        strategy: TensorFlow.multiWorkerMirrored(),
      });
    }
  };
  const textOf = () => guide(DEV, build, 'digits');

  test('each has the steps of its own, under its name', () => {
    const steps = ['Credentials', 'Operators', 'Images', 'Workloads'];
    expect(headings(textOf())).toEqual([
      'Infrastructure',
      ...['east', 'west'].flatMap((id) => steps.map((step) => `${step}: cluster \`digits-dev-${id}\``)),
      ...['Until the jobs are done', 'Take it down'].flatMap((step) =>
        ['east', 'west'].map((id) => `${step}: cluster \`digits-dev-${id}\``),
      ),
    ]);
  });

  test('nothing is applied, awaited or deleted before kubectl points there', () => {
    const lines = commands(textOf()).filter((line) =>
      /get-credentials|apply.* dist|delete|wait.*=24h/.test(line ?? ''),
    );
    expect(lines.map((line) => line?.replace(/^(kubectl|gcloud).*?(apply|delete|wait|get-credentials)/, '$2'))).toEqual(
      ['apply', 'wait', 'delete'].flatMap((verb) =>
        ['east', 'west'].flatMap((id) => [
          expect.stringContaining(`get-credentials digits-dev-${id}`),
          verb === 'wait'
            ? expect.stringContaining('wait --for=jsonpath=')
            : expect.stringMatching(new RegExp(`^${verb} .*-f dist/digits-dev/0\\d-training-${id}.k8s.yaml$`)),
        ]),
      ),
    );
  });
});

test('a plain chart goes to the cluster of what runs in it', () => {
  const text = guide(
    DEV,
    ({ stack, kubernetes }) => {
      const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', operators: [Operator.TRAINING] });
      new TrainingCluster(stack, 'other', { location: 'us-east1-d' });
      new DistributedTrainingJob(new Chart(kubernetes, 'plain', { namespace: 'train' }), 'digits', {
        image: 'acme/digits:1',
        pool: cluster.addPool('cpu', { nodes: Nodes.between(1, 2) }),
        strategy: TensorFlow.multiWorkerMirrored(),
      });
    },
    'digits',
  );
  expect(headings(text)).toContain('Operators');
  expect(text.match(/get-credentials \S+/g)).toEqual(['get-credentials digits-dev-cluster']);
});

test('a chart of which nothing says where it goes is left to the reader', () => {
  const text = guide(LOCAL, (deployment) => {
    new ApiObject(new Chart(deployment.kubernetes, 'plain'), 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
  });
  expect(text).toContain('Point kubectl at the cluster of these manifests; this shows where it points:');
});
