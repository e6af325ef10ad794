import { Size } from 'cdk8s';
import { ClusterChart, LocalCluster, Operator, Platform, Stage } from '../../../lib/index';
import { Subject, Tenant } from '../../../lib/tenancy/index';

// Two teams, each with a person for each role.

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'teams');
  const cluster = LocalCluster.of({ cpus: 8, memory: Size.gibibytes(16), operators: [Operator.KUEUE] });
  for (const team of ['vision', 'speech']) {
    const namespace = `trainyard-${team}`;
    const chart = new ClusterChart(kubernetes, team, { cluster, namespace });
    const person = (name: string) => [Subject.user(`${team}-${name}@acme.com`)];
    const members = { viewers: person('viewer'), editors: person('editor'), admins: person('admin') };
    new Tenant(chart, team, { members, share: [{ pool: cluster.pool, nodes: 0.5 }] });
  }
});
