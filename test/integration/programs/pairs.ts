import { Size } from 'cdk8s';
import { ClusterChart, DistributedTrainingJob, LocalCluster, Operator, Platform, Stage } from '../../../lib/index';
import { ALL_ENGINES, pairsOf, strategiesOn } from '../../support/strategies';
import { deploymentOf } from '../support/pairs';

// Every strategy by every engine that runs it: a deployment for each engine, with a job for each strategy.

Platform.run((platform) => {
  const stage = new Stage({ name: 'local' });
  for (const { engineName, engine: by } of ALL_ENGINES) {
    const needed = [Operator.JOBSET].filter(({ name }) => by.operator?.needs.some((need) => need.name === name));
    const operators = [...(by.operator ? [by.operator] : []), ...needed];
    const cluster = LocalCluster.minikube({ cpus: 64, memory: Size.gibibytes(64), operators });
    const name = deploymentOf(engineName);
    const { kubernetes } = platform.stage(stage, name);
    const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: `trainyard-${name}` });
    const pairs = pairsOf(strategiesOn(cluster.pool));
    for (const { jobName, strategy, engine } of pairs.filter((pair) => pair.engineName === engineName)) {
      new DistributedTrainingJob(chart, jobName, {
        image: 'train:1',
        command: ['train'],
        pool: cluster.pool,
        workers: 2,
        resources: { cpus: 0.1, memory: Size.mebibytes(100) },
        strategy,
        engine,
      });
    }
  }
});
