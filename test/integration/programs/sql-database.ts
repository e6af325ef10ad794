import {
  Bucket,
  ClusterChart,
  NodeCount,
  Platform,
  Stage,
  TrainingCluster,
  WorkloadIdentity,
} from '../../../lib/index';
import { SqlDatabase } from '../../../lib/infrastructure';
import { ModelRegistry, RegistryArtifacts, RegistryDatabase } from '../../../lib/registry';

// A registry with a database of Cloud SQL. With "--open" nothing is protected.

const dev = new Stage({ name: 'dev', project: 'acme-ml-dev', region: 'us-central1' });
const isProtected = !process.argv.includes('--open');
const prod = new Stage({ name: 'prod', project: 'acme-ml-prod', region: 'us-central1', protected: isProtected });

Platform.run((platform) => {
  for (const stage of [dev, prod]) {
    const { stack, kubernetes } = platform.stage(stage, 'runs');
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a' });
    const pool = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 3) });
    const identity = new WorkloadIdentity(stack, 'registry', { cluster, namespace: 'models' });
    const models = new Bucket(stack, 'models');
    models.grantReadWrite(identity);
    const runs = new SqlDatabase(stack, 'runs', { network: cluster.network });
    runs.grantAccess(identity);
    const chart = new ClusterChart(kubernetes, 'models', { cluster, namespace: 'models' });
    new ModelRegistry(chart, 'mlflow', {
      ...{ pool, identity, image: 'us-docker.pkg.dev/acme-ml/images/mlflow:3.17.2', replicas: 2 },
      database: RegistryDatabase.cloudSql(runs),
      artifacts: RegistryArtifacts.bucket(models, 'mlflow'),
    });
  }
});
