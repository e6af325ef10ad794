import { apply, kinds, pods, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

/** Rook's own manifests, at the commit of the tag v1.20.6. */
function applyOfRook(...files: readonly string[]): string {
  const folder = 'https://raw.githubusercontent.com/rook/rook/4e1b7a626891a215949ab42a6957a0ef1e1a25e6/deploy/examples';
  return apply(files.map((file) => `${folder}/${file}.yaml`).join(' -f '));
}

/**
 * The quota that Rook's pods need: GKE lets pods of these priorities run only in namespaces with such a quota.
 *
 * @see https://github.com/rook/rook/issues/11973
 */
const ROOK_QUOTA = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'rook-critical-pods', namespace: 'rook-ceph' },
  spec: {
    hard: { pods: '1G' },
    scopeSelector: {
      matchExpressions: [
        {
          scopeName: 'PriorityClass',
          operator: 'In',
          values: ['system-node-critical', 'system-cluster-critical'],
        },
      ],
    },
  },
};

/** By its manifests only: Helm needs a second chart, and makes no quota for its pods on GKE. */
export const ROOK: OperatorFacts = {
  name: 'rook-ceph',
  version: '1.20.6',
  pods: pods(1, 10, 64),
  serves: [
    ...kinds(
      'ceph.rook.io',
      'v1',
      'cephblockpoolradosnamespaces',
      'cephblockpools',
      'cephbucketnotifications',
      'cephbuckettopics',
      'cephclients',
      'cephclusters',
      'cephcosidrivers',
      'cephfilesystemmirrors',
      'cephfilesystems',
      'cephfilesystemsubvolumegroups',
      'cephnfses',
      'cephnvmeofgateways',
      'cephobjectrealms',
      'cephobjectstoreaccounts',
      'cephobjectstores',
      'cephobjectstoreusers',
      'cephobjectzonegroups',
      'cephobjectzones',
      'cephrbdmirrors',
    ),
    ...kinds('objectbucket.io', 'v1alpha1', 'objectbucketclaims', 'objectbuckets'),
    ...kinds(
      'csi.ceph.io',
      'v1',
      'cephconnections',
      'clientprofilemappings',
      'clientprofiles',
      'drivers',
      'operatorconfigs',
    ),
  ],
  install: OperatorInstall.command(
    [
      applyOfRook('crds', 'common', 'csi-operator'),
      // The last file has objects of these kinds.
      'kubectl wait --for=condition=Established --timeout=120s crd/drivers.csi.ceph.io crd/operatorconfigs.csi.ceph.io',
      applyOfRook('operator'),
      `echo '${JSON.stringify(ROOK_QUOTA)}' | kubectl apply --server-side -f -`,
    ].join(' && '),
    { ready: rollout('rook-ceph', 'rook-ceph-operator', 'ceph-csi-controller-manager') },
  ),
};
