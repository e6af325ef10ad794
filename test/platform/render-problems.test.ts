import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { expect, test } from 'vitest';
import { LocalCluster } from '../../lib/core/contracts/local-cluster';
import { ClusterChart } from '../../lib/workloads/cluster-chart';
import { LOCAL, output } from './programs';

test('fails: patches that do not fit their objects are problems, all at once (json-patch)', () => {
  const out = output();
  const platform = out.platform();
  const chart = new Chart(platform.stage(LOCAL).kubernetes, 'settings');
  const patched = (id: string, patch: JsonPatch) => {
    new ApiObject(chart, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: id } }).addJsonPatch(patch);
  };
  patched('a', JsonPatch.replace('/data/none/key', 1));
  patched('b', JsonPatch.test('/kind', 'Secret'));
  patched('c', JsonPatch.add('/data', { key: 'value' }));
  expect(() => platform.synth()).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        /^2 problem\(s\):\n {2}\[local\/settings\/a\] ConfigMap "a" cannot be written with its JSON patches \(.*\): patch a path .*\(json-patch\)\n {2}\[local\/settings\/b\] .*$/,
      ) as string,
    }),
  );
  expect(out.contents()).toEqual({});
});

test('fails: values that are no JSON are problems of their object, and not of its namespace (manifest-value)', () => {
  const platform = output().platform();
  const cluster = LocalCluster.minikube();
  const chart = new ClusterChart(platform.stage(LOCAL).kubernetes, 'settings', { cluster, namespace: 'team' });
  new ApiObject(chart, 'a', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
    data: { day: new Date() },
  });
  const message = expect.stringMatching(
    /^1 problem\(s\):\n {2}\[local\/settings\/a\] ConfigMap "a" cannot be written \(.*Date'\): give texts, .* \(manifest-value\)$/,
  ) as string;
  expect(() => platform.synth()).toThrow(expect.objectContaining({ message }));
});

test('an error that is not about objects is thrown on', () => {
  const platform = output().platform();
  const chart = new Chart(platform.stage(LOCAL).kubernetes, 'settings');
  chart.node.addValidation({
    validate: () => {
      throw new TypeError('oops');
    },
  });
  expect(() => platform.synth()).toThrow(new TypeError('oops'));
});
