import { describe, expect, test } from 'vitest';
import type { ICluster } from '../../../lib/core/contracts/cluster';
import { openAdvice } from '../../../lib/core/problems/check';
import { formatProblem } from '../../../lib/core/problems/problem';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { TrainingEngine } from '../../../lib/workloads/training/training-engines';
import { clusterOf } from '../../infrastructure/clusters';
import { GKE } from '../pools';
import { job } from '../training/distributed-training-jobs';
import { TORCH } from '../training/jobs';

const gke = (minimumKubernetesVersion?: string): ICluster => ({
  ...GKE,
  operators: undefined,
  minimumKubernetesVersion,
});

function adviceOn(cluster: ICluster, options: Parameters<typeof job>[0]): string[] {
  return openAdvice(job({ strategy: TORCH.torchrun, command: ['train'], ...options }, cluster))
    .map(({ advice }) => advice)
    .filter(({ code }) => code === 'kubernetes-version-needed')
    .map(formatProblem);
}

const ELASTIC = 'the success policy of a Job needs Kubernetes 1.31';
const LIMIT = 'the limit of restarts for each task of a Job needs Kubernetes 1.29';
const SIDECAR = 'a sidecar needs Kubernetes 1.29';
const sidecars = [{ name: 'metrics', image: 'metrics:1' }];

test('fails: a cluster that may be older than a field of the job is advice, with the version for all (kubernetes-version-needed)', () => {
  const elastic = { engine: TrainingEngine.job(), strategy: TORCH.elastic, sidecars };
  expect(adviceOn(gke('1.28'), elastic)).toEqual([
    `${ELASTIC}, but cluster "main" may run 1.28: raise minimumKubernetesVersion of the cluster to "1.31" or later, or acknowledge this if the cluster has that version (kubernetes-version-needed)`,
  ]);
});

describe('the oldest version', () => {
  test.each([
    ['of an elastic Job', { engine: TrainingEngine.job(), strategy: TORCH.elastic }, ELASTIC, '1.30.9', '1.31'],
    ['of an elastic JobSet', { engine: TrainingEngine.jobSet(), strategy: TORCH.elastic }, ELASTIC, '1.30.9', '1.31'],
    ['of a Job', { engine: TrainingEngine.job() }, LIMIT, '1.28', '1.29.1-gke.1'],
    ['of a sidecar', { engine: TrainingEngine.pyTorchJob(), sidecars }, SIDECAR, '1.28', '1.29'],
  ])('%s', (_, options, what, older, oldest) => {
    expect(adviceOn(gke(older), options)).toEqual([
      expect.stringContaining(`${what}, but cluster "main" may run ${older}`),
    ]);
    expect(adviceOn(gke(oldest), options)).toEqual([]);
    expect(adviceOn(gke(), options)).toEqual([]);
  });

  test.each([
    ['a JobSet, which has a success policy of its own', TrainingEngine.jobSet()],
    ['a PyTorchJob', TrainingEngine.pyTorchJob()],
  ])('of %s is not compared', (_, engine) => {
    expect(adviceOn(gke('1.28'), { engine })).toEqual([]);
  });
});

test.each<[string, (minimumKubernetesVersion: string) => ICluster]>([
  ['that the program makes', (version) => clusterOf({ minimumKubernetesVersion: version })],
  [
    'that others made',
    (minimumKubernetesVersion) =>
      TrainingCluster.fromAttributes({ clusterName: 'main', location: 'us-east1-c', minimumKubernetesVersion }),
  ],
])('the version of a cluster %s is compared, and its latest version is not', (_, cluster) => {
  const engine = TrainingEngine.job();
  expect(adviceOn(cluster('1.28'), { engine })).toHaveLength(1);
  expect(adviceOn(cluster('latest'), { engine })).toEqual([]);
});
