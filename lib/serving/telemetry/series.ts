import type { ServerCounter } from '../model-server';

// Selectors of a serving's series in Prometheus.

/** The labels that collected series have of their pods. */
export const SERVING_SERIES = 'serving';
export const TRACK_SERIES = 'track';

/** A name as it is stored. Cloud Monitoring is not known to find names that begin with a colon, as TensorFlow Serving's do. */
export function storedName(name: string): string {
  return name.replace(/^:/, '');
}

/** The series of a counter, of the pods that the labels select. */
export function seriesOf({ name, match }: ServerCounter, labels: Readonly<Record<string, string>>): string {
  return `${storedName(name)}{${[matchersOf(labels), ...(match === undefined ? [] : [match])].join(',')}}`;
}

export function matchersOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
    .join(',');
}
