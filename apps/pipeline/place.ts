import type { ClusterChart, ICluster, INodePool, IWorkloadIdentity, ModelSource } from '../../lib/index';
import type { DataSet } from '../../lib/workflow/index';

export const NAMESPACE = 'pipeline';

/** Where the steps run and where their data is, in the cloud or on a laptop. */
export interface PipelinePlace {
  readonly cpus: INodePool;
  /** The pool of the training: with GPUs in the cloud. */
  readonly gpus: INodePool;
  readonly image: string;
  readonly identity?: IWorkloadIdentity;
  readonly serverIdentity?: IWorkloadIdentity;
  /** A folder of the data of all runs. */
  readonly data: (folder: string) => DataSet;
  /** The model of the server. */
  readonly model: ModelSource;
}

/** A cluster with the place of the pipeline in a chart of it. */
export interface PipelinePlatform {
  readonly cluster: ICluster;
  readonly place: (chart: ClusterChart) => PipelinePlace;
}
