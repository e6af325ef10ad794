import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { ClusterChart, LocalCluster } from '../../lib/index';
import { addWorkload, objectOf, type Kind } from '../../lib/extend';
import { LOCAL, output } from './programs';

const END = { good: 'Won', bad: 'Lost' };
const RACE: Kind = { apiVersion: 'acme.com/v1', kind: 'Race', plural: 'races' };

test.each([
  ['a condition', END, `'{.status.conditions[?(@.status=="True")].type}'`],
  ['the text of a field', { ...END, state: { path: 'status.phase', ...END } }, `'{.status.phase}'`],
])('a job of a kind that this library does not know ends with %s', (_, ending, path) => {
  const out = output();
  const platform = out.platform();
  const { kubernetes } = platform.stage(LOCAL);
  const chart = new ClusterChart(kubernetes, 'jobs', { cluster: LocalCluster.kind(), namespace: 'train' });
  const kind = { ...RACE, ending };
  const rendered = { main: objectOf(kind, 'first', {}) };
  addWorkload(new Construct(chart, 'race'), { base: 'first', pods: [], rendered, kind });
  platform.synth();
  const { 'dist/local/runs.sh': script, 'dist/local/DEPLOY.md': guide } = out.contents();
  expect(script).toContain(`\nrun first kind-kind train race.first 'races.acme.com/first' ${path} 'Won' 'Lost'\n`);
  expect(guide).toContain('kubectl --context kind-kind -n train describe races.acme.com/first');
});
