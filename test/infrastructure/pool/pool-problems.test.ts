import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import type { ICluster } from '../../../lib/core/contracts/cluster';
import { ProvisioningModel } from '../../../lib/core/hardware/provisioning-model';
import { NodeImage } from '../../../lib/core/hardware/node-image';
import { NodeCount } from '../../../lib/infrastructure/pool/node-count';
import { Taint } from '../../../lib/core/contracts/taint';
import type { NodePoolOptions } from '../../../lib/infrastructure/pool/pool-options';
import { LocalSsd } from '../../../lib/infrastructure/pool/local-ssd';
import { UpgradeStrategy } from '../../../lib/infrastructure/pool/upgrade-strategy';
import { cpuPool, problemsOf, regional, saidOf, textsOf, zonal } from './pools';

/** A machine without GPUs that starts when there are some to spare. */
const H4D = { machineType: 'h4d-standard-192' };

describe('fails: what is refused or advised', () => {
  const REFUSALS: readonly (readonly [code: string, options: NodePoolOptions])[] = [
    ['name', { poolName: 'Pool_1' }],
    ['name', { poolName: 'p'.repeat(41) }],
    ['pool-zones', { zones: [] }],
    ['pool-zones', { zones: ['us-east1-b'] }],
    ['pool-zones', { zones: ['us-central1'] }],
    ['pool-zones', { zones: ['us-central1-a', 'us-central1-a'] }],
    ['node-count-zones', { nodes: NodeCount.fixed(3), zones: ['us-central1-a', 'us-central1-b'] }],
    ['node-count-limit', { nodes: NodeCount.between(0, 1001) }],
    ['node-count-limit', { nodes: NodeCount.perZone(1001) }],
    ['taint-duplicate', { taints: [Taint.of('a', 'b'), Taint.of('a', 'c')] }],
    ['taint-duplicate', { ...H4D, provisioningModel: ProvisioningModel.queued(), taints: [Taint.QUEUED] }],
    ['taint-duplicate', { machineType: 't2a-standard-4', taints: [Taint.ARM] }],
    [
      'taint-duplicate',
      { machineType: 't2a-standard-4', taints: [Taint.of('kubernetes.io/arch', 'arm64', 'NoExecute')] },
    ],
    ['gpu-machine-without-accelerators', { machineType: 'g2-standard-8' }],
    ['machine-type-name', { machineType: 'N1 standard' }],
    ['tpu-unsupported', { machineType: 'ct5lp-hightpu-4t' }],
    ['boot-disk-type', { machineType: 'c4-standard-8', bootDisk: { type: 'pd-standard' } }],
    ['boot-disk-type', { bootDisk: { type: 'pd-fast' } }],
    ['boot-disk-size', { bootDisk: { size: Size.gibibytes(9) } }],
    ['boot-disk-size', { bootDisk: { size: Size.gibibytes(NaN) } }],
    ['boot-disk-size', { bootDisk: { size: Size.mebibytes(20_000) } }],
    ['boot-disk-size', { bootDisk: { size: Size.kibibytes(1) } }],
    ['local-ssd-count', { machineType: 'n1-standard-4', localSsd: LocalSsd.ephemeral(9) }],
    ['image-streaming-image', { image: NodeImage.UBUNTU, imageStreaming: true }],
    ['capacity-nodes', { ...H4D, provisioningModel: ProvisioningModel.flexStart(), nodes: NodeCount.fixed(1) }],
    ['capacity-nodes', { ...H4D, provisioningModel: ProvisioningModel.queued(), nodes: NodeCount.between(1, 2) }],
    ['capacity-placement', { ...H4D, provisioningModel: ProvisioningModel.queued(), compactPlacement: true }],
    [
      'capacity-upgrade',
      { ...H4D, provisioningModel: ProvisioningModel.flexStart(), upgrade: UpgradeStrategy.surge(1, 0) },
    ],
    ['capacity-machine', { provisioningModel: ProvisioningModel.flexStart() }],
    ['capacity-machine', { machineType: 'c3-standard-8', provisioningModel: ProvisioningModel.flexStart() }],
    ['machine-type-too-small', { machineType: 'f1-micro' }],
    ['boot-disk-type', { machineType: 'c3-standard-8', bootDisk: { type: 'pd-standard' } }],
    ['secure-boot-metal', { machineType: 'c3-standard-192-metal', secureBoot: true }],
    ['compact-placement', { machineType: 'n1-standard-4', compactPlacement: true }],
    [
      'compact-placement',
      {
        machineType: 'c2-standard-8',
        compactPlacement: true,
        nodes: NodeCount.fixed(2),
        zones: ['us-central1-a', 'us-central1-b'],
      },
    ],
    [
      'compact-placement',
      { machineType: 'c2-standard-8', compactPlacement: true, upgrade: UpgradeStrategy.blueGreen() },
    ],
    ['node-label', { labels: { 'cloud.google.com/gke-nodepool': 'mine' } }],
    ['node-label', { labels: { 'node.kubernetes.io/role': 'mine' } }],
    ['label-form', { labels: { team: 'computer vision' } }],
    ['label-form', { labels: { '-team': 'vision' } }],
    ['resource-label', { resourceLabels: { Team: 'vision' } }],
    ['max-pods', { maxPodsPerNode: 500 }],
    ['resource-amount', { reserved: { cpus: -1 } }],
    ['pool-generation', { generation: 0 }],
    ['pool-generation', { keepGeneration: 1 }],
    ['pool-generation', { generation: 3, keepGeneration: 0 }],
    ['account-email', { serviceAccount: 'serviceAccount:Bob@acme-ml.iam.gserviceaccount.com' }],
  ];

  /** What only a pool of a region, or of a cluster of which less is known, is refused for. */
  const IN_A_REGION: readonly NodePoolOptions[] = [
    { nodes: NodeCount.fixed(3) },
    { provisioningModel: ProvisioningModel.reservation('ours') },
    { zones: ['us-centrl1-b'] },
    { machineType: 'c2-standard-8', compactPlacement: true },
  ];

  const ADVISED: readonly (readonly [options: NodePoolOptions, cluster: ICluster])[] = [
    [{}, { clusterName: 'theirs', location: 'us-central1-a' }],
    [{ serviceAccount: 'default' }, zonal],
    [{ machineType: 'e2-micro' }, zonal],
    [{ zones: ['us-central1-d'] }, regional],
    [{ machineType: 'n9-standard-4' }, zonal],
    [{ machineType: 'c3-standard-192-metal', bootDisk: { type: 'pd-ssd' } }, zonal],
    [{ machineType: 'c2-standard-8', compactPlacement: true, nodes: NodeCount.between(0, 151) }, zonal],
  ];

  test.each(REFUSALS)('fails: %s for %j', (code, options) => {
    const { codes } = problemsOf(() => cpuPool(options));
    expect(new Set(codes)).toEqual(new Set([code]));
  });

  // To be read in one go: `npx vitest run test/infrastructure/pool -u` writes it anew.
  test('fails: what is said of each is what was agreed on', async () => {
    const refused = REFUSALS.flatMap(([, options]) => textsOf(() => cpuPool(options)));
    const elsewhere = IN_A_REGION.flatMap((options) => textsOf(() => cpuPool(options, regional)));
    const advised = ADVISED.flatMap(([options, cluster]) => saidOf(cpuPool(options, cluster)));
    await expect(`${[...refused, ...elsewhere, ...advised].join('\n')}\n`).toMatchFileSnapshot('said.txt');
  });
});

