import { Stage, TerraformState } from '../../../lib/index';
import { text, one, but, type Fault } from './fault';

export const STAGE_FAULTS: readonly Fault[] = [
  ...text('stage name', 'stage name', (p, v) => (p.stage.name = v)),
  ...text('project', 'project', (p, v) => (p.stage.project = v)),
  ...text('region', 'region', (p, v) => (p.stage.region = v)),
  ...one('region', 'a zone as region', 'us-central1-a', (p) => (p.stage.region = 'us-central1-a')),
  ...one('project', 'no project', 'dev', (p) => delete p.stage.project),
  ...one('region', 'no region', 'dev', (p) => delete p.stage.region),
  ...text('stage labels', 'key of a stage label', (p, v) => (p.stage.labels = { [v]: 'a' })),
  ...text('stage labels', 'stage label', (p, v) => (p.stage.labels = { a: v }), but('', '-x-')),
  ...text('state', 'state bucket', (p, v) => (p.stage.state = TerraformState.bucket(v))),
  ...text('state', 'state folder', (p, v) => (p.stage.state = TerraformState.file(v)), [
    '',
    '/var/state',
    '../x',
    'cdktf.out',
  ]),
  ...text('state', 'state prefix', (p, v) => (p.stage.state = TerraformState.bucket('acme-ml-state', v)), [
    '',
    'a\nb',
    '/a',
  ]),
  ...text('application', 'application', (p, v) => (p.application = v)),
  ...text('prefix', 'resource prefix', (p, v) => (p.deployment.resourcePrefix = v)),
  ...one('stage twice', 'one deployment twice', 'digits-dev', (p) =>
    p.more.push(({ platform }) => void platform.stage(new Stage(p.stage), p.application)),
  ),
];
