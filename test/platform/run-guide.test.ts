import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { ClusterChart, DistributedTrainingJob, LocalCluster, Operator, PyTorch, TrainingEngine } from '../../lib/index';
import { addWorkload, objectOf, type Kind } from '../../lib/extend';
import { commands, guide } from './guides';
import { LOCAL } from './programs';

test('a TrainJob is applied a second time if its webhook does not know the runtime of the same file yet', () => {
  const text = guide(LOCAL, ({ kubernetes }) => {
    const operators = [Operator.JOBSET, Operator.TRAINER];
    const cluster = LocalCluster.kind({ operators });
    const chart = new ClusterChart(kubernetes, 'jobs', { cluster, namespace: 'train' });
    const engine = TrainingEngine.trainJob();
    const strategy = PyTorch.torchrun();
    new DistributedTrainingJob(chart, 'a', { image: 'a:1', command: ['a'], pool: cluster.pool, strategy, engine });
  });
  const apply = 'kubectl --context kind-kind apply --server-side -f "$run"';
  expect(text).toContain(`|| { { ${apply} || { sleep 2; ${apply}; }; } && kubectl`);
});

test('a job whose kind has no conditions ends with the text of a field', () => {
  const end = { good: 'Won', bad: 'Lost' };
  const kind: Kind = {
    apiVersion: 'acme.com/v1',
    kind: 'Race',
    plural: 'races',
    ending: { ...end, state: { path: 'status.phase', ...end } },
  };
  const text = guide(LOCAL, ({ kubernetes }) => {
    const chart = new ClusterChart(kubernetes, 'jobs', { cluster: LocalCluster.kind(), namespace: 'train' });
    const object = objectOf(kind, 'first', {});
    addWorkload(new Construct(chart, 'race'), { base: 'first', pods: [], rendered: { main: object }, kind });
  });
  const [wait, ask] = commands(text).filter((line) => /^while|--for/.test(line));
  expect(wait).toBe(
    `while state=$(kubectl --context kind-kind -n train get races.acme.com/first -o jsonpath='{.status.phase}') && ! echo "$state" | grep -qwE 'Won|Lost'; do sleep 10; done`,
  );
  expect(ask).toBe(
    `kubectl --context kind-kind -n train wait --for=jsonpath='{.status.phase}'=Won --timeout=0 races.acme.com/first`,
  );
});
