import { Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Mount,
  Operator,
  Plain,
  Platform,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TrainingEngine,
} from '../../../lib/index';
import { Notebook } from '../../../lib/notebook/index';
import { Subject, Tenant } from '../../../lib/tenancy/index';

// Two teams, each with a person for each role, of which one has a notebook that submits a job.

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'teams');
  const cluster = LocalCluster.of({
    cpus: 8,
    memory: Size.gibibytes(16),
    operators: [Operator.JOBSET, Operator.KUEUE],
  });
  for (const team of ['vision', 'speech']) {
    const namespace = `trainyard-${team}`;
    const chart = new ClusterChart(kubernetes, team, { cluster, namespace });
    const person = (name: string) => [Subject.user(`${team}-${name}@acme.com`)];
    const members = { viewers: person('viewer'), editors: person('editor'), admins: person('admin') };
    new Tenant(chart, team, { members, share: [{ pool: cluster.pool, nodes: 0.5 }] });
    if (team === 'speech') continue;
    const pod = { image: 'trainyard/jupyter:1', pool: cluster.pool, resources: { cpus: 0.2 } };
    const parts = { workers: 2, strategy: Plain.indexedTasks(), engine: TrainingEngine.jobSet() };
    const job = new DistributedTrainingJob(chart, 'digits', { ...pod, ...parts, command: ['python3', 'train.py'] });
    const home = new SharedVolume(chart, 'home', { source: SharedVolumeSource.hostPath(`/data/${team}`) });
    const mounts = [Mount.configFiles({ 'digits.json': JSON.stringify(job.resource.toJson()) }, '/jobs')];
    new Notebook(chart, 'notebook', { ...pod, home, mounts, submitsJobs: true });
  }
});
