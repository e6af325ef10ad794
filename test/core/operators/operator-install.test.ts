import { expect, test } from 'vitest';
import { OperatorInstall, type HelmRelease } from '../../../lib/core/operators/operator-install';

const RELEASE: HelmRelease = {
  name: 'jobs',
  repository: 'oci://registry.acme.com/charts',
  chart: 'jobs',
  version: '1.0.0',
  namespace: 'jobs',
};

test('an operator comes by a command, by Helm, as an add-on, or from somebody else', () => {
  expect(OperatorInstall.command('kubectl apply -f a', { ready: 'kubectl wait b' })).toMatchObject({
    '~type': 'OperatorInstall',
    way: { kind: 'command', install: 'kubectl apply -f a', ready: 'kubectl wait b' },
  });
  expect(OperatorInstall.helm(RELEASE).way).toEqual({ kind: 'helm', releases: [RELEASE] });
  expect(OperatorInstall.addon('rayOperator').way).toEqual({ kind: 'addon', addOn: 'rayOperator' });
  expect(OperatorInstall.elsewhere('Ann').way).toEqual({ kind: 'elsewhere', who: 'Ann' });
});

const absent = undefined as never;
const helm = (change: Partial<HelmRelease>) => () => OperatorInstall.helm({ ...RELEASE, ...change });

test.each([
  [() => OperatorInstall.command(absent), '[OperatorInstall.command] install is missing: write the command'],
  [() => OperatorInstall.command(' '), '[OperatorInstall.command] install is empty: write the command'],
  [() => OperatorInstall.command('a', { ready: '' }), 'ready is empty: write the command that waits for it'],
  [() => OperatorInstall.addon('ray' as never), '[OperatorInstall.addon] addOn cannot be "ray": use "rayOperator"'],
  [() => OperatorInstall.elsewhere(''), '[OperatorInstall.elsewhere] who is empty: say who installs it'],
  [() => OperatorInstall.elsewhere(3 as never), 'who cannot be 3: say who installs it'],
  [
    () => OperatorInstall.helm(...([] as unknown as [HelmRelease])),
    '[OperatorInstall.helm] no chart is given: give the release of a chart: { name, repository, chart, version, namespace } (operator-form)',
  ],
  [helm({ name: '' }), '[OperatorInstall.helm] name is empty: name the release, such as "kueue" (operator-form)'],
  [helm({ repository: '' }), 'repository is empty: give the address of the repository'],
  [helm({ chart: '' }), 'chart is empty: name the chart'],
  [helm({ version: absent }), 'version is missing: pin the version of the chart'],
  [helm({ namespace: '' }), 'namespace is empty: name the namespace of the release'],
  [helm({ name: 'My Release' }), 'set name, for example to "my-release", or use shorter ids (name)'],
  [helm({ name: 'a'.repeat(54) }), 'has 54 characters, but at most 53 are allowed'],
  [helm({ namespace: 'Team A' }), 'set namespace, for example to "team-a"'],
  [helm({ values: 3 as never }), "values cannot be 3: give the chart's values"],
])('fails: an installation that says too little %#', (make, message) => {
  expect(make).toThrow(message);
});
