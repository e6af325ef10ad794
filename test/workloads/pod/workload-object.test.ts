import { App, Chart, Lazy } from 'cdk8s';
import { expect, test } from 'vitest';
import { renderingOnce, WorkloadObject } from '../../../lib/workloads/pod/workload-object';

function counted() {
  let count = 0;
  const data = { a: Lazy.any({ produce: () => (count += 1) }) as number };
  const chart = new Chart(new App(), 'chart');
  return { object: new WorkloadObject(chart, 'object', { apiVersion: 'v1', kind: 'ConfigMap', data }), chart };
}

test('an object is rendered once while its app is written', () => {
  const { object, chart } = counted();
  const [before, after] = renderingOnce(() => [object.toJson(), chart.toJson()[0]]);
  expect(before).toMatchObject({ data: { a: 1 } });
  expect(after).toEqual(before);
});

test('an object is rendered anew each time otherwise, as it may have changed', () => {
  const { object } = counted();
  renderingOnce(() => object.toJson());
  expect(object.toJson()).toMatchObject({ data: { a: 2 } });
  expect(renderingOnce(() => object.toJson())).toMatchObject({ data: { a: 3 } });
});
