import { Construct } from 'constructs';
import {
  ClusterChart,
  EnvValue,
  ImageRepository,
  LocalCluster,
  Network,
  NodeCount,
  PodUser,
  WorkloadIdentity,
} from '../../../lib/index';
import { addWorkload, objectOf, renderPodTemplate, resolveTask } from '../../../lib/extend';
import { IMAGE, python, type World, type WrongProgram } from './program';
import { job } from './wrong-pods';
import { local, second } from './wrong-volumes';

// Mistakes with containers, and with the accounts of pods.

const CRON_JOB = { apiVersion: 'batch/v1', kind: 'CronJob', plural: 'cronjobs' };

/** A workload of the program's own, with a name for its main container. */
function nightly({ chart, cpus }: World, containerName: string): void {
  const owner = new Construct(chart, 'nightly');
  const task = resolveTask(owner, { image: IMAGE, command: python('evaluate'), pool: cpus });
  const pod = { ...task, workloadName: 'nightly', containerName, restartPolicy: 'OnFailure' } as const;
  const jobTemplate = { spec: { template: renderPodTemplate(pod) } };
  addWorkload(owner, {
    base: 'nightly',
    pods: [{ name: 'task', replicas: 1, containerName, ...task }],
    rendered: { main: objectOf(CRON_JOB, 'nightly', { schedule: '0 3 * * *', jobTemplate }) },
  });
}

const CONTAINERS: readonly WrongProgram[] = [
  {
    name: 'a main container with capitals',
    code: 'container-name',
    says: '"Evaluate" cannot be the name of the main container',
    build: (world, either) => {
      nightly(world, either('Evaluate', 'evaluate'));
    },
  },
  {
    name: 'an init container with a blank',
    code: 'init-container-name',
    says: 'init container name "get data" is not of the allowed form',
    build: (world, either) => {
      job(world, { initContainers: [{ name: either('get data', 'get-data'), command: python('get') }] });
    },
  },
  {
    name: 'two sidecars of one name',
    code: 'sidecar-name',
    says: 'give each sidecar a name of its own',
    build: (world, either) => {
      job(world, { sidecars: ['logs', either('logs', 'metrics')].map((name) => ({ name, command: python(name) })) });
    },
  },
  {
    name: 'a sidecar with the name of the main container',
    code: 'sidecar-name',
    says: 'is the name of the main container: give the sidecar another name',
    build: (world, either) => {
      job(world, { sidecars: [{ name: either('pytorch', 'metrics'), command: python('metrics') }] });
    },
  },
  {
    name: 'a variable whose name has a blank',
    code: 'env-name',
    says: '"LEARNING RATE" cannot be the name of an environment variable',
    build: (world, either) => {
      job(world, { env: { [either('LEARNING RATE', 'LEARNING_RATE')]: '0.1' } });
    },
  },
  {
    name: 'an argument that refers to no variable',
    code: 'env-reference',
    says: 'set EPOCH in env',
    build: (world, either, fix) => {
      const name = either('EPOCHS', fix.part(/set (\w+) in env/));
      job(world, { args: ['--epochs=$(EPOCH)'], env: { [name]: '3' } });
    },
  },
  {
    name: 'a variable as a shell reads it',
    code: 'env-reference',
    says: 'write $(EPOCHS), or run it by a shell',
    build: (world, either, fix) => {
      job(world, { args: ['--epochs', either('$EPOCHS', fix.part(/write (\S+),/))], env: { EPOCHS: '3' } });
    },
  },
  {
    name: 'a field that only files have',
    code: 'env-source',
    says: 'fieldPath "metadata.labels" cannot be the source of a variable',
    build: (world, either) => {
      job(world, { env: { LABELS: EnvValue.fromField(either('metadata.labels', "metadata.labels['app']")) } });
    },
  },
  {
    name: 'a resource without its kind',
    code: 'env-source',
    says: 'such as "limits.cpu"',
    build: (world, either, fix) => {
      job(world, { env: { CPUS: EnvValue.fromResource(either('cpu', fix.quoted())) } });
    },
  },
  {
    name: 'a variable by which tasks find each other',
    code: 'reserved-env',
    says: 'leave MASTER_ADDR out',
    build: (world, either) => {
      job(world, { env: either({ MASTER_ADDR: 'localhost', EPOCHS: '3' }, { EPOCHS: '3' }) });
    },
  },
  {
    name: 'an image with capitals',
    code: 'image-form',
    says: 'is not the name of an image',
    build: (world, either, fix) => {
      job(world, { image: either('us-docker.pkg.dev/acme-ml/images/Digits:1', fix.quoted()) });
    },
  },
  {
    name: 'an image in another project',
    code: 'image-pull',
    says: 'call grantPull(cluster.nodeServiceAccountEmail) of the ImageRepository',
    build: (world, either) => {
      const images = new ImageRepository(world.stack, 'images', { project: 'acme-images' });
      if (either(false, true)) images.grantPull(world.cluster.nodeServiceAccountEmail);
      job(world, { image: images.imageUri('digits', '1') });
    },
  },
  {
    name: 'a folder below the one of the image',
    code: 'working-dir',
    says: 'workingDir "digits" is not an absolute path',
    build: (world, either, fix) => {
      job(world, { workingDir: either('digits', fix.quoted()) });
    },
  },
  {
    name: 'an image for other processors than those of the nodes',
    code: 'architecture',
    says: 'the image is for arm64, but each worker runs on pool "l4", whose nodes are amd64',
    build: (world, either) => {
      job(world, { architecture: either('arm64', 'amd64') });
    },
  },
  {
    name: 'an image on Arm nodes of which nothing is said',
    code: 'architecture',
    says: "build the image for arm64 and set architecture to 'arm64'",
    build: (world, either) => {
      const pool = world.cluster.addPool('arm', { machineType: 't2a-standard-4', nodes: NodeCount.between(0, 4) });
      job(world, { pool, architecture: either(undefined, 'arm64') });
    },
  },
];

