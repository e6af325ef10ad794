import { expect, test } from 'vitest';
import { Operator } from '../../lib/operators/operator';
import { OperatorInstall } from '../../lib/operators/operator-install';
import { inOrder, operatorSteps } from '../../lib/operators/operator-steps';

const mine = (install?: OperatorInstall) =>
  Operator.of({ name: 'mine', version: '2', serves: ['jobs.acme.com/v1', 'runs.acme.com/v1'], install });
const WAIT = 'kubectl wait --for=condition=Established --timeout=120s crd/jobs.acme.com crd/runs.acme.com';
const RELEASE = { name: 'mine', repository: 'https://acme.com', chart: 'jobs', version: '2', namespace: 'own' };

test('each operator comes after those that it needs, and once', () => {
  const { KSERVE, CERT_MANAGER, TRAINER, JOBSET, KUEUE } = Operator;
  const jobset = JOBSET.byHelm();
  expect(inOrder([KSERVE, TRAINER, KUEUE, jobset, CERT_MANAGER, KUEUE])).toEqual([
    CERT_MANAGER,
    KSERVE,
    jobset,
    TRAINER,
    KUEUE,
  ]);
});

const REPLACED =
  'mine 2, unless the cluster has it. Another version that these commands installed is replaced, and running jobs go on:';
const INSTALLED = String.raw`installed=$(kubectl get namespace kube-system -o jsonpath='{.metadata.annotations.trainyard/jobs\.acme\.com}')`;
const record = (value: string) =>
  `kubectl annotate --overwrite namespace kube-system 'trainyard/jobs.acme.com${value}'`;
const OF_OTHERS = [
  "  echo 'mine was installed by others: it is left as it is, and may not be 2. If it is theirs, use installedElsewhere in the program.' >&2",
  'else',
];

test('a command runs unless its version is recorded, and its roll-out is waited for in any case', () => {
  const install = OperatorInstall.command('kubectl apply -f a', { ready: 'kubectl wait b' });
  expect(operatorSteps([mine(install)])).toEqual([
    {
      phase: 'operators',
      text: REPLACED,
      commands: [
        INSTALLED,
        'there=$(kubectl get crd jobs.acme.com --ignore-not-found -o name)',
        'if [ -n "$there" ] && [ -z "$installed" ]; then',
        ...OF_OTHERS,
        `  [ -n "$there" ] && [ "$installed" = '2' ] || (${record('=unfinished')} && kubectl apply -f a && ${record('=2')})`,
        '  kubectl wait b',
        'fi',
        WAIT,
      ],
    },
  ]);
});

test('charts without a stack are installed by the helm command, in order, with their values', () => {
  const install = OperatorInstall.helm(RELEASE, {
    ...RELEASE,
    name: 'more',
    repository: 'oci://acme.com/charts',
    values: { text: "it's" },
  });
  const [step] = operatorSteps([mine(install)]);
  const unlock = (name: string) =>
    `helm list --pending --filter '^${name}$' --namespace own | awk 'NR > 1 { print $3 }' | ` +
    `while read -r at; do helm rollback ${name} $((at > 1 ? at - 1 : 1)) --namespace own; done`;
  const all = [
    record('=unfinished-helm'),
    unlock('mine'),
    'helm upgrade --install mine jobs --repo https://acme.com --version 2 --namespace own --create-namespace --wait --timeout 10m',
    unlock('more'),
    `echo '{"text":"it'\\''s"}' | helm upgrade --install more oci://acme.com/charts/jobs --version 2 --namespace own --create-namespace --wait --timeout 10m --values -`,
    record('-'),
  ];
  expect(step?.commands).toEqual([
    INSTALLED,
    'there=$(kubectl get crd jobs.acme.com --ignore-not-found -o name)',
    'if [ -n "$there" ] && [ "$installed" != unfinished-helm ] && ! helm status mine --namespace own >/dev/null 2>&1; then',
    ...OF_OTHERS,
    `  (${all.join(' &&\n    ')})`,
    'fi',
    WAIT,
  ]);
});

test.each([
  [
    'charts of a stack',
    mine(OperatorInstall.helm(RELEASE)),
    'mine 2 comes with the stack `dev-operators`; wait for it:',
  ],
  ['what others install', mine().installedElsewhere('Ann'), 'mine comes from Ann; wait for it:'],
  ['an add-on', mine(OperatorInstall.addon('rayOperator')), 'mine is an add-on of GKE; wait for it:'],
  ['what nobody installs', mine(), 'Install mine 2, then wait for it:'],
])('for %s there is only the wait', (_, operator, text) => {
  expect(operatorSteps([operator], () => 'dev-operators')).toEqual([{ phase: 'operators', text, commands: [WAIT] }]);
});

test('an operator without kinds of its own is installed each time', () => {
  const install = OperatorInstall.command('kubectl apply -f a', { ready: 'kubectl wait b' });
  const commandsOf = (way: OperatorInstall) =>
    operatorSteps([Operator.of({ name: 'mine', version: '2', serves: [], install: way })])[0]?.commands;
  expect(commandsOf(install)).toEqual(['kubectl apply -f a', 'kubectl wait b']);
  expect(commandsOf(OperatorInstall.helm(RELEASE))).toEqual([
    expect.stringMatching(/^helm list --pending /),
    expect.stringMatching(/^helm upgrade --install mine /),
  ]);
});

test('an operator without definitions is known by the APIs that it answers', () => {
  const install = OperatorInstall.command('kubectl apply -f a');
  const operator = Operator.of({ name: 'mine', version: '2', serves: [], apis: ['v1beta1.metrics.k8s.io'], install });
  const commands = operatorSteps([operator])[0]?.commands;
  expect(commands).toContain('there=$(kubectl get apiservice v1beta1.metrics.k8s.io --ignore-not-found -o name)');
  expect(commands?.at(-1)).toBe(
    'kubectl wait --for=condition=Available --timeout=120s apiservice/v1beta1.metrics.k8s.io',
  );
});
