import { Size } from 'cdk8s';
import { SharedVolume, SharedVolumeSource } from '../../../lib/index';
import { text, but, one, type Fault } from './fault';

export const CHART_FAULTS: readonly Fault[] = [
  ...text('chart namespace', 'namespace', (p, v) => (p.chart.namespace = v)),
  ...text('chart labels', 'key of a chart label', (p, v) => (p.chart.labels = { [v]: 'a' })),
  ...text('chart labels', 'chart label', (p, v) => (p.chart.labels = { a: v }), but('')),
  ...text('volume', 'claim name', (p, v) => (p.volume.name = v)),
  ...text(
    'volume',
    'NFS server',
    (p, v) => (p.volume.source = SharedVolumeSource.nfs(v, '/a')),
    but('-x-', '../x', '$(X)'),
  ),
  ...text('volume', 'NFS folder', (p, v) => (p.volume.source = SharedVolumeSource.nfs('10.0.0.9', v))),
  ...text('volume', 'storage class', (p, v) => (p.volume.source = SharedVolumeSource.storageClass(v))),
  ...text('volume', 'class of CephFS', (p, v) => (p.volume.source = SharedVolumeSource.cephFsClass(v))),
  ...text('volume', 'CephFilesystem', (p, v) => (p.volume.source = SharedVolumeSource.cephFs({ filesystem: v }))),
  ...one('volume', 'a disk for many nodes', 'standard-rwo', (p) => {
    p.volume.source = SharedVolumeSource.storageClass('standard-rwo');
  }),
  ...one('volume', 'readers that write', 'ReadOnlyMany', (p) => (p.volume.accessMode = 'ReadOnlyMany')),
  ...one('volume', 'one node for several', 'ReadWriteOnce', (p) => (p.volume.accessMode = 'ReadWriteOnce')),
  ...one('volume', 'volume of no size', 'NaN', (p) => (p.volume.size = Size.gibibytes(NaN))),
  ...one('volume', 'empty volume', '0', (p) => (p.volume.size = Size.gibibytes(0))),
  ...one('volume', 'a second claim of one name', 'shared', (p) =>
    p.more.push(({ chart }) => {
      new SharedVolume(chart, 'again', { ...p.volume, name: 'shared' });
      return undefined;
    }),
  ),
];
