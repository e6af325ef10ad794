import { ApiObject, Chart, Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import {
  Accelerator,
  ClusterAddons,
  ClusterChart,
  DistributedTrainingJob,
  GpuDriver,
  LocalCluster,
  MPI,
  NodePool,
  NodeCount,
  Operator,
  OperatorReleases,
  SharedVolume,
  SharedVolumeSource,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  type Deployment,
} from '../../lib/index';
import { commands, guide, headings } from './guides';
import { DEV, LOCAL, PROD, output } from './programs';

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
      activeDeadline: Duration.hours(1),
      engine,
    });
  }
}

/** The search for what the pods of a job printed. */
const logsOf = (job: string) =>
  `gcloud logging read 'resource.labels.cluster_name="mnist-dev-cluster" AND resource.labels.namespace_name="train" AND resource.labels.pod_name=~"^${job}-"' --project 'acme-ml-dev' --freshness 7d --limit 1000 --order asc --format 'value(timestamp, resource.labels.pod_name, textPayload, jsonPayload)'`;

describe('for a cluster in the cloud', () => {
  const text = () => guide(DEV, cloud, 'mnist');

  test('says everything in the order in which it is done', () => {
    expect(headings(text())).toEqual([
      'Infrastructure',
      'Credentials',
      'Operators',
      'Images',
      'Standing objects',
      'Runs',
      'Until the jobs are done',
      'Take it down',
      'If a job fails',
    ]);
    expect(text()).toMatch(/^# Deploy mnist-dev\n/);
  });

  test('each call of kubectl names the context that the credentials command writes', () => {
    const calls = text().match(/\bkubectl \S+ \S+ /g) ?? [];
    const context = '--context gke_acme-ml-dev_us-east1-c_mnist-dev-cluster ';
    expect(calls.length).toBeGreaterThan(15);
    expect(calls.filter((call) => !call.startsWith(`kubectl ${context}`))).toEqual([]);
  });

  test('has the exact commands', () => {
    expect(commands(text()).map((line) => line.replaceAll(/ --context \S+/g, ''))).toEqual([
      'npx cdktf deploy mnist-dev',
      'gcloud container clusters get-credentials mnist-dev-cluster --location us-east1-c --project acme-ml-dev --dns-endpoint',
      String.raw`installed=$(kubectl get namespace kube-system -o jsonpath='{.metadata.annotations.trainyard/tfjobs\.kubeflow\.org}')`,
      'there=$(kubectl get crd tfjobs.kubeflow.org --ignore-not-found -o name)',
      'if [ -n "$there" ] && [ -z "$installed" ]; then',
      expect.stringMatching(/^ {2}echo 'training-operator was installed by others: .*' >&2$/),
      'else',
      expect.stringMatching(
        /^ {2}\[ -n "\$there" \] && \[ "\$installed" = '1\.9\.4' \] \|\| \(kubectl annotate .* && kubectl apply .* && kubectl annotate .*\)$/,
      ),
      '  kubectl -n kubeflow rollout status deployment/training-operator --timeout=300s',
      'fi',
      'kubectl wait --for=condition=Established --timeout=120s crd/tfjobs.kubeflow.org crd/pytorchjobs.kubeflow.org crd/mpijobs.kubeflow.org crd/xgboostjobs.kubeflow.org crd/paddlejobs.kubeflow.org crd/jaxjobs.kubeflow.org',
      'kubectl wait --for=condition=Established --timeout=120s crd/jobsets.jobset.x-k8s.io',
      `kubectl apply --server-side -f 'dist/mnist-dev/standing'`,
      'kubectl -n kube-system rollout status daemonset/nvidia-driver-installer-cos --timeout=600s',
      "sh 'dist/mnist-dev/runs.sh' apply",
      "sh 'dist/mnist-dev/runs.sh' wait",
      "sh 'dist/mnist-dev/runs.sh' delete",
      'kubectl -n train delete tfjobs.kubeflow.org -l app.kubernetes.io/instance=mnist-dev',
      'kubectl -n train delete jobsets.jobset.x-k8s.io -l app.kubernetes.io/instance=mnist-dev',
      `kubectl delete --ignore-not-found -f 'dist/mnist-dev/standing' -l '!trainyard/kept'`,
      'npx cdktf destroy mnist-dev',
      'kubectl -n train describe tfjobs.kubeflow.org/tfjob',
      'kubectl -n train get pods -l training.kubeflow.org/job-name=tfjob -o wide',
      'kubectl -n train describe pods -l training.kubeflow.org/job-name=tfjob',
      'kubectl -n train logs -l training.kubeflow.org/job-name=tfjob --all-containers --prefix --tail=20',
      logsOf('tfjob'),
      "sh 'dist/mnist-dev/runs.sh' again tfjob",
      'kubectl -n train describe jobsets.jobset.x-k8s.io/jobset',
      'kubectl -n train get pods -l jobset.sigs.k8s.io/jobset-name=jobset -o wide',
      'kubectl -n train describe pods -l jobset.sigs.k8s.io/jobset-name=jobset',
      'kubectl -n train logs -l jobset.sigs.k8s.io/jobset-name=jobset --all-containers --prefix --tail=20',
      logsOf('jobset'),
      "sh 'dist/mnist-dev/runs.sh' again jobset",
    ]);
  });

  test('names who installs an operator, the images, and where the state is', () => {
    expect(text()).toContain("jobset comes from the platform team's Helm release; wait for it:");
    expect(text()).toContain('\n- `acme/mnist:1`\n');
    expect(text()).toContain("Terraform's state is kept in the folder `state`.");
  });
});

describe('for a cluster whose operators a further stack releases', () => {
  const text = () =>
    guide(
      DEV,
      (deployment) => {
        const operators = [Operator.TRAINING, Operator.KUEUE.byHelm()];
        const cluster = new TrainingCluster(deployment.stack, 'cluster', { location: 'us-east1-c', operators });
        new OperatorReleases(deployment.addStack('operators'), 'operators', { cluster });
        const chart = new ClusterChart(deployment.kubernetes, 'training', { cluster });
        new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
      },
      'mnist',
    );

  test('it deploys that stack after the other, and destroys it before; the paragraph about the state is there once', () => {
    expect(commands(text()).filter((command) => command.includes('cdktf'))).toEqual([
      'npx cdktf deploy mnist-dev',
      'npx cdktf deploy mnist-dev-operators --ignore-missing-stack-dependencies',
      'npx cdktf destroy mnist-dev-operators',
      'npx cdktf destroy mnist-dev --ignore-missing-stack-dependencies',
    ]);
    expect(text().match(/Terraform's state is kept/g)).toHaveLength(1);
  });

  test('it only waits for what comes with the stack', () => {
    expect(text()).toContain('kueue 0.19.2 comes with the stack `mnist-dev-operators`; wait for it:');
    expect(text()).not.toContain('helm upgrade');
  });
});

test('for a protected stage it tells of the two steps to destroy it', () => {
  const text = guide(PROD, cloud);
  expect(text).toContain("Terraform's state is kept in the bucket `acme-state`, which must exist.");
  expect(text).toContain('set `protected: false` in the stage "prod" and deploy first');
  expect(
    commands(text)
      .filter((line) => /delete .*standing|npx/.test(line))
      .slice(-3),
  ).toEqual([
    "kubectl --context gke_acme-ml-prod_us-east1-c_prod-cluster delete --ignore-not-found -f 'dist/prod/standing' -l '!trainyard/kept'",
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

test('a cluster without manifests gets its operators all the same, unless another deployment has charts for it', () => {
  const text = (withCharts: boolean) => {
    const out = output();
    const platform = out.platform();
    const { stack } = platform.stage(DEV, 'base');
    const made = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', operators: [Operator.JOBSET] });
    if (withCharts) new ClusterChart(platform.stage(DEV, 'digits').kubernetes, 'training', { cluster: made });
    platform.synth();
    return headings(out.contents()['dist/base-dev/DEPLOY.md'] ?? '');
  };
  expect(text(false)).toEqual(['Infrastructure', 'Credentials', 'Operators', 'Take it down']);
  expect(text(true)).toEqual(['Infrastructure', 'Take it down']);
});

test('for a local cluster there is nothing of Terraform', () => {
  const text = guide(LOCAL, ({ kubernetes }) => {
    const cluster = LocalCluster.minikube();
    const chart = new ClusterChart(kubernetes, 'training', { cluster });
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
  });
  expect(headings(text)).toEqual(['Credentials', 'Standing objects', 'Take it down']);
  expect(text).toContain('The commands use the context `minikube` of your kubeconfig. This shows where it points:');
  expect(text).not.toMatch(/cdktf|gcloud/);
});

test('for an existing cluster it has the command that reaches it', () => {
  const text = guide(LOCAL, ({ kubernetes }) => {
    const cluster = TrainingCluster.fromAttributes({
      clusterName: 'theirs',
      location: 'us-east1-c',
      project: 'acme-ml',
    });
    const pool = NodePool.fromAttributes({ cluster, poolName: 'cpu' });
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'train' });
    new DistributedTrainingJob(chart, 'mnist', {
      image: 'acme/mnist:1',
      pool,
      strategy: TensorFlow.multiWorkerMirrored(),
    });
  });
  expect(commands(text)[0]).toBe(
    'gcloud container clusters get-credentials theirs --location us-east1-c --project acme-ml',
  );
});

test('for a cluster with only a name it names the cluster', () => {
  const text = guide(LOCAL, ({ kubernetes }) => {
    const chart = new ClusterChart(kubernetes, 'training', { cluster: { clusterName: 'theirs' } });
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
  });
  expect(text).toContain('Export the variable `CONTEXT_THEIRS` with the context of the cluster `theirs`');
  expect(commands(text)).toContain('kubectl --context "${CONTEXT_THEIRS:?}" cluster-info');
});

test('a command of the user that points kubectl at a cluster gives the context of all others, also in another shell', () => {
  const text = guide(LOCAL, ({ kubernetes }) => {
    const getCredentialsCommand = 'acme login --cluster main && kubectl config use-context main';
    const cluster = TrainingCluster.fromAttributes({
      clusterName: 'main',
      location: 'us-east1',
      getCredentialsCommand,
    });
    new ApiObject(new ClusterChart(kubernetes, 'training', { cluster }), 'config', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
    });
  });
  const context = '--context "${CONTEXT_MAIN_US_EAST1:?}"';
  const login = [
    'acme login --cluster main && kubectl config use-context main',
    'export CONTEXT_MAIN_US_EAST1=$(kubectl config current-context)',
  ];
  expect(commands(text)).toEqual([
    ...login,
    `kubectl ${context} apply --server-side -f 'dist/local/standing'`,
    ...login,
    `kubectl ${context} delete --ignore-not-found -f 'dist/local/standing' -l '!trainyard/kept'`,
  ]);
});

test('an operator without a command to install it is left to the reader', () => {
  const operator = Operator.of({ name: 'mine', version: '2', serves: ['mines.acme.com/v1'] });
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
      const pool = cluster.addPool('cpu', { nodes: NodeCount.between(1, 2) });
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
    const steps = ['Credentials', 'Operators', 'Images', 'Standing objects', 'Runs'];
    expect(headings(textOf())).toEqual([
      'Infrastructure',
      ...['east', 'west'].flatMap((id) => steps.map((step) => `${step}: cluster \`digits-dev-${id}\``)),
      ...['Until the jobs are done', 'Take it down', 'If a job fails'].flatMap((step) =>
        ['east', 'west'].map((id) => `${step}: cluster \`digits-dev-${id}\``),
      ),
    ]);
  });

  test('each file and each job is named beside the context of its cluster', () => {
    const seen = commands(textOf()).flatMap((line) => {
      const [, cluster] = /--context gke_\S+_digits-dev-(\w+)/.exec(line) ?? [];
      const [, action, run] = /runs\.sh' (\w+) (.*)/.exec(line) ?? [];
      if (action !== undefined) return [[action, run]];
      const [, verb, file] = /(apply|delete) .*standing\/(\d+)/.exec(line) ?? [];
      return verb === undefined ? [] : [[verb, file, cluster]];
    });
    expect(seen).toEqual([
      ['apply', '00', 'east'],
      ['apply', 'digits'],
      ['apply', '01', 'west'],
      ['apply', 'training-west.digits'],
      ['wait', 'digits'],
      ['wait', 'training-west.digits'],
      ['delete', 'digits'],
      ['delete', '00', 'east'],
      ['delete', 'training-west.digits'],
      ['delete', '01', 'west'],
      ['again', 'digits'],
      ['again', 'training-west.digits'],
    ]);
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
        pool: cluster.addPool('cpu', { nodes: NodeCount.between(1, 2) }),
        strategy: TensorFlow.multiWorkerMirrored(),
      });
    },
    'digits',
  );
  expect(headings(text)).toContain('Operators');
  expect(text.match(/get-credentials \S+/g)).toEqual(['get-credentials digits-dev-cluster']);
});

test('for a chart without a cluster the reader chooses the cluster', () => {
  const text = guide(LOCAL, (deployment) => {
    new ApiObject(new Chart(deployment.kubernetes, 'plain'), 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
  });
  expect(text).toContain('Export the variable `CONTEXT` with the context of the cluster of these manifests');
});

test('says what several constructs say once, such as how jobs of one namespace get their keys', () => {
  const text = guide(LOCAL, ({ kubernetes }) => {
    const cluster = LocalCluster.minikube({ cpus: 8, operators: [Operator.JOBSET] });
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'train' });
    for (const [id, sshKeys] of Object.entries({ a: 'ours', b: 'ours', c: 'theirs' })) {
      const job = { image: 'train:1', command: ['train'], pool: cluster.pool, strategy: MPI.mpirun({ sshKeys }) };
      new DistributedTrainingJob(chart, id, job);
    }
  });
  expect(commands(text).flatMap((line) => /^kubectl .* get secret (\w+)/.exec(line)?.[1] ?? [])).toEqual([
    'ours',
    'theirs',
  ]);
});
