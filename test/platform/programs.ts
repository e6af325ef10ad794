import { ApiObject, Chart } from 'cdk8s';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import {
  Accelerator,
  NodeCount,
  Platform,
  Stage,
  TerraformState,
  SynthesisError,
  formatProblemAt,
  TrainingCluster,
  type Deployment,
  type PlatformProps,
} from '../../lib/index';
import { entriesIn } from '../support/entries';

export const DEV = new Stage({ name: 'dev', project: 'acme-ml-dev', region: 'us-east1' });
export const PROD = new Stage({
  name: 'prod',
  project: 'acme-ml-prod',
  region: 'us-east1',
  state: TerraformState.bucket('acme-state', 'training'),
  labels: { team: 'vision' },
  protected: true,
});
export const LOCAL = new Stage({ name: 'local' });

/** A folder for one test. */
export interface Output {
  readonly folder: string;
  readonly manifests: string;
  readonly stacks: string;
  /** A platform that writes there. */
  platform(props?: PlatformProps): Platform;
  /** Every file below the folder but hidden ones, with its text. */
  contents(): Record<string, string>;
}

export function output(folder = mkdtempSync(join(tmpdir(), 'trainyard-platform-'))): Output {
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const [manifests, stacks] = [join(folder, 'dist'), join(folder, 'cdktf.out')];
  return {
    folder,
    manifests,
    stacks,
    platform: (props = {}) => new Platform({ manifestFolder: manifests, stackFolder: stacks, ...props }),
    contents: () =>
      Object.fromEntries(
        entriesIn(folder)
          .filter((file) => !/(^|\/)\./.test(file) && statSync(join(folder, file)).isFile())
          .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
      ),
  };
}

/** Sets an environment variable for one test. */
export function environment(name: string, value: string): void {
  vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** A cluster with a pool of GPUs that are withdrawn: one piece of advice. */
export function cluster({ stack }: Deployment): TrainingCluster {
  const made = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });
  made.addGpuPool('k80', { accelerators: Accelerator.K80.times(1), nodes: NodeCount.fixed(1) });
  return made;
}

/** A chart with one ConfigMap. */
export function configMap({ kubernetes }: Deployment, data: unknown, chartId = 'settings'): ApiObject {
  const chart = new Chart(kubernetes, chartId, { namespace: 'default' });
  return new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', ...{ data } });
}

/** The problems with which something ends. */
export function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (SynthesisError.isSynthesisError(error)) return error.problems.map(formatProblemAt);
    throw error;
  }
  return [];
}
