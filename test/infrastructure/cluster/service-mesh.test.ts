import { expect, test } from 'vitest';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { Mesh } from '../../../lib/operators/mesh';
import { terraformProblems } from '../../conformance/terraform';
import { clusterOf } from '../clusters';
import { all, stackOf } from '../synthesized';

test("Google's mesh is turned on in the fleet of the project, of which the cluster becomes a member", () => {
  const stack = stackOf();
  clusterOf({ operators: [Mesh.google()] }, stack);
  const feature = all(stack, 'google_gke_hub_feature');
  expect(feature).toMatchObject([{ project: 'acme-ml', name: 'servicemesh', location: 'global' }]);
  expect(all(stack, 'google_gke_hub_membership')).toMatchObject([
    {
      endpoint: {
        gke_cluster: {
          resource_link: expect.stringContaining('//container.googleapis.com/${google_container_cluster.'),
        },
      },
    },
  ]);
  expect(all(stack, 'google_gke_hub_feature_membership')).toMatchObject([
    { location: 'global', mesh: { management: 'MANAGEMENT_AUTOMATIC' } },
  ]);
  expect(JSON.stringify(all(stack, 'google_project_service'))).toContain('mesh.googleapis.com');
});

test('a project has one fleet, whose mesh all clusters of the program join', () => {
  const stack = stackOf();
  for (const id of ['a', 'b']) {
    new TrainingCluster(stack, id, { location: 'us-east1-c', operators: [Mesh.google()] });
  }
  expect(all(stack, 'google_gke_hub_feature')).toHaveLength(1);
  expect(all(stack, 'google_gke_hub_feature_membership')).toHaveLength(2);
  expect(terraformProblems(stack.toTerraform())).toEqual([]);
});

test('Istio by Helm needs no fleet', () => {
  const stack = stackOf();
  clusterOf({ operators: [Mesh.istio()] }, stack);
  expect(JSON.stringify(stack.toTerraform())).not.toContain('gke_hub');
});
