import type { Duration } from 'cdk8s';
import type { HubModel } from './hub-model';
import type { VersionPolicy } from './version-policy';

/** A program that reads models. */
export interface ModelReader {
  /** The name in messages: `TensorFlow Serving`. */
  readonly name: string;
  /** True if it reads `gs://` itself. @default false */
  readonly readsBuckets?: boolean;
  /** True if it downloads models of Hugging Face itself. @default false */
  readonly readsHuggingFace?: boolean;
}

/** The model of one pod, as its server finds it. */
export interface ServedModel {
  /** The name by which clients ask for it. */
  readonly name: string;
  /** The folder of its versions in the container, or their address: `gs://…`. */
  readonly location: string;
  readonly policy: VersionPolicy;
  /** The image that has the model in it. @default - the server's own image */
  readonly image?: string;
  /** The model of Hugging Face that the server downloads below `location`. @default - the files are there */
  readonly hub?: HubModel;
  /** The versions that running pods have loaded, if versions change without new pods. @default - each change starts new pods */
  readonly loaded?: readonly number[];
  /** A line in the server's log for each request. @default false */
  readonly logRequests?: boolean;
  /** The longest time of a request. A server ends none that is younger. */
  readonly requestTimeout: Duration;
}
