import { Duration } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  ModelServer,
  type ModelSource,
  type PodOptions,
  Plain,
  ServingDeployment,
  TrainingEngine,
  type ServingDeploymentProps,
} from '../../../lib/index';
import {
  ModelRegistry,
  RegistryArtifacts,
  RegistryDatabase,
  type RegistryExperiment,
  type ModelRegistryProps,
} from '../../../lib/registry/index';
import { IMAGE, python, type World } from './program';

/** A registry with a database of others and files in the bucket. */
export function registryIn({ chart, cpus, bucket, identity }: World, props: Partial<ModelRegistryProps> = {}) {
  return new ModelRegistry(chart, 'mlflow', {
    pool: cpus,
    image: 'us-docker.pkg.dev/acme-ml/images/mlflow:3.17.2',
    identity,
    database: RegistryDatabase.secret('mlflow-database'),
    artifacts: RegistryArtifacts.bucket(bucket, 'mlflow'),
    ...props,
  });
}

/** A training in another namespace, which records its run. */
export function recorded(
  { cluster, deployment, gpus }: World,
  experiment: RegistryExperiment,
  props: Partial<Pick<PodOptions, 'mounts'>> & { exports?: ModelSource } = {},
  chart = new ClusterChart(deployment.kubernetes, 'training', { cluster, namespace: 'training' }),
) {
  return new DistributedTrainingJob(chart, 'train', {
    image: IMAGE,
    command: python('train'),
    pool: gpus,
    workers: 1,
    strategy: Plain.indexedTasks(),
    engine: TrainingEngine.jobSet(),
    activeDeadline: Duration.hours(1),
    records: experiment,
    ...props,
  });
}

/** A server in another namespace. */
export function served(
  { cluster, deployment, cpus }: World,
  props: Partial<ServingDeploymentProps> & Pick<ServingDeploymentProps, 'model'>,
) {
  const chart = new ClusterChart(deployment.kubernetes, 'serving', { cluster, namespace: 'serving' });
  return new ServingDeployment(chart, 'digits', {
    pool: cpus,
    server: ModelServer.tensorFlowServing(),
    ...props,
  });
}
