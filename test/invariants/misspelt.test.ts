import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import {
  Bucket,
  Filestore,
  ImageRepository,
  ModelServer,
  Network,
  NodePool,
  Operator,
  OperatorInstall,
  ServerCheck,
  Stage,
  TrainingCluster,
  WorkloadIdentity,
} from '../../lib/index';

// Factories and values have no construct that could advise, so a name that they do not know is refused. JavaScript has no compiler
// that would find it.

const CHART = { name: 'keda', repository: 'oci://example.com', chart: 'keda', version: '2.20.2', namespace: 'keda' };
const SERVER = {
  image: 'example.com/server:1',
  ports: [{ name: 'rest', port: 8080, protocol: 'http' }],
  ready: ServerCheck.http('/ready'),
} as const;
const cluster = TrainingCluster.fromAttributes({ clusterName: 'shared', location: 'us-east1', project: 'acme-ml' });

test.each<[string, string, (misspelt: object) => unknown]>([
  ['protcted', 'protected', (misspelt) => new Stage({ name: 'prod', ...misspelt })],
  ['grant', 'grants', (misspelt) => Bucket.fromAttributes({ bucketName: 'acme-data', ...misspelt })],
  [
    'operator',
    'operators',
    (misspelt) => TrainingCluster.fromAttributes({ clusterName: 'shared', location: 'us-east1', ...misspelt }),
  ],
  [
    'maxNode',
    'maxNodes',
    (misspelt) => NodePool.fromAttributes({ cluster, poolName: 'cpu', machineType: 'e2-standard-4', ...misspelt }),
  ],
  [
    'podRanges',
    'podRange',
    (misspelt) =>
      Network.fromAttributes({
        network: 'shared',
        subnetwork: 'ml',
        podRangeName: 'pods',
        serviceRangeName: 'services',
        ...misspelt,
      }),
  ],
  [
    'serviceAccountExist',
    'serviceAccountExists',
    (misspelt) =>
      WorkloadIdentity.fromAttributes({
        email: 'trainer@acme-ml.iam.gserviceaccount.com',
        namespace: 'mnist',
        serviceAccountName: 'trainer',
        ...misspelt,
      }),
  ],
  [
    'shareNames',
    'shareName',
    (misspelt) =>
      Filestore.fromAttributes({
        instanceName: 'data',
        location: 'us-east1-c',
        project: 'acme-ml',
        ipAddress: '10.0.0.2',
        shareName: 'share',
        capacity: Size.tebibytes(1),
        ...misspelt,
      }),
  ],
  [
    'projct',
    'project',
    (misspelt) =>
      ImageRepository.fromAttributes({ repositoryId: 'images', location: 'us', project: 'acme-ml', ...misspelt }),
  ],
  ['aliv', 'alive', (misspelt) => ModelServer.container({ ...SERVER, ...misspelt })],
  [
    'need',
    'needs',
    (misspelt) => Operator.of({ name: 'keda', version: '2', serves: ['a.example.com/v1'], ...misspelt }),
  ],
  ['valeus', 'values', (misspelt) => OperatorInstall.helm({ ...CHART, ...misspelt })],
])('fails: %s is refused where %s may be meant (unknown-prop)', (misspelt, meant, make) => {
  const text = `there is no prop ${misspelt}, so its value has no effect: write ${meant}, or leave it out (unknown-prop)`;
  expect(() => make({ [misspelt]: undefined })).toThrow(text);
});
