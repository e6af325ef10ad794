import type { ContainerCluster } from '@cdktf/provider-google/lib/container-cluster';
import { Construct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import { firstTime } from '../../core/problems';
import { attributeOf, google } from '../google';
import { requireServices } from '../project-services';

type MeshedCluster = Required<Pick<ICluster, 'clusterName' | 'project'>>;

/**
 * Google's managed mesh: the cluster becomes a member of its project's fleet, whose mesh Google keeps up to date. A project has one
 * fleet, so the first of its clusters in a program makes the feature.
 *
 * @see https://cloud.google.com/service-mesh/docs/onboarding/provision-control-plane
 */
export function addServiceMesh(scope: Construct, cluster: MeshedCluster, resource: ContainerCluster): void {
  const { clusterName, project } = cluster;
  const parent = new Construct(scope, 'service-mesh');
  const dependsOn = requireServices(scope, project, ['gkehub', 'mesh']);
  const feature = { project, name: 'servicemesh', location: 'global', dependsOn };
  const isFirst = firstTime(scope, `service mesh of ${project}`);
  const made = isFirst ? [new google.GkeHubFeature(parent, 'feature', feature)] : [];
  const membership = new google.GkeHubMembership(parent, 'membership', {
    ...{ project, membershipId: clusterName, dependsOn },
    endpoint: { gkeCluster: { resourceLink: `//container.googleapis.com/${attributeOf(resource, 'id')}` } },
  });
  new google.GkeHubFeatureMembership(parent, 'mesh', {
    ...{ project, location: 'global', feature: feature.name, dependsOn: made },
    membership: attributeOf(membership, 'membershipId'),
    mesh: { management: 'MANAGEMENT_AUTOMATIC' },
  });
}
