import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  Operator,
  Platform,
  SharedVolume,
  SharedVolumeSource,
  Stage,
} from '../../../lib/index';
import { Notebook } from '../../../lib/notebook/index';

// A notebook with shared data, which stops after as many minutes without use as the second argument has, and one that stops at
// the time of the first.

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'notebooks');
  const operators = [Operator.JOBSET];
  const cluster = LocalCluster.of({ cpus: 2, memory: Size.gibibytes(8), operators });
  const chart = new ClusterChart(kubernetes, 'notebooks', { cluster, namespace: 'trainyard-notebooks' });
  const folder = (name: string) => SharedVolumeSource.hostPath(`/var/lib/trainyard/notebooks/${name}`);
  const home = new SharedVolume(chart, 'ada-home', { source: folder('home') });
  const data = new SharedVolume(chart, 'data', { source: folder('data') });
  const other = new SharedVolume(chart, 'lee-home', { source: folder('other') });
  const [, , at = '20:00', idle = '120'] = process.argv;
  const jupyter = { image: 'trainyard/jupyter:1', pool: cluster.pool, resources: { cpus: 0.2 } };
  new Notebook(chart, 'lee', { ...jupyter, home: other, stop: { at } });
  new Notebook(chart, 'ada', {
    ...jupyter,
    home,
    mounts: [data.at('/data', { readOnly: true })],
    basePath: '/ada/',
    idle: Duration.minutes(Number(idle)),
    submitsJobs: true,
  });
});
