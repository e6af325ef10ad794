import type { ClusterChart, ICluster } from '../../lib/index';
import type { ServingPlace } from './serving';
import type { TrainingPlace } from './training';

export const NAMESPACE = 'mnist';

/** Where the application runs, in the cloud or on a laptop. */
export interface MnistPlatform {
  readonly cluster: ICluster;
  /** The places of the job and of the server in a chart of the cluster. */
  readonly places: (chart: ClusterChart) => { readonly training: TrainingPlace; readonly serving: ServingPlace };
}
