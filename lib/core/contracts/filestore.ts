import type { Size } from 'cdk8s';
import { having } from '../problems/rules';
import type { NetworkFact } from './cluster';

/** The facts of a Filestore instance that a workload needs. */
export interface IFilestore {
  readonly instanceName: string;
  /** Its zone; its region, if several zones have its files. */
  readonly location: string;
  readonly project: string;
  /** The name of its file share, which clients mount. */
  readonly shareName: string;
  /** The size of the share. */
  readonly capacity: Size;
  /** The network that reaches it. @default - not known, not checked */
  readonly network?: NetworkFact;
  /** Its address. @default - not known at synthesis: DEPLOY.md asks Google Cloud for it */
  readonly ipAddress?: string;
}

export const FILESTORE = having('shareName', 'give a Filestore, or an existing one from Filestore.fromAttributes');
