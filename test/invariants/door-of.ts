import type { Plan } from './program';

type Part = Exclude<keyof Plan, 'application' | 'access' | 'chartId' | 'addons' | 'more'>;

/** The door that each part of a program goes through. */
export const DOOR_OF: Readonly<Record<Part, string>> = {
  stage: 'new Stage',
  deployment: 'platform.stage of options',
  cluster: 'new TrainingCluster',
  cpu: 'cluster.addPool',
  gpu: 'cluster.addGpuPool',
  identity: 'new WorkloadIdentity',
  bucket: 'new Bucket',
  repository: 'new ImageRepository',
  image: 'repository.imageUri',
  chart: 'new ClusterChart',
  volume: 'new SharedVolume',
  strategy: 'TensorFlow.parameterServer',
  parameterServers: 'TensorFlow.parameterServer of parameter servers',
  job: 'new DistributedTrainingJob',
};
