import { expect, test } from 'vitest';
import type { HelmRelease } from '../../lib/core/contracts/operator';
import { OperatorInstall } from '../../lib/operators/operator-install';

const RELEASE: HelmRelease = {
  name: 'jobs',
  repository: 'oci://registry.acme.com/charts',
  chart: 'jobs',
  version: '1.0.0',
  namespace: 'jobs',
};

test('an operator comes by a command, by Helm, as an add-on, or from somebody else', () => {
  expect(OperatorInstall.command('kubectl apply -f a', { ready: 'kubectl wait b' })).toMatchObject({
    way: { kind: 'command', install: 'kubectl apply -f a', ready: 'kubectl wait b' },
  });
  expect(OperatorInstall.helm(RELEASE).way).toEqual({ kind: 'helm', releases: [RELEASE] });
  expect(OperatorInstall.addon('rayOperator').way).toEqual({ kind: 'addon', addOn: 'rayOperator' });
  expect(OperatorInstall.elsewhere('Ann').way).toEqual({ kind: 'elsewhere', who: 'Ann' });
});

const helm = (change: Partial<HelmRelease>) => () => OperatorInstall.helm({ ...RELEASE, ...change });

test.each([
  [() => OperatorInstall.command(' '), '[OperatorInstall.command] install is empty: write the command'],
  [() => OperatorInstall.command('a', { ready: '' }), 'ready is empty: write the command that waits for it'],
  [() => OperatorInstall.elsewhere(''), '[OperatorInstall.elsewhere] who is empty: say who installs it'],
  [
    () => OperatorInstall.helm(...([] as unknown as [HelmRelease])),
    '[OperatorInstall.helm] no chart is given: give the release of a chart: { name, repository, chart, version, namespace } (operator-form)',
  ],
  [helm({ name: '' }), '[OperatorInstall.helm] name is empty: name the release'],
  [helm({ repository: '' }), 'repository is empty: give its address'],
  [helm({ chart: '' }), 'chart is empty: name the chart'],
  [helm({ version: '' }), 'version is empty: pin the version of the chart'],
  [helm({ namespace: '' }), 'namespace is empty: name the namespace of the release'],
])('fails: an installation that says too little %#', (make, message) => {
  expect(make).toThrow(message);
});