describe('refusals', () => {
  test.each([Size.gibibytes(9), Size.mebibytes(20_000), Size.gibibytes(65_537), Size.gibibytes(NaN)])(
    'fails: a boot disk of %s (boot-disk-size)',
    (size) => {
      expect(problemsOf(() => cpuPool({ bootDisk: { size } }))).toEqual({
        codes: ['boot-disk-size'],
        fixes: ['use a whole number from 10 to 65536'],
      });
    },
  );

  test.each<NodePoolOptions>([
    { bootDisk: { size: Size.gibibytes(10) } },
    { bootDisk: { size: Size.gibibytes(65_536) } },
    { labels: { 'cloud.google.com/compute-class': 'training' } },
    { labels: { [`example.com/${'a'.repeat(63)}`]: 'b'.repeat(63), empty: '', 'k8s.iox': '' } },
    { nodes: NodeCount.between(0, 1000) },
    { maxPodsPerNode: 8 },
    { maxPodsPerNode: 256 },
    { machineType: 'c2-standard-8', compactPlacement: true, nodes: NodeCount.between(0, 1000) },
  ])('%j is just right', (options) => {
    expect(problemsOf(() => cpuPool(options)).codes).toEqual([]);
  });

  test.each([
    ['max-pods', { maxPodsPerNode: 7 }, 'use a whole number from 8 to 256'],
    ['max-pods', { maxPodsPerNode: 257 }, 'use a whole number from 8 to 256'],
  ])('fails: %s for %j, which is just too much or too little', (code, options, fix) => {
    expect(problemsOf(() => cpuPool(options))).toEqual({ codes: [code], fixes: [fix] });
  });

  test.each<[string, NodePoolOptions, ICluster, string[]]>([
    [
      'flex-start may keep nodes',
      { ...H4D, provisioningModel: ProvisioningModel.flexStart(), nodes: NodeCount.between(1, 2) },
      zonal,
      [],
    ],
    [
      'the placement of unknown machines is not known',
      { machineType: 'n9-standard-4', compactPlacement: true },
      zonal,
      [],
    ],
    [
      'a placement has one zone, whatever its number of nodes',
      {
        machineType: 'c2-standard-8',
        compactPlacement: true,
        nodes: NodeCount.perZone(80),
        zones: ['us-central1-a', 'us-central1-b'],
      },
      regional,
      ["set zones to ['us-central1-a']"],
    ],
    [
      'a key of another region cannot encrypt a disk',
      { bootDisk: { encryptionKey: 'projects/acme-keys/locations/us-east1/keyRings/ml/cryptoKeys/all' } },
      zonal,
      ['use a key whose name has "locations/us-central1"'],
    ],
  ])('fails: %s, or it is right', (_, options, cluster, fixes) => {
    expect(problemsOf(() => cpuPool(options, cluster)).fixes).toEqual(fixes);
  });

  test('fails: the key of a disk is told with its prop (encryption-key)', () => {
    expect(textsOf(() => cpuPool({ bootDisk: { encryptionKey: 'mine' } }))).toEqual([
      expect.stringMatching(/^bootDisk.encryptionKey: .*\(encryption-key\)$/),
    ]);
  });

  test('fails: all problems of one pool at once', () => {
    const wrong = { poolName: 'P', maxPodsPerNode: 1, generation: 0.5 };
    expect(problemsOf(() => cpuPool(wrong)).codes).toEqual(['name', 'max-pods', 'pool-generation']);
  });
});
