import { Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { partsOf, templateOf, type PodTask } from '../../../lib/workloads/pod/pod-template';
import { podPartsOf, renderPodTemplate } from '../../../lib/workloads/pod/render-pod-template';
import { resolveTask } from '../../../lib/workloads/pod/task';
import { gpuPool } from '../pools';

const resolved = resolveTask(new Construct(Testing.chart(), 'nightly'), { image: 'speech:1', pool: gpuPool() });
const TASK: PodTask = {
  ...resolved,
  workloadName: 'nightly',
  containerName: 'main',
  ports: [{ containerPort: 80 }],
  env: [{ name: 'SEED', value: '1' }],
  restartPolicy: 'Never',
};

test('the functions for other workloads write what those of the library write', () => {
  expect(renderPodTemplate(TASK)).toEqual(templateOf(TASK));
  expect(podPartsOf(TASK)).toEqual(partsOf(TASK));
});

test.each<[object | undefined, string]>([
  [undefined, 'task is missing: give what resolveTask(…) returns (missing)'],
  [{ pod: undefined }, 'task.pod is missing'],
  [{ pool: undefined }, 'task.pool is missing'],
  [{ resources: {} }, 'task.resources cannot be {}: give what resolveTask(…) returns'],
  [{ workloadName: undefined }, 'task.workloadName is missing: name the workload, such as "nightly"'],
  [{ containerName: 3 }, 'task.containerName cannot be 3: name the container, such as "main"'],
  [{ env: { SEED: '1' } }, "task.env cannot be [Object]: give a list: give { name: 'SEED', value: '1' }"],
  [{ ports: [null] }, 'task.ports[0] is missing: give { containerPort: 8080 }'],
  [{ restartPolicy: 'never' }, 'task.restartPolicy cannot be "never": use "Never"'],
  [{ timeLimit: 3 }, "task.timeLimit cannot be 3: use cdk8s' Duration"],
])('fails: a task in JavaScript that is not one (missing, wrong-type): %j', (change, message) => {
  // The edge of the test: the compiler sees no JavaScript.
  const task = (change && { ...TASK, ...change }) as PodTask;
  expect(() => renderPodTemplate(task)).toThrow(`[renderPodTemplate] ${message}`);
  expect(() => podPartsOf(task)).toThrow(`[podPartsOf] ${message}`);
});
