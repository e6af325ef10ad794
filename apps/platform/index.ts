import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  Plain,
  SharedVolume,
  TrainingEngine,
  type Deployment,
} from '../../lib/index';
import { SignIn, type Gateway } from '../../lib/gateway/index';
import { Observability } from '../../lib/monitoring/index';
import { Notebook } from '../../lib/notebook/index';
import { ModelRegistry } from '../../lib/registry/index';
import { Subject, Tenant } from '../../lib/tenancy/index';
import { cloud } from './cloud';
import { local } from './local';
import { HOSTS, SHARED, type PlatformPlace } from './place';

/** The teams, each with the person who has a notebook. */
const TEAMS = { vision: 'ada', speech: 'lee' };

/** Two teams with a notebook each, their queue, and the registry, gateway and alerts that they share. */
export function platform(deployment: Deployment): void {
  const { stage, kubernetes } = deployment;
  const isLocal = stage.project === undefined;
  const place = isLocal ? local() : cloud(deployment);
  const { cluster, cpus, images } = place;
  const shared = new ClusterChart(kubernetes, 'shared', { cluster, namespace: SHARED });
  const gateway = place.gateway(shared);
  const registry = new ModelRegistry(shared, 'registry', {
    ...place.stores(shared),
    pool: cpus,
    image: images.mlflow,
    hosts: [HOSTS.registry],
    reachableFrom: proxiesOf(isLocal),
  });
  const signIn = isLocal ? SignIn.basic('people') : SignIn.iap();
  gateway.route('registry', {
    to: { name: 'registry', port: 5000, healthPath: '/health' },
    host: HOSTS.registry,
    signIn,
  });
  for (const [team, person] of Object.entries(TEAMS)) {
    const chart = new ClusterChart(kubernetes, team, { cluster, namespace: team });
    addTeam(chart, { team, person, place, registry, gateway, signIn, isLocal });
  }
  if (place.isWatched) new Observability(shared, 'watch');
}

interface Team {
  readonly team: string;
  readonly person: string;
  readonly place: PlatformPlace;
  readonly registry: ModelRegistry;
  readonly gateway: Gateway;
  readonly signIn: SignIn;
  readonly isLocal: boolean;
}

function addTeam(chart: ClusterChart, { team, person, place, registry, gateway, signIn, isLocal }: Team): void {
  const { cpus, gpus, share, images } = place;
  const people = isLocal ? [Subject.user(person)] : [Subject.group(`${team}@acme.com`)];
  const shares = [{ pool: gpus, nodes: share.gpus }, ...(cpus === gpus ? [] : [{ pool: cpus, nodes: share.cpus }])];
  const tenant = new Tenant(chart, team, { members: { editors: people }, share: shares });

  const home = new SharedVolume(chart, `${person}-home`, {
    source: place.home,
    size: Size.gibibytes(20),
    accessMode: 'ReadWriteOnce',
  });
  const tracking = registry.experiment(team).env({ team });
  const notebook = new Notebook(chart, person, {
    image: images.jupyter,
    pool: gpus,
    home,
    basePath: `/${person}/`,
    env: tracking,
    submitsJobs: true,
    stop: { at: '20:00' },
    resources: isLocal ? { cpus: 0.25, memory: Size.mebibytes(768) } : undefined,
    reachableFrom: proxiesOf(isLocal),
  });
  gateway.route(person, {
    to: notebook.service,
    host: HOSTS.notebooks,
    path: `/${person}/`,
    signIn,
    timeout: Duration.hours(24),
  });
  tenant.enqueue(
    new DistributedTrainingJob(chart, 'nightly', {
      image: images.jupyter,
      command: ['python3', '-c', 'print("a training would be here")'],
      pool: gpus,
      workers: 1,
      strategy: Plain.indexedTasks(),
      engine: TrainingEngine.jobSet(),
      activeDeadline: Duration.hours(2),
      env: tracking,
      resources: isLocal ? { cpus: 0.25, memory: Size.mebibytes(256) } : undefined,
    }),
  );
}

/** The proxies that lead people to pages: pods of Envoy Gateway, or load balancers of Google outside of the cluster. */
function proxiesOf(isLocal: boolean) {
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'envoy-gateway-system' } };
  if (isLocal) return [{ namespaceSelector }];
  return ['130.211.0.0/22', '35.191.0.0/16'].map((cidr) => ({ ipBlock: { cidr } }));
}
