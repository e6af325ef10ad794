import { expect, test } from 'vitest';
import { manifestProblems } from './manifest';
import { readKindSchemas, readProviderSchema } from './schema-files';

const kindFiles = [
  'kubernetes-1.34.json',
  'tfjob-1.9.4.json',
  'pytorchjob-1.9.4.json',
  'mpijob-0.8.2.json',
  'mpijob-1.9.4.json',
  'mxjob-1.8.1.json',
  'jobset-0.12.0.json',
  'argo-4.1.2.json',
  'trainjob-2.3.0.json',
  'trainingruntime-2.3.0.json',
  'podmonitoring-0.17.2.json',
  'clusterpodmonitoring-0.17.2.json',
  'clusterrules-0.17.2.json',
  'rules-0.17.2.json',
  'podmonitor-0.93.0.json',
  'prometheusrule-0.93.0.json',
  'scaledobject-2.20.2.json',
  'triggerauthentication-2.20.2.json',
  'kserve-0.20.0.json',
  'seldondeployment-1.17.1.json',
  'seldon-2.6.0.json',
];

test.each(kindFiles)('every kind of %s has a schema that compiles', (file) => {
  for (const kind of Object.keys(readKindSchemas(file).kinds)) {
    const [, apiVersion = '', name = ''] = /^(.*)\/([^/]+)$/.exec(kind) ?? [];
    const manifest = { apiVersion, kind: name, metadata: { name: 'it' }, nothing: 1 };
    expect(manifestProblems(manifest)).toContain(`${name} it: nothing is not a field of the schema`);
  }
});

test.each(kindFiles)('%s holds no prose', (file) => {
  expect(JSON.stringify(readKindSchemas(file))).not.toMatch(/\s/);
});

test('google-6.50.0.json holds no prose, and no custom endpoints', () => {
  const text = JSON.stringify(readProviderSchema('google-6.50.0.json'));
  expect(text).not.toMatch(/\s|_custom_endpoint/);
});

test('the schemas of the helm provider and of the operators hold no prose', () => {
  expect(JSON.stringify(readProviderSchema('helm-3.1.2.json'))).not.toMatch(/\s/);
});
