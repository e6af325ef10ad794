import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { clusterKey } from '../../core/contracts/cluster';
import { checkAtSynth } from '../../core/problems/check';
import { pathOf, problem, type Problem } from '../../core/problems/problem';
import { isInTree, onlyOf, Topic } from '../../core/problems/registry';
import { withArticle } from '../../core/problems/with-article';
import { clusterOf } from '../chart-cluster';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';

interface Host {
  readonly owner: Construct;
  readonly engine: TrainingEngine;
}

/** The jobs of a tree by the cluster, the namespace and the name of a host, in the order of the program. */
const HOSTS = new Topic<Map<string, Host[]>>('hosts');

/** Registers the hosts of a job, and has them checked against those of the jobs before it. */
export function useHostNames(owner: Construct, job: ResolvedTrainingJob, engine: TrainingEngine): void {
  const hosts = onlyOf(HOSTS, owner, () => new Map<string, Host[]>());
  const cluster = clusterOf(owner);
  const place = `${cluster ? clusterKey(cluster) : ''}/${Chart.of(owner).namespace ?? ''}`;
  for (const name of hostNames(job, engine)) {
    const key = `${place}/${name}`;
    const before = hosts.get(key) ?? [];
    hosts.set(key, [...before, { owner, engine }]);
    if (before.length > 0) checkAtSynth(owner, () => hostNameProblems(name, engine, before));
  }
}

/** The names of the first pod of each role, and of the Service that gives it its host name. */
function hostNames(job: ResolvedTrainingJob, engine: TrainingEngine): Set<string> {
  const addresses = engine.addresses(job);
  // Kubernetes puts the job's name into the texts.
  const hosts = job.roles
    .filter(({ apart }) => apart !== true)
    .map((role) => addresses.host(role, 0).replace(/\$\(\w+\)/g, job.name));
  return new Set(hosts.flatMap((each) => each.split('.').slice(0, 2)));
}

/** Jobs of one kind and name are the same object, which another check refuses. */
function* hostNameProblems(name: string, engine: TrainingEngine, before: readonly Host[]): Generator<Problem> {
  const other = before.find((each) => each.engine.kind.kind !== engine.kind.kind && isInTree(each.owner));
  if (!other) return;
  yield problem(
    'duplicate-name',
    'jobName',
    `${pathOf(other.owner)}, ${withArticle(other.engine.name)}, has a host "${name}" in the same namespace, as this ${engine.name} has`,
    'give one of the two another jobName',
  );
}
