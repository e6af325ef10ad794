import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import {
  Accelerator,
  ClusterSpec,
  ControlPlaneAccess,
  GpuSharing,
  LocalCluster,
  MachineType,
  MaintenanceWindow,
  Platform,
  State,
  UpgradeStrategy,
  ValidationError,
} from '../../../lib';
import {
  choiceProblems,
  flagProblems,
  listProblems,
  optionalProblems,
  requiredProblems,
  textListProblems,
  textRecordProblems,
} from '../../../lib/core/problems/given';
import { KINDS } from '../../../lib/core/problems/kinds';
import { Nodes } from '../../../lib/infrastructure/pool/nodes';
import { formatProblem, type Problem } from '../../../lib/core/problems/problem';

const texts = (problems: readonly Problem[]) => problems.map(formatProblem);
const POOL = { nodes: KINDS.nodes };
const NODES = 'use Nodes.fixed(3) for a number that stays, or Nodes.between(0, 3)';

test('what is there and of its kind is no problem', () => {
  expect(requiredProblems({ nodes: Nodes.fixed(3) }, POOL)).toEqual([]);
  expect(optionalProblems({}, POOL)).toEqual([]);
  expect(optionalProblems(undefined, POOL)).toEqual([]);
  expect(listProblems('pools', [{ nodeLabels: {} }], KINDS.pool)).toEqual([]);
  expect(textListProblems('zones', undefined, 'x')).toEqual([]);
  expect(textRecordProblems('labels', { a: '' }, 'x')).toEqual([]);
  expect(choiceProblems('channel', 'RAPID', ['RAPID'])).toEqual([]);
  expect(flagProblems({ gcsFuse: false }, 'gcsFuse', 'filestore')).toEqual([]);
});

test.each([
  ['props that are not there', undefined],
  ['a prop that is not there', {}],
  ['null', { nodes: null }],
])('fails: %s are missing', (_, props) => {
  expect(texts(requiredProblems(props, POOL, 'pool.'))).toEqual([`pool.nodes is missing: ${NODES} (missing)`]);
});

test.each([
  [3, '3'],
  ['3', '"3"'],
  [() => 3, '[Function (anonymous)]'],
  [{}, '{}'],
  [KINDS, '[Object]'],
])('fails: %j is of the wrong-type', (nodes, shown) => {
  expect(texts(optionalProblems({ nodes }, POOL))).toEqual([`nodes cannot be ${shown}: ${NODES} (wrong-type)`]);
  expect(texts(requiredProblems({ nodes }, POOL))).toEqual([`nodes cannot be ${shown}: ${NODES} (wrong-type)`]);
});

test('fails: null is of the wrong-type where a prop may be left out', () => {
  expect(texts(optionalProblems({ nodes: null }, POOL))).toEqual([
    `nodes cannot be null: ${NODES}, or leave it out (wrong-type)`,
  ]);
});

test('fails: each entry of a list is looked at, holes as well', () => {
  const holes: unknown[] = [];
  holes.length = 1;
  expect(texts(listProblems('pools', holes, { fix: 'list pools' }))).toEqual([
    'pools[0] is missing: list pools (missing)',
  ]);
  expect(texts(textListProblems('zones', ['a', 1, null], 'name zones'))).toEqual([
    'zones[1] cannot be 1: name zones (wrong-type)',
    'zones[2] is missing: name zones (missing)',
  ]);
  expect(texts(textListProblems('zones', 'a', 'name zones'))).toEqual([
    'zones cannot be "a": give a list: name zones (wrong-type)',
  ]);
});

test.each([
  ['regular', 'use "REGULAR"'],
  ['R', 'use "RAPID" or "REGULAR"'],
  ['slow', 'use "RAPID", "REGULAR" or "STABLE"'],
])('fails: %j is none of a few texts, and the message has those that are near (wrong-type)', (value, fix) => {
  expect(texts(choiceProblems('releaseChannel', value, ['RAPID', 'REGULAR', 'STABLE']))).toEqual([
    `releaseChannel cannot be "${value}": ${fix} (wrong-type)`,
  ]);
});

test('fails: a flag that is neither true nor false (wrong-type)', () => {
  expect(texts(flagProblems({ gcsFuse: 'false' }, 'gcsFuse'))).toEqual([
    'gcsFuse cannot be "false": use true or false (wrong-type)',
  ]);
});

test.each<[() => unknown, string]>([
  [() => LocalCluster.kind(null as never), '[LocalCluster.kind] options cannot be null: give them by their names'],
  [() => UpgradeStrategy.blueGreen(null as never), 'options cannot be null'],
  [() => UpgradeStrategy.blueGreen({ batchSoak: 60 as never }), "batchSoak cannot be 60: use cdk8s' Duration"],
  [() => ClusterSpec.flags('--a' as never), 'options cannot be "--a"'],
  [() => GpuSharing.mig(undefined as never), 'partitionSize is missing: use a size such as 1g.5gb'],
  [() => MachineType.of(undefined as never), 'machineType is missing: use a name such as "n1-standard-8"'],
  [() => MachineType.smallestFor(Accelerator.L4 as never), 'accelerators cannot be [Accelerator]: use'],
  [() => State.bucket(undefined as never), 'bucketName is missing: give the name of the bucket'],
  [() => State.file(5 as never), 'folder cannot be 5: give a folder'],
  [() => ControlPlaneAccess.authorizedNetworks(undefined as never), 'networks is missing: name ranges'],
  [() => ControlPlaneAccess.authorizedNetworks([undefined as never]), 'networks[0] is missing: name ranges'],
  [() => MaintenanceWindow.weekly(['Sat' as never], '03:00', Duration.hours(12)), 'days[0] cannot be "Sat": use "SA"'],
  [() => MaintenanceWindow.weekly(['SA'], '03:00', 12 as never), "duration cannot be 12: use cdk8s' Duration"],
  [() => new Platform().stage(undefined as never), '[platform.stage] stage is missing: give a Stage'],
  [() => new Platform(null as never), '[new Platform] options cannot be null'],
])('fails: %s is refused (missing, wrong-type)', (make, message) => {
  expect(make).toThrow(ValidationError);
  expect(make).toThrow(message);
});
