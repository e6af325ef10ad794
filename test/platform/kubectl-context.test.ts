import { expect, test } from 'vitest';
import { LocalCluster, TrainingCluster } from '../../lib/index';
import { type ClusterAttributes } from '../../lib/infrastructure/index';
import { paragraphsOf } from '../../lib/platform/guide-text';
import { contextOf, inContext } from '../../lib/platform/kubectl-context';

const KIND = LocalCluster.kind();

test.each([
  ['kubectl get pods', 'kubectl --context kind-kind get pods'],
  ['kubectl', 'kubectl --context kind-kind'],
  ['a || { kubectl b && kubectl c; }', 'a || { kubectl --context kind-kind b && kubectl --context kind-kind c; }'],
  ['x=$(kubectl get a) | helm list', 'x=$(kubectl --context kind-kind get a) | helm --kube-context kind-kind list'],
  ['kubectl config use-context a', 'kubectl config use-context a'],
  ['kubectl --context other get pods', 'kubectl --context other get pods'],
  [
    'kubectl -n a --context=other get b | kubectl c',
    'kubectl -n a --context=other get b | kubectl --context kind-kind c',
  ],
  ['./bin/kubectl-argo kubectl.txt my-kubectl', './bin/kubectl-argo kubectl.txt my-kubectl'],
])('%s becomes %s', (command, expected) => {
  expect(inContext(KIND, [command])).toEqual([expected]);
});

test('commands in a text have the context too, and what only names kubectl has not', () => {
  const text = 'kubectl shows it: `kubectl -n a get b`, as `kubectl config view` and `my kubectl` do.';
  expect(paragraphsOf(KIND, { phase: 'standing', text })).toEqual([
    text.replace('`kubectl -n a get b`', '`kubectl --context kind-kind -n a get b`'),
  ]);
});

test.each([
  ['minikube', LocalCluster.minikube(), 'minikube'],
  ['a profile of minikube', LocalCluster.minikube({ clusterName: 'big' }), 'big'],
  ['kind', LocalCluster.kind({ clusterName: 'ci' }), 'kind-ci'],
  ['any other', LocalCluster.of({ clusterName: 'k3s' }), 'k3s'],
  ['a named context', LocalCluster.kind({ kubectlContext: "Ann's cluster" }), `'Ann'\\''s cluster'`],
  [
    'a project of a domain',
    TrainingCluster.fromAttributes({ clusterName: 'main', location: 'us-east1', project: 'acme.com:learning' }),
    'gke_acme.com:learning_us-east1_main',
  ],
  [
    'a cluster of an unknown project',
    TrainingCluster.fromAttributes({ clusterName: 'main', location: 'us-east1' }),
    '"${CONTEXT_MAIN_US_EAST1:?}"',
  ],
  [
    'an empty text, which kubectl takes for its present context',
    { clusterName: 'a', kubectlContext: '' },
    '"${CONTEXT_A:?}"',
  ],
  ['no cluster', undefined, '"${CONTEXT:?}"'],
])('the context of %s is a word of a shell', (_, cluster, expected) => {
  expect(contextOf(cluster)).toBe(expected);
});

test('the known facts about an existing cluster give its credentials command', () => {
  const facts = { clusterName: 'main', location: 'us-east1', project: 'acme-ml' };
  const command = 'gcloud container clusters get-credentials main --location us-east1 --project acme-ml';
  const fromAttributes = (attributes: ClusterAttributes) => TrainingCluster.fromAttributes(attributes);
  expect(fromAttributes(facts).getCredentialsCommand).toBe(command);
  expect(fromAttributes({ ...facts, dnsEndpoint: true }).getCredentialsCommand).toBe(`${command} --dns-endpoint`);
  expect(fromAttributes({ ...facts, getCredentialsCommand: undefined }).getCredentialsCommand).toBe(command);
});
