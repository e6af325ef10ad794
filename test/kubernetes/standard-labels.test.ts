import { App, Chart } from 'cdk8s';
import { expect, test } from 'vitest';
import { deploymentLabels, labelDeployment, recommendedLabels } from '../../lib/kubernetes/standard-labels';

test('a deployment labels its objects with its name, its application and the labels of its stage', () => {
  const app = new App();
  labelDeployment(app, { team: 'vision', größe: 'l', cost: 'r-', empty: '' }, 'digits-dev', 'digits');
  const shared = { team: 'vision', empty: '', 'app.kubernetes.io/managed-by': 'trainyard' };
  expect(deploymentLabels(new Chart(app, 'training'))).toEqual({
    shared,
    all: { ...shared, 'app.kubernetes.io/instance': 'digits-dev', 'app.kubernetes.io/part-of': 'digits' },
  });
});

test('a stage of no application is part of none, and other apps have no labels', () => {
  const app = new App();
  labelDeployment(app, {}, 'dev');
  expect(deploymentLabels(app).all).toEqual({
    'app.kubernetes.io/managed-by': 'trainyard',
    'app.kubernetes.io/instance': 'dev',
  });
  expect(deploymentLabels(new App())).toEqual({ all: {}, shared: {} });
});

test('values that no label can have are left out', () => {
  expect(recommendedLabels({ name: 'a.b', version: '_1', component: 'x'.repeat(64), instance: undefined })).toEqual({
    'app.kubernetes.io/name': 'a.b',
  });
});
