import type { Size } from 'cdk8s';
import type { NetworkFact } from './cluster';

/** The facts of a Filestore instance that a workload needs. */
export interface IFilestore {
  readonly instanceName: string;
  /** Its zone, or its region if it keeps files in several zones. */
  readonly location: string;
  readonly project: string;
  /** The name of its file share, which clients mount. */
  readonly shareName: string;
  /** The size of the share. */
  readonly capacity: Size;
  /** The network from which it is reached. @default - not known, not checked */
  readonly network?: NetworkFact;
  /** Its address. @default - not known at synthesis: a command of DEPLOY.md reads it from Google Cloud */
  readonly ipAddress?: string;
}
