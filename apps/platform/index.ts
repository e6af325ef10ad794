import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  Plain,
  SharedVolume,
  TrainingEngine,
  type Deployment,
} from '../../lib/index';
import { Notebook } from '../../lib/notebook/index';
import { ModelRegistry } from '../../lib/registry/index';
import { Tenant } from '../../lib/tenancy/index';
import { cloud } from './cloud';
import { local } from './local';
import type { PlatformPlace } from './place';

/** The teams, each with the person who has a notebook. */
const TEAMS = { vision: 'ada', speech: 'lee' };

/** The program of a job, in place of a training: it records a run in the registry. */
const TRAINING = `import mlflow
with mlflow.start_run():
    mlflow.log_metric("loss", 0.1)`;

/** Two teams with a notebook each and their queues, and the registry, the gateway and the alerts that they share. */
export function platform(deployment: Deployment): void {
  const { stage, kubernetes } = deployment;
  const place = stage.project === undefined ? local(deployment) : cloud(deployment);
  const { shared, gateway, signIn, hosts } = place;
  const registry = new ModelRegistry(shared, 'registry', place.registry);
  gateway.route('registry', { to: registry.service, host: hosts.registry, signIn });
  for (const [team, person] of Object.entries(TEAMS)) {
    const chart = new ClusterChart(kubernetes, team, { cluster: shared.cluster, namespace: team });
    addTeam(chart, place, { team, person, registry });
  }
}

interface Team {
  readonly team: string;
  readonly person: string;
  readonly registry: ModelRegistry;
}

function addTeam(chart: ClusterChart, place: PlatformPlace, { team, person, registry }: Team): void {
  const { gateway, signIn, hosts, notebooks, share } = place;
  const tenant = new Tenant(chart, team, { members: { editors: [place.editors(team)] }, share });

  const home = new SharedVolume(chart, `${person}-home`, {
    source: place.home,
    size: Size.gibibytes(20),
    accessMode: 'ReadWriteOnce',
  });
  const experiment = registry.experiment(team);
  const path = `/${person}/` as const;
  const notebook = new Notebook(chart, person, {
    ...notebooks,
    home,
    env: experiment.env({ person }),
    basePath: path,
    submitsJobs: true,
    // In UTC.
    stop: { at: '20:00' },
  });
  gateway.route(person, {
    to: notebook.service,
    host: hosts.notebooks,
    path,
    signIn,
    // Also of the connections of kernels, which stay open.
    timeout: Duration.hours(24),
  });

  // It runs once. A workflow with a trigger would repeat it.
  const training = new DistributedTrainingJob(chart, 'training', {
    ...notebooks,
    records: experiment,
    command: ['python3', '-c', TRAINING],
    workers: 1,
    strategy: Plain.indexedTasks(),
    engine: TrainingEngine.jobSet(),
    activeDeadline: Duration.hours(2),
  });
  tenant.enqueue(training);
}
