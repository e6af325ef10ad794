import { describe, expect, test } from 'vitest';
import { Operator, OPERATOR } from '../../../lib/core/contracts/operator';
import { OperatorInstall, type HelmRelease } from '../../../lib/core/operators/operator-install';

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

test('it is known by its class, and nothing else is one', () => {
  expect([...OPERATOR.check('operator', Operator.KUEUE)]).toEqual([]);
  expect([...OPERATOR.check('operator', { name: 'kueue' })]).toMatchObject([{ code: 'wrong-type' }]);
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
  expect(Operator.KSERVE.byHelm().needs).toEqual([Operator.CERT_MANAGER]);
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

test.each(['a.b.c/v1', 'jobs2.x-y.acme.com/v1beta1', 'jobs.acme.io/v12', 'long-jobs.acme-2.io/v2alpha10'])(
  'it can serve the kind %s',
  (kind) => {
    expect(Operator.of({ name: 'mine', version: '1', serves: [kind] }).crds).toEqual([kind.split('/')[0]]);
  },
);

test.each(['v1.acme.com', 'v1beta12.custom.b-c.io', 'v12.acme.com', 'v2alpha1.a.b'])(
  'it can answer the API %s',
  (api) => {
    expect(Operator.of({ name: 'mine', version: '1', serves: [], apis: [api] }).apis).toEqual([api]);
  },
);

describe('fails: forms of kinds and APIs that Kubernetes does not have (operator-form)', () => {
  test.each([
    ' jobs.acme.com/v1',
    'jobs.acme.com/v1 ',
    '2jobs.acme.com/v1',
    '-jobs.acme.com/v1',
    'jobs-.acme.com/v1',
    'jobs.-acme.com/v1',
    'jobs.acme-.com/v1',
    'jobs..com/v1',
    'jobs.acme.com/v',
    'jobs.acme.com/v1alpha',
    'jobs.acme.com/v1gamma1',
  ])('the kind %j', (kind) => {
    expect(() => Operator.of({ name: 'mine', version: '1', serves: [kind] })).toThrow('(operator-form)');
  });

  test.each([
    'xv1.acme.com',
    'v1.acme',
    'v.acme.com',
    'v1alpha.acme.com',
    'v1.acme.com ',
    'v1.-acme.com',
    'v1.acme-.com',
    'v1.acme.-com',
  ])('the API %j', (api) => {
    expect(() => Operator.of({ name: 'mine', version: '1', serves: [], apis: [api] })).toThrow('(operator-form)');
  });
});

describe('fails: an operator is refused with operator-form', () => {
  test.each([
    ['without a name', { name: '' }, 'name is empty: give the name that its readers know it by'],
    ['without a version', { version: ' ' }, 'version is empty: give the version, such as "1.2.0"'],
    ...['x', 'jobs.acme.com', 'jobs.x/v1', 'Jobs.acme.com/v1', 'acme.com/jobs', 'jobs.acme.com/1', ''].map(
      (kind): [string, object, string] => [
        `that serves ${JSON.stringify(kind)}`,
        { serves: ['jobs.acme.com/v1', kind] },
        `${JSON.stringify(kind)} is not a kind that an operator can serve: use plural.group/version, such as "tfjobs.kubeflow.org/v1"`,
      ],
    ),
    [
      'that answers "x"',
      { apis: ['x'] },
      '"x" is not an API that an operator can answer: use version.group, such as "v1beta1.custom.metrics.k8s.io"',
    ],
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
    ...Object.keys(RELEASE).map((field): [string, () => OperatorInstall, string] => [
      `chart has an empty ${field}`,
      () => OperatorInstall.helm({ ...RELEASE, [field]: '' }),
      `[OperatorInstall.helm] ${field} is empty`,
    ]),
  ])('whose %s', (_, make, message) => {
    expect(make).toThrow(message);
    expect(make).toThrow('(operator-form)');
  });
});

test('fails: rights that nobody could have', () => {
  const right = { role: 'roles/monitoring.viewer', namespace: 'a', serviceAccountName: 'b' };
  const make = (wrong: object) => () =>
    Operator.of({ name: 'mine', version: '1', serves: [], rights: [right, { ...right, ...wrong }] });
  expect(make({})).not.toThrow();
  expect(make({ role: 'projects/acme-ml/roles/reader' })).not.toThrow();
  expect(make({ role: 'monitoring.viewer' })).toThrow(
    '[Operator.of] "monitoring.viewer" is not the name of a role: use "roles/monitoring.viewer" (role-form)',
  );
  expect(make({ namespace: 'A b' })).toThrow('[Operator.of] namespace name "A b" is not of the allowed form');
  expect(make({ serviceAccountName: 'A b' })).toThrow(
    'Kubernetes service account name "A b" is not of the allowed form',
  );
});

test('fails: what is no operator and no way to install is refused with wrong-type', () => {
  const make = (wrong: object) => () => Operator.of({ name: 'mine', version: '1', serves: [], ...wrong });
  expect(make({ needs: ['jobset'] })).toThrow('needs[0] cannot be "jobset"');
  expect(make({ install: 'kubectl apply' })).toThrow('install cannot be "kubectl apply"');
  expect(() => Operator.KUEUE.byHelm([] as never)).toThrow('values cannot be []');
  expect(() => OperatorInstall.helm({ ...RELEASE, chart: 7 } as unknown as HelmRelease)).toThrow('chart cannot be 7');
});

test('fails: values of a chart that JSON cannot hold (wrong-type)', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  for (const values of [{ replicas: 2n }, circle]) {
    const refusal = "values cannot be [Object]: give the chart's values as JSON holds them";
    expect(() => Operator.JOBSET.byHelm(values)).toThrow(`[jobset.byHelm] ${refusal}`);
    expect(() => OperatorInstall.helm({ ...RELEASE, values })).toThrow(`[OperatorInstall.helm] ${refusal}`);
  }
});
