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

test('a command runs only where the operator is not there, and then it is waited for', () => {
  const install = OperatorInstall.command('kubectl apply -f a', { ready: 'kubectl wait b' });
  expect(operatorSteps([mine(install)])).toEqual([
    {
      phase: 'operators',
      text: 'mine 2, unless the cluster has it:',
      commands: ['kubectl get crd jobs.acme.com >/dev/null 2>&1 || { kubectl apply -f a && kubectl wait b; }', WAIT],
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
  expect(step?.commands).toEqual([
    // The first chart may have brought the definition in a run that stopped after it.
    'kubectl get crd jobs.acme.com >/dev/null 2>&1 && ! helm status mine --namespace own >/dev/null 2>&1 || { ' +
      'helm upgrade --install mine jobs --repo https://acme.com --version 2 --namespace own --create-namespace --wait --timeout 10m && ' +
      `echo '{"text":"it'\\''s"}' | helm upgrade --install more oci://acme.com/charts/jobs --version 2 --namespace own --create-namespace --wait --timeout 10m --values -; }`,
    WAIT,
  ]);
});

test('one chart is installed unless its definition is there', () => {
  const [step] = operatorSteps([mine(OperatorInstall.helm(RELEASE))]);
  expect(step?.commands?.[0]).toMatch(
    /^kubectl get crd jobs\.acme\.com >\/dev\/null 2>&1 \|\| { helm upgrade [^&]*; }$/,
  );
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

test('an operator without kinds of its own is installed each time, and nothing is waited for', () => {
  const install = OperatorInstall.command('kubectl apply -f a');
  const operator = Operator.of({ name: 'mine', version: '2', serves: [], install });
  expect(operatorSteps([operator])).toEqual([
    { phase: 'operators', text: 'mine 2, unless the cluster has it:', commands: ['kubectl apply -f a'] },
  ]);
});

test('an operator without definitions is known by the APIs that it answers', () => {
  const install = OperatorInstall.command('kubectl apply -f a');
  const operator = Operator.of({ name: 'mine', version: '2', serves: [], apis: ['v1beta1.metrics.k8s.io'], install });
  expect(operatorSteps([operator])[0]?.commands).toEqual([
    'kubectl get apiservice v1beta1.metrics.k8s.io >/dev/null 2>&1 || { kubectl apply -f a; }',
    'kubectl wait --for=condition=Available --timeout=120s apiservice/v1beta1.metrics.k8s.io',
  ]);
});
