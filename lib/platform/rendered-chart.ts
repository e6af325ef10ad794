import type { Chart } from 'cdk8s';

/** A chart, the file that it is written to, and what stands in it. */
export interface RenderedChart {
  readonly chart: Chart;
  readonly file: string;
  readonly objects: readonly RenderedObject[];
}

/** The part of a rendered object that the guide reads; in `images` all of it is looked through. */
export interface RenderedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  /** Of a claim: the class that makes its volume. */
  readonly spec?: { readonly storageClassName?: string };
}
