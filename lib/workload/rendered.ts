import type { Manifest } from '../kubernetes/manifest';

/** The objects that a backend makes of a workload. */
export interface Rendered {
  /** Objects before the main one, such as a Service. @default [] */
  readonly before?: readonly Manifest[];
  /** The main object, which runs the pods. A run ends when its main object ends. */
  readonly main: Manifest;
  /** Further objects of the workload that run pods or act on them, such as a canary and its scaler. @default [] */
  readonly beside?: readonly Manifest[];
}
