import { Duration, Size } from 'cdk8s';
import { EnvValue, SharedVolume, SharedVolumeSource } from '../../../lib/index';
import { Notebook, type NotebookProps } from '../../../lib/notebook/index';
import { Subject, Tenant } from '../../../lib/tenancy/index';
import type { World } from './program';

/** A notebook on GPUs, with a disk for its home. */
export function ada({ chart, gpus }: World, props: Partial<NotebookProps> = {}): Notebook {
  const home = new SharedVolume(chart, 'ada-home', {
    source: SharedVolumeSource.storageClass('standard-rwo'),
    accessMode: 'ReadWriteOnce',
    size: Size.gibibytes(20),
  });
  return new Notebook(chart, 'ada', {
    image: 'us-docker.pkg.dev/acme-ml/images/jupyter:4',
    pool: gpus,
    home,
    ...props,
  });
}

/** Programs with notebooks, which synthesize without a problem and without advice. */
export const RIGHT_NOTEBOOKS: Readonly<Record<string, (world: World) => void>> = {
  'a notebook with a GPU': (world) => ada(world),
  'a notebook on CPUs that stops at night': (world) => {
    ada(world, { pool: world.cpus, resources: { cpus: 2 }, stop: { at: '22:30', timeZone: 'America/New_York' } });
  },
  'a notebook with shared data and a bucket': (world) => {
    ada(world, { mounts: [world.volume().at('/shared')], identity: world.identity });
  },
  'a notebook that submits jobs, in the share of its team': (world) => {
    const members = { editors: [Subject.user('ada@acme.com')] };
    new Tenant(world.chart, 'digits', { members, share: [{ pool: world.gpus, nodes: 1 }] });
    ada(world, { submitsJobs: true });
  },
  'a notebook with a password of a Secret, that stops soon': (world) => {
    ada(world, { idle: Duration.minutes(15), env: { JUPYTER_TOKEN: EnvValue.fromSecret('ada', 'token') } });
  },
};
