import { describe, expect, test } from 'vitest';
import { OperatorInstall } from '../../lib/operators/operator-install';
import { Operator } from '../../lib/operators/operator';

const RELEASE = { name: 'a', repository: 'oci://acme.com/charts', chart: 'b', version: '1', namespace: 'c' };

const helmOf = (operator: Operator) => {
  const way = operator.install?.way;
  return way?.kind === 'helm' ? way.releases : [];
};

test('its definitions are those of the kinds that it serves, each once', () => {
  const operator = Operator.of({
    name: 'mine',
    version: '1',
    serves: ['jobs.acme.com/v1', 'jobs.acme.com/v2', 'runs.acme.com/v1alpha1'],
  });
  expect(operator.crds).toEqual(['jobs.acme.com', 'runs.acme.com']);
  expect([operator.needs, operator.install, operator.apis, operator.rights]).toEqual([[], undefined, [], []]);
});

test('its APIs and rights are those that it is declared with', () => {
  const apis = ['v1beta1.custom.metrics.k8s.io', 'v1.acme.com'];
  const rights = [{ role: 'roles/monitoring.viewer', namespace: 'a', serviceAccountName: 'b' }];
  const operator = Operator.of({ name: 'mine', version: '1', serves: [], apis, rights });
  expect([operator.version, operator.apis, operator.rights]).toEqual(['1', apis, rights]);
});

test('somebody else can install it', () => {
  const { name, install } = Operator.KSERVE.installedElsewhere('the platform team');
  expect([name, install?.way]).toEqual(['kserve', { kind: 'elsewhere', who: 'the platform team' }]);
  expect(Operator.KSERVE.install?.way.kind).toBe('helm');
});

test('it can come by Helm instead of a command, and still needs what it needs', () => {
  const { version, serves, install, needs } = Operator.JOBSET.byHelm();
  expect([version, serves, needs]).toEqual([Operator.JOBSET.version, Operator.JOBSET.serves, []]);
  expect([install?.way.kind, Operator.JOBSET.install?.way.kind]).toEqual(['helm', 'command']);
  expect(Operator.KSERVE.byHelm().needs.map((each) => each.name)).toEqual(['cert-manager']);
});

test('values go over ours as Helm puts them, into the last chart', () => {
  const [crds, resources] = helmOf(
    Operator.KSERVE.byHelm({ kserve: { controller: { tag: 'a' }, list: [1] } }).byHelm({ kserve: { list: [2] } }),
  );
  expect(crds?.values).toBeUndefined();
  expect(resources?.values).toEqual({
    kserve: { controller: { deploymentMode: 'Standard', tag: 'a' }, list: [2] },
  });
});

test('values go over those of a chart of your own', () => {
  const install = OperatorInstall.helm({ ...RELEASE, values: { a: 1 } });
  const operator = Operator.of({ name: 'mine', version: '1', serves: [], install });
  expect(helmOf(operator.byHelm({ b: null }))).toEqual([{ ...RELEASE, values: { a: 1, b: null } }]);
  const plain = Operator.of({ name: 'mine', version: '1', serves: [], install: OperatorInstall.helm(RELEASE) });
  expect(helmOf(plain.byHelm())).toEqual([RELEASE]);
});

test('fails: an operator whose chart nobody knows does not come by Helm (operator-chart)', () => {
  expect(() => Operator.TRAINING.byHelm()).toThrow(
    '[training-operator.byHelm] this library knows no chart of operator "training-operator": leave byHelm() out, or make the operator by Operator.of with install: OperatorInstall.helm(…) (operator-chart)',
  );
});

describe('fails: an operator is refused with operator-form', () => {
  test.each([
    ['without a name', { name: '' }, 'name is empty: give the name that its readers know it by'],
    ['without a version', { version: ' ' }, 'version is empty: give the version, such as "1.2.0"'],
  ])('%s', (_, wrong, message) => {
    const make = () => Operator.of({ name: 'mine', version: '1', serves: [], ...wrong });
    expect(make).toThrow(`[Operator.of] ${message} (operator-form)`);
    expect(make).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ property: Object.keys(wrong)[0] })] }),
    );
  });

  test.each<[string, () => OperatorInstall, string]>([
    ['command is empty', () => OperatorInstall.command(' '), '[OperatorInstall.command] install is empty'],
    ['wait is empty', () => OperatorInstall.command('a', { ready: '' }), '[OperatorInstall.command] ready is empty'],
    ['installer has no name', () => OperatorInstall.elsewhere(''), '[OperatorInstall.elsewhere] who is empty'],
    // @ts-expect-error JavaScript can give none.
    ['charts are none', () => OperatorInstall.helm(), '[OperatorInstall.helm] no chart is given'],
    ...['repository', 'chart', 'version'].map((field): [string, () => OperatorInstall, string] => [
      `chart has an empty ${field}`,
      () => OperatorInstall.helm({ ...RELEASE, [field]: '' }),
      `[OperatorInstall.helm] ${field} is empty`,
    ]),
  ])('whose %s', (_, make, message) => {
    expect(make).toThrow(message);
    expect(make).toThrow('(operator-form)');
  });
});
