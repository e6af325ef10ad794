import { expect, test } from 'vitest';
import { Deployment } from './support/deployment';
import { judgedBy, TORCH_NODE } from './support/judges';
import { applied, kubectl, logs, now, type KubernetesObject } from './support/kubectl';
import { logsUntilTheEnd } from './support/logs';
import { programFolder, synthesize } from './support/program';
import { within } from './support/run';

// What processes of a pod share, and what Kubernetes tells them of Services, beside a pod as Kubernetes has it by default.

const SERVICE = 'vllm';
let stage: Deployment;
judgedBy([TORCH_NODE], async () => {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/shared-memory.ts');
  stage = new Deployment(folder, 'shared-memory-local');
});

/** The pod of the job with the defaults of Kubernetes for both. */
function asByDefault(objects: readonly KubernetesObject[], namespace: string): KubernetesObject {
  const job = objects.find(({ kind }) => kind === 'Job');
  const {
    enableServiceLinks,
    volumes = [],
    containers,
    ...spec
  } = job?.spec.template.spec as {
    enableServiceLinks: boolean;
    volumes?: readonly { name: string; emptyDir?: { medium?: string } }[];
    containers: readonly { volumeMounts?: readonly { name: string; mountPath: string }[] }[];
  };
  expect(enableServiceLinks).toBe(false);
  const inMemory = volumes.filter(({ emptyDir }) => emptyDir?.medium === 'Memory').map(({ name }) => name);
  expect(inMemory).toHaveLength(1);
  const without = <T extends { name: string }>(all: readonly T[] = []) =>
    all.filter(({ name }) => !inMemory.includes(name));
  return {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'by-default', namespace } },
    spec: {
      ...spec,
      serviceAccountName: 'default',
      restartPolicy: 'Never',
      volumes: without(volumes),
      containers: containers.map((each) => ({ ...each, volumeMounts: without(each.volumeMounts) })),
    },
  };
}

test('data loaders have half of the memory of a pod to share, and a Service called vllm is no variable', async (context) => {
  const { namespace } = stage;
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: SERVICE, namespace } };
  await applied([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
  await applied([{ ...service, spec: { selector: { app: SERVICE }, ports: [{ port: 8000 }] } }]);
  context.onTestFinished(async () => {
    await kubectl('delete', 'namespace', namespace, '--ignore-not-found', '--wait=false');
  });

  const ours = logsUntilTheEnd(namespace, context);
  await stage.deploy(context.onTestFinished);
  await ours.end();
  expect(ours.text).toMatch(/^variables \[\]$/m);
  expect(ours.text).toMatch(/^MiB 512$/m);
  expect(ours.text).toMatch(/^batches 4$/m);
});

test('fails: with the defaults of Kubernetes the loaders die, and the Service is the variable VLLM_PORT', async (context) => {
  const { namespace, objects } = stage;
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: SERVICE, namespace: 'default' } };
  context.onTestFinished(async () => {
    await kubectl(
      '-n',
      'default',
      'delete',
      'service/vllm',
      'pod/by-default',
      '--ignore-not-found',
      '--grace-period=1',
    );
  });
  await applied([{ ...service, spec: { selector: { app: SERVICE }, ports: [{ port: 8000 }] } }]);
  const pod = asByDefault(objects, 'default');
  expect(namespace).not.toBe('default');
  await applied([pod]);
  await within(300, 'its end', async () => (await now(pod))?.status?.phase === 'Failed');
  const text = await logs(pod);
  expect(text).toMatch(/^variables \['VLLM_PORT'/m);
  expect(text).toMatch(/^MiB 64$/m);
  expect(text).toMatch(/bus error/i);
  expect(text).not.toMatch(/^batches 4$/m);
});
