import { problem, type Problem } from '../../core/problems';
import { JOB, JOB_NAME, type JobSpec } from '../../kubernetes/kinds/batch';
import { SERVICE } from '../../kubernetes/kinds/core';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { NamedManifest } from '../../kubernetes/manifest';
import { renderPodTemplate } from '../../pods/pod-template';
import { workloadLabel } from '../../kubernetes/workload-label';
import { NAMESPACE, portOf, SERVICE_DOMAIN, taskOf } from '../engine-task';
import { jobNameProblems } from '../job-name';
import type { Rendered } from '../../workload/rendered';
import type { TrainingEngine } from '../training-engine';
import type { ResolvedTrainingJob } from '../training-job';
import type { Addresses, ResolvedRole } from '../training-strategy';
import { endOf, INDEX, POD_SUFFIX, retriesOfEach } from './indexed-job';

const NAME = { name: 'JOB_NAME', fieldPath: `metadata.labels['${JOB_NAME}']` };

/**
 * An Indexed Job of Kubernetes, which needs no operator. All its tasks are of one role.
 *
 * A lost task is replaced. The others fail when they notice the loss, and are replaced as well. Each task may fail
 * `maxRestarts` times; pods that Kubernetes takes away do not count.
 */
export class BatchJobEngine implements TrainingEngine {
  readonly name = 'Job';
  readonly kind = JOB;
  readonly runsInTurns = true;
  readonly fields = [NAME, INDEX, NAMESPACE];

  addresses({ base }: ResolvedTrainingJob): Addresses {
    const host = (_: unknown, index: number) => `$(${NAME.name})-${index}.${base}`;
    return {
      host,
      qualifiedHost: (role, index) => `${host(role, index)}.${SERVICE_DOMAIN}`,
      ownIndex: `$(${INDEX.name})`,
    };
  }

  podLabels({ name }: ResolvedTrainingJob): Readonly<Record<string, string>> {
    return { [JOB_NAME]: name };
  }

  *problems(job: ResolvedTrainingJob): Generator<Problem> {
    if (job.roles.length > 1) {
      const roles = job.roles.map(({ name }) => `"${name}"`).join(', ');
      const message = `${job.strategy.name} has the roles ${roles}, but all tasks of a Job are alike`;
      yield problem('engine-role', 'engine', message, 'use TrainingEngine.jobSet()');
    }
    const suffixes = job.roles.map(({ replicas }) => `-${replicas - 1}${POD_SUFFIX}`);
    yield* jobNameProblems(job, this.name, suffixes);
  }

  render(job: ResolvedTrainingJob): Rendered {
    const [role] = job.roles;
    if (!role) throw new TypeError('a job without roles is refused when it is resolved');
    const service = portOf(job, role) === undefined ? undefined : serviceOf(job);
    return { before: service && [service], main: objectOf(JOB, job.name, this.specOf(job, role, service)) };
  }

  private specOf(job: ResolvedTrainingJob, role: ResolvedRole, service: NamedManifest | undefined): JobSpec {
    return {
      completionMode: 'Indexed',
      completions: role.replicas,
      parallelism: role.parallelism ?? role.replicas,
      ...endOf(role),
      ...retriesOfEach(job.maxRestarts),
      activeDeadlineSeconds: job.activeDeadline?.toSeconds(),
      ttlSecondsAfterFinished: job.ttlAfterFinished?.toSeconds(),
      template: renderPodTemplate({
        ...taskOf(this, job, role),
        subdomain: service?.metadata.name,
        restartPolicy: 'Never',
      }),
    };
  }
}

/**
 * Gives tasks their host names, also before they are ready: they wait for each other. It selects them by the label of their
 * workload, because the job's own name may be known only in the cluster.
 */
function serviceOf({ base }: ResolvedTrainingJob): NamedManifest {
  return objectOf(SERVICE, base, {
    clusterIP: 'None',
    publishNotReadyAddresses: true,
    selector: workloadLabel(base),
  });
}
