import type { MetricsCollectorSpec } from '../kubernetes/kinds/katib';

/** The way in which Katib learns the metrics of a trial. */
export class MetricsSource {
  declare readonly '~type': 'MetricsSource';

  /** Lines such as `accuracy=0.93` that the trial prints. */
  static stdout(): MetricsSource {
    return new MetricsSource({ collector: { kind: 'StdOut' } });
  }

  /**
   * The same lines in a file, or lines of JSON.
   *
   * @param path an absolute path. Its folder becomes an empty volume, which hides what the image has there
   */
  static file(path: string, format: 'TEXT' | 'JSON' = 'TEXT'): MetricsSource {
    const fileSystemPath = { kind: 'File' as const, path, format };
    return new MetricsSource({ collector: { kind: 'File' }, source: { fileSystemPath } });
  }

  /** Calls of `report_metrics` of Katib's Python library by the program. Early stopping does not see them. */
  static push(): MetricsSource {
    return new MetricsSource({ collector: { kind: 'Push' } });
  }

  private constructor(readonly spec: MetricsCollectorSpec) {}
}
