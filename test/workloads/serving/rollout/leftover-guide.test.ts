import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Exposure } from '../../../../lib/workloads/serving/exposure/exposure';
import { leftoverSteps } from '../../../../lib/workloads/serving/rollout/leftover-guide';
import { Rollout } from '../../../../lib/workloads/serving/rollout/rollout';
import { Scaling } from '../../../../lib/workloads/serving/scaling/scaling';
import type { ServingDeploymentProps } from '../../../../lib/workloads/serving/serving-deployment';
import { MODELS, serving } from '../servings';

/** The objects of the cluster by their names, and the workload that each selects. */
type Cluster = Readonly<Record<string, string>>;

/** The calls that change something or wait, when a program stands in for kubectl. */
function calls(props: Partial<ServingDeploymentProps>, cluster: Cluster, ready = true): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-leftovers-'));
  const answers = Object.entries(cluster).map(
    ([name, of]) => `  *" get ${name} "*) echo '{"matchLabels":{"trainyard/workload":"${of}"}}' ;;`,
  );
  const status = `  *" rollout status "*) echo "$*" >>"${folder}/calls"; exit ${ready ? 0 : 1} ;;`;
  const script = ['#!/bin/sh', 'case " $* " in', ...answers, '  *" get "*) exit 1 ;;', status];
  writeFileSync(join(folder, 'kubectl'), [...script, `  *) echo "$*" >>"${folder}/calls" ;;`, 'esac\n'].join('\n'), {
    mode: 0o755,
  });
  writeFileSync(join(folder, 'calls'), '');
  const [step] = leftoverSteps(serving(props).serving, 'serving');
  execFileSync('bash', ['-euc', (step?.commands ?? []).join('\n')], {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    // A shell whose input is a socket takes itself for a remote one, and reads files of the user.
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return readFileSync(join(folder, 'calls'), 'utf8').split('\n').filter(Boolean);
}

const TWO = { scaling: Scaling.fixed(2) };
const waits = (name: string) => `-n serving rollout status deployment/${name}`;

test('a canary goes when the usual pods are ready, and a load balancer at once', () => {
  const before = { 'deployment mnist': 'mnist', 'deployment mnist-canary': 'mnist', 'service/mnist-outside': 'mnist' };
  expect(calls({}, before)).toEqual([
    '-n serving delete service/mnist-outside',
    waits('mnist'),
    '-n serving delete deployment mnist-canary',
  ]);
});

test('what the program has stays', () => {
  const before = { 'deployment mnist': 'mnist', 'deployment mnist-canary': 'mnist', 'service/mnist-outside': 'mnist' };
  const exposure = Exposure.internalLoadBalancer();
  expect(calls({ ...TWO, canary: { model: MODELS.version(2) }, exposure }, before)).toEqual([]);
});

test('the one colour goes when the live one of two is ready, and two colours when the one is', () => {
  const rollout = Rollout.blueGreen({ green: MODELS.version(2), live: 'green' });
  expect(calls({ rollout }, { 'deployment mnist': 'mnist', 'deployment mnist-green': 'mnist' })).toEqual([
    waits('mnist-green'),
    '-n serving delete deployment mnist',
  ]);
  expect(calls({}, { 'deployment mnist-blue': 'mnist', 'deployment mnist-green': 'mnist' })).toEqual([
    waits('mnist'),
    '-n serving delete deployment mnist-blue',
    waits('mnist'),
    '-n serving delete deployment mnist-green',
  ]);
});

test('the pods of another serving stay, and so do old ones as long as no new ones are ready', () => {
  expect(calls({}, { 'deployment mnist-canary': 'mnist-canary' })).toEqual([]);
  expect(calls({}, { 'deployment mnist-canary': 'mnist' }, false)).toEqual([waits('mnist')]);
});
