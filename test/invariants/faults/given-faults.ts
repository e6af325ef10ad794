import { Size } from 'cdk8s';
import { LocalCluster, MachineType, NodePool, TrainingCluster } from '../../../lib/index';
import { text, one, job, count, type Fault } from './fault';

export const GIVEN_FAULTS: readonly Fault[] = [
  ...text('given cluster', 'name of a given cluster', (p, v) => {
    p.more.push(() => ({
      pool: NodePool.fromAttributes({
        cluster: TrainingCluster.fromAttributes({ clusterName: v, location: 'us-central1-a' }),
        poolName: 'a',
      }),
    }));
  }),
  ...text('given cluster', 'location of a given cluster', (p, v) => {
    p.more.push(() => ({
      pool: NodePool.fromAttributes({
        cluster: TrainingCluster.fromAttributes({ clusterName: 'a', location: v }),
        poolName: 'a',
      }),
    }));
  }),
  ...text('job pool', 'name of a given pool', (p, v) => {
    p.more.push(({ cluster: of }) => ({ pool: NodePool.fromAttributes({ cluster: of, poolName: v }) }));
  }),
  ...one(
    'job pool',
    'a pool of another cluster',
    'elsewhere',
    job(() => ({
      pool: NodePool.fromAttributes({ cluster: { clusterName: 'elsewhere' }, poolName: 'a' }),
    })),
  ),
  ...one(
    'identity cluster',
    'an identity of another cluster',
    'elsewhere',
    job(({ identity }) => ({
      identity: {
        email: identity.email,
        namespace: 'train',
        serviceAccountName: 'trainer',
        cluster: { clusterName: 'elsewhere' },
      },
    })),
  ),
  ...count('local', 'CPUs of a laptop', (_, v) => void LocalCluster.of({ cpus: v }), [NaN, -1, 0, -Infinity]),
  ...count('local', 'nodes of a laptop', (_, v) => void LocalCluster.kind({ nodes: v }), [NaN, -1, 0, 0.5, Infinity]),
  ...one('local', 'memory of a laptop', '100', () => void LocalCluster.minikube({ memory: Size.mebibytes(100) })),
  ...one(
    'local',
    'broken memory of a laptop',
    '1 MiB',
    () => void LocalCluster.minikube({ memory: Size.kibibytes(1536) }),
  ),
  ...text('machine', 'machine type by itself', (_, v) => void MachineType.of(v)),
];