const ACCOUNTS: readonly WrongProgram[] = [
  {
    name: 'the account of pods of another cluster',
    code: 'identity-cluster',
    says: 'make a WorkloadIdentity for cluster "digits-dev-cluster"',
    build: (world, either) => {
      const other = () =>
        new WorkloadIdentity(world.stack, 'other', { cluster: second(world).cluster, namespace: 'digits' });
      job(world, { identity: either(other, () => world.identity)() });
    },
  },
  {
    name: 'an account of Google Cloud on a local cluster',
    code: 'identity-feature',
    says: 'leave identity out',
    build: (world, either) => {
      const identity = WorkloadIdentity.fromAttributes({
        email: 'trainer@acme-ml.iam.gserviceaccount.com',
        namespace: 'local',
        serviceAccountName: 'trainer',
      });
      const { pool } = LocalCluster.kind();
      job({ ...world, chart: local(world) }, { pool, identity: either(identity, undefined) });
    },
  },
  {
    name: 'an account for pods in the network of their node',
    code: 'identity-host-network',
    says: 'leave hostNetwork or identity out',
    build: (world, either) => {
      job(world, { podSpec: { hostNetwork: true }, identity: either(world.identity, undefined) });
    },
  },
  {
    name: 'root in a namespace that takes no root',
    code: 'pod-security',
    says: "change these pods, or set podSecurity to 'baseline'",
    build: (world, either) => {
      const podSecurity = either('restricted', 'baseline');
      const { cluster, deployment } = world;
      const chart = new ClusterChart(deployment.kubernetes, 'strict', { cluster, namespace: 'strict', podSecurity });
      job({ ...world, chart }, { user: PodUser.root() });
    },
  },
  {
    name: "pods that reach Google's APIs by a name that leads elsewhere",
    code: 'egress-google',
    says: 'privateGoogleApis: true',
    build: (world, either) => {
      const network = either(undefined, new Network(world.stack, 'network', { privateGoogleApis: true }));
      const { cluster } = second(world, { network });
      const options = { cluster, namespace: 'closed', defaultDenyEgress: true };
      new ClusterChart(world.deployment.kubernetes, 'closed', options);
    },
  },
];

export const WRONG_CONTAINERS = [...CONTAINERS, ...ACCOUNTS];
