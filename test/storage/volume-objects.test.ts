import { App, Size, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { guideSteps } from '../../lib/core/contracts/guide';
import type { IFilestore } from '../../lib/core/contracts/filestore';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { SharedVolume } from '../../lib/storage/shared-volume';
import { SharedVolumeSource } from '../../lib/storage/shared-volume-source';
import { manifestProblems } from '../conformance/manifest';
import { GKE } from '../workload/pools';

const WITH_DRIVER: ICluster = { ...GKE, features: new Set(['gke', 'filestore']) };
const FILESTORE: IFilestore = {
  instanceName: 'mnist-dev-files',
  location: 'us-east1-c',
  project: 'acme-ml',
  shareName: 'share',
  capacity: Size.tebibytes(1),
};
const VOLUME = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'mnist-data' },
  spec: {
    accessModes: ['ReadWriteMany'],
    capacity: { storage: '1024Gi' },
    claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'data', namespace: 'mnist' },
    persistentVolumeReclaimPolicy: 'Retain',
    storageClassName: '',
    csi: {
      driver: 'filestore.csi.storage.gke.io',
      volumeHandle: 'modeInstance/us-east1-c/mnist-dev-files/share',
      volumeAttributes: { ip: '10.60.0.2', volume: 'share' },
    },
  },
};
const CLAIM = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'mnist' },
  spec: {
    accessModes: ['ReadWriteMany'],
    resources: { requests: { storage: '1024Gi' } },
    storageClassName: '',
    volumeName: 'mnist-data',
  },
};

const OTHER_NETWORK =
  'Filestore instance "mnist-dev-files" is in another network than cluster "main", whose pods cannot reach it: make the instance with network: cluster.network (shared-volume-network)';

/** A network that a stack makes, whose id only Terraform knows. */
class Network extends Construct {
  readonly network: string;

  constructor(id: string) {
    super(new App(), id);
    this.network = `\${TfToken[${id}]}`;
  }
}

function volumeOf(filestore: IFilestore, cluster = WITH_DRIVER) {
  const chart = new ClusterChart(Testing.app(), 'training', { cluster, namespace: 'mnist' });
  const volume = new SharedVolume(chart, 'data', { source: SharedVolumeSource.filestore(filestore) });
  return { volume, chart };
}

test('an instance with a known address is a volume of its driver, bound to its claim', () => {
  const { chart } = volumeOf({ ...FILESTORE, ipAddress: '10.60.0.2' });
  const manifests = Testing.synth(chart).slice(2);
  for (const manifest of manifests) expect(manifestProblems(manifest)).toEqual([]);
  expect(manifests).toEqual([VOLUME, CLAIM]);
  expect(guideSteps(chart)).toEqual([]);
});

test('DEPLOY.md makes the volume of an instance that Terraform makes, and deletes it', () => {
  const { chart } = volumeOf(FILESTORE);
  expect(Testing.synth(chart).slice(2)).toEqual([CLAIM]);
  const [made, removed] = guideSteps(chart).map(({ step }) => step);
  expect(made?.phase).toBe('checks');
  const [ask, apply = ''] = made?.commands ?? [];
  expect(ask).toBe(
    "address=$(gcloud filestore instances describe 'mnist-dev-files' --location 'us-east1-c' --project 'acme-ml' --format 'value(networks[0].ipAddresses[0])')",
  );
  const json = /^echo '(.*)' \| kubectl apply --server-side -f -$/.exec(apply)?.[1] ?? '';
  expect(JSON.parse(json.replace(`'"\${address:?}"'`, '10.60.0.2'))).toEqual(VOLUME);
  expect(removed).toMatchObject({
    phase: 'removal',
    commands: ['kubectl delete --ignore-not-found --wait=false persistentvolume mnist-data'],
  });
});

test('fails: a cluster without the driver is refused (shared-volume-filestore)', () => {
  expect(volumeOf(FILESTORE, GKE).volume.node.validate()).toEqual([
    'the volume is in Filestore, but cluster "main" has no Filestore driver: turn the Filestore driver of the cluster on (filestore: true of a TrainingCluster), or use another source (shared-volume-filestore)',
  ]);
});

test.each([
  [{ network: 'main' }, { network: 'projects/acme-ml/global/networks/main' }, []],
  [{ network: 'main' }, { network: '${TfToken[TOKEN.0]}' }, []],
  [undefined, { network: 'main' }, []],
  [{ network: 'main' }, { network: 'projects/acme-ml/global/networks/other' }, [OTHER_NETWORK]],
  [new Network('a'), new Network('b'), [OTHER_NETWORK]],
])(
  'fails: an instance in %j is not reached from %j if they are two networks (shared-volume-network)',
  (a, b, found) => {
    const { volume } = volumeOf({ ...FILESTORE, network: a }, { ...WITH_DRIVER, network: b });
    expect(volume.node.validate()).toEqual(found);
  },
);
