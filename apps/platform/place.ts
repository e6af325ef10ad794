import type { ClusterChart, INodePool, SharedVolumeSource } from '../../lib/index';
import type { Gateway, SignIn } from '../../lib/gateway/index';
import type { NotebookProps } from '../../lib/notebook/index';
import type { ModelRegistryProps } from '../../lib/registry/index';
import type { Subject } from '../../lib/tenancy/index';

/** The namespace of what all teams use. */
export const SHARED = 'platform';

/** The parts of the platform that differ between the cloud and a laptop. */
export interface PlatformPlace {
  /** The chart of what all teams use. */
  readonly shared: ClusterChart;
  /** The one entry to all pages. */
  readonly gateway: Gateway;
  readonly signIn: SignIn;
  readonly hosts: { readonly registry: string; readonly notebooks: string };
  readonly registry: Pick<ModelRegistryProps, 'pool' | 'image' | 'identity' | 'database' | 'artifacts' | 'hosts'>;
  /** The pool, image and size of notebooks and jobs: with GPUs in the cloud. */
  readonly notebooks: Pick<NotebookProps, 'pool' | 'image' | 'resources'>;
  /** The pools of each team, and how many of their nodes it may use. */
  readonly share: readonly { readonly pool: INodePool; readonly nodes: number }[];
  /** The disk of a person's home. */
  readonly home: SharedVolumeSource;
  /** The people of a team. */
  readonly editors: (team: string) => Subject;
}
