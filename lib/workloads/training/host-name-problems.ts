import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { clusterKey } from '../../core/contracts/cluster';
import { pathOf, problem, type Problem } from '../../core/problems/problem';
import { Topic } from '../../core/problems/registry';
import { clusterOf } from '../chart-cluster';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';

/** What the hosts of a job are called in its namespace. */
interface HostNames {
  readonly job: ResolvedTrainingJob;
  readonly engine: TrainingEngine;
  /** The cluster and the namespace. */
  readonly place: string;
  /** Of its pods, and of the Service that gives them their host names. */
  readonly names: readonly string[];
}

const HOST_NAMES = new Topic<HostNames>('host names');

/** Keeps the names of a job's hosts for the checks of other jobs. */
export function useHostNames(owner: Construct, job: ResolvedTrainingJob, engine: TrainingEngine): void {
  const { namespace = '' } = Chart.of(owner);
  const cluster = clusterOf(owner);
  const addresses = engine.addresses(job);
  // Kubernetes puts the job's name into the texts.
  const hosts = job.roles
    .filter(({ apart }) => apart !== true)
    .map((role) => addresses.host(role, 0).replace(/\$\(\w+\)/g, job.name));
  const names = [...new Set(hosts.flatMap((each) => each.split('.').slice(0, 2)))];
  HOST_NAMES.add(owner, { job, engine, place: `${cluster ? clusterKey(cluster) : ''}/${namespace}`, names });
}

/** Why the pods of a job cannot be made beside those of a job before it, which another kind of object runs. */
export function* hostNameProblems(owner: Construct): Generator<Problem> {
  const [own] = HOST_NAMES.of(owner);
  if (!own) return;
  for (const { construct, entry } of HOST_NAMES.all(owner)) {
    if (construct === owner) return;
    const shared = own.names.find((name) => entry.names.includes(name));
    if (shared === undefined || entry.place !== own.place || entry.engine.kind.kind === own.engine.kind.kind) continue;
    yield problem(
      'duplicate-name',
      'jobName',
      `${pathOf(construct)}, a ${entry.engine.name}, has a host "${shared}" in the same namespace, as this ${own.engine.name} has`,
      'give one of the two another jobName',
    );
  }
}
