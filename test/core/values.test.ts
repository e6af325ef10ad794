import { Duration, Size } from 'cdk8s';
import { Construct, RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { Capacity } from '../../lib/core/hardware/capacity';
import { isSameCluster } from '../../lib/core/contracts/cluster';
import { isSameIdentity } from '../../lib/core/contracts/identity';
import { LocalCluster } from '../../lib/core/contracts/local-cluster';
import { nameProblems, pathBelow } from '../../lib/core/names/name';
import { gpusPerNode } from '../../lib/core/contracts/node-pool';
import { Stage } from '../../lib/core/stage/stage';
import { State } from '../../lib/core/stage/state';
import { Taint } from '../../lib/core/contracts/taint';

describe('a taint', () => {
  test('reads as kubectl writes it', () => {
    expect(String(Taint.GPU)).toBe('nvidia.com/gpu=present:NoSchedule');
    expect(String(Taint.ARM)).toBe('kubernetes.io/arch=arm64:NoSchedule');
    expect(String(Taint.of('team/a', 'x', 'NoExecute'))).toBe('team/a=x:NoExecute');
  });

  test.each([
    ['key', () => Taint.of('a key', 'x')],
    ['prefix', () => Taint.of(`${'x'.repeat(300)}/key`, 'x')],
    ['value', () => Taint.of('key', 'x y')],
  ])('fails: a %s that Kubernetes does not take', (_, make) => {
    expect(make).toThrow('(taint-form)');
  });

  test.each([
    [
      'an effect',
      () => Taint.of('team', 'x', 'Noschedule' as never),
      'effect cannot be "Noschedule": use "NoSchedule"',
    ],
    ['a value', () => Taint.of('team', undefined as never), 'value is missing: use up to 63'],
    ['a key', () => Taint.of(undefined as never, 'x'), 'key is missing: use up to 63'],
  ])('fails: %s that JavaScript gives wrongly (missing, wrong-type)', (_, make, message) => {
    expect(make).toThrow(message);
  });

  test('fails: another value for the taint of GPU nodes', () => {
    expect(() => Taint.of('nvidia.com/gpu', 'true')).toThrow('(gpu-taint)');
    expect(() => Taint.of('nvidia.com/gpu', 'present')).not.toThrow();
  });
});

describe('capacity', () => {
  test('is interruptible only on spot machines', () => {
    expect([Capacity.SPOT, Capacity.ON_DEMAND, Capacity.flexStart()].map((each) => each.interruptible)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each(['projects/p/reservations/r', 'a'.repeat(64), '1a', 'a-', ''])(
    'fails: %j is no reservation (reservation-name)',
    (name) => {
      expect(() => Capacity.reservation(name)).toThrow('(reservation-name)');
    },
  );

  test('takes a reservation of 63 characters, and machines for a week', () => {
    expect(Capacity.reservation('a'.repeat(63)).reservationName).toHaveLength(63);
    expect(Capacity.flexStart(Duration.days(7)).maxRun?.toHours()).toBe(168);
  });

  test('fails: a reservation without a name (missing), a run without a unit (wrong-type)', () => {
    expect(() => Capacity.reservation(undefined as never)).toThrow('name is missing: use the name alone');
    expect(() => Capacity.flexStart(7 as never)).toThrow("maxRun cannot be 7: use cdk8s' Duration");
  });

  test.each([
    ['flex-start', () => Capacity.flexStart(Duration.days(8))],
    ['flex-start', () => Capacity.flexStart(Duration.seconds(0))],
  ])('fails: %s machines that live longer than they can, or not at all', (_, make) => {
    expect(make).toThrow(/maxRun is \d+ s: use .* \(max-run\)/);
  });
});

describe('a local cluster', () => {
  test('has a name, by which it is told from others', () => {
    const [lab, other] = [LocalCluster.of({ clusterName: 'lab' }), LocalCluster.of()];
    expect(lab).toMatchObject({ clusterName: 'lab', pool: { poolName: 'lab' } });
    expect(isSameCluster(lab, other)).toBe(false);
    expect(isSameCluster(LocalCluster.minikube(), LocalCluster.minikube({ cpus: 8 }))).toBe(true);
  });

  test('fails: a name that is none (name)', () => {
    expect(() => LocalCluster.kind({ clusterName: 'My lab' })).toThrow(
      /^\[LocalCluster.kind\] cluster name "My lab".*\(name\)$/,
    );
  });
});

describe('a stage', () => {
  test('keeps its state in a folder beside the program unless it is told otherwise', () => {
    expect(new Stage({ name: 'dev' }).state).toMatchObject({ kind: 'file', place: 'state' });
    expect(State.bucket('acme-state', 'p')).toMatchObject({ kind: 'bucket', place: 'acme-state', prefix: 'p' });
  });

  test.each(['Acme', 'a', '', 'my-google'])(
    'fails: its state cannot be in a bucket called %j (bucket-name)',
    (name) => {
      expect(() => State.bucket(name)).toThrow('(bucket-name)');
    },
  );

  test.each(['', '/a', 'a\nb', '../x'])('fails: its state cannot be below %j (folder-form)', (folder) => {
    expect(() => State.bucket('acme-state', folder)).toThrow('[State.bucket] prefix ');
    expect(() => State.file(folder)).toThrow('(folder-form)');
  });

  test.each(['cdktf.out', 'cdktf.out/state'])('fails: its state would be lost in %s (state-folder)', (folder) => {
    expect(() => State.file(folder)).toThrow(
      `[State.file] state in "${folder}" would be lost, as the CLI deletes folders there: use a folder outside of cdktf.out, such as "state" (state-folder)`,
    );
  });

  test('has a name of up to 20 characters', () => {
    expect(new Stage({ name: 'a'.repeat(20) }).name).toHaveLength(20);
  });

  test.each(['a'.repeat(21), 'dev-', '1dev', ''])('fails: %j is no name of a stage (stage-form)', (name) => {
    expect(() => new Stage({ name })).toThrow(
      `[new Stage("${name}")] "${name}" cannot be the name of a stage: use up to 20 lower-case letters, digits and hyphens, beginning with a letter (stage-form)`,
    );
  });

  test('fails: all values of a wrong form are told at once', () => {
    const make = () => new Stage({ name: 'Dev', project: 'X', region: 'us-east1-c', labels: { Team: 'A b' } });
    for (const told of [
      '"Dev" cannot be the name of a stage: use up to 20 lower-case letters',
      '"X" cannot be the id of a project',
      '"us-east1-c" cannot be the region of a stage: use a region such as "us-central1", not a zone (stage-form)',
      'resource label "Team" = "A b" is not of the form that Google Cloud takes',
    ])
      expect(make).toThrow(told);
  });
});

describe('what a stage must have', () => {
  const place = { project: 'acme-ml', region: 'us-east1' };

  test('fails: a stage without a name, or without anything, is refused with missing', () => {
    expect(() => new Stage(place as never)).toThrow('[new Stage(undefined)] name is missing: use up to 20');
    expect(() => new Stage(undefined as never)).toThrow('(missing)');
  });

  test.each<[object, string]>([
    [{ labels: { team: undefined } }, 'labels.team is missing'],
    [{ labels: 'vision' }, 'labels cannot be "vision"'],
    [{ state: 'bucket' }, 'state cannot be "bucket": use State.bucket(…)'],
    [{ protected: 'no' }, 'protected cannot be "no": use true or false'],
    [{ region: 1 }, 'region cannot be 1'],
  ])('fails: %j is refused with missing or wrong-type', (wrong, message) => {
    expect(() => new Stage({ name: 'dev', ...place, ...wrong })).toThrow(message);
  });

  test('fails: labels that Google Cloud keeps for itself, or more than a resource takes (resource-label)', () => {
    const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`l${n}`, '']));
    expect(() => new Stage({ name: 'dev', labels: { 'goog-team': 'a' } })).toThrow(
      'key "goog-team" of labels begins with "goog", which Google Cloud keeps for itself: use another key, such as "my-goog-team" (resource-label)',
    );
    expect(() => new Stage({ name: 'dev', labels: labels(63) })).toThrow(
      'labels has 63 labels, but a resource takes 64, 2 of which are set for you: keep 62 or fewer (resource-label)',
    );
    expect(() => new Stage({ name: 'dev', labels: labels(62) })).not.toThrow();
  });
});

describe('a local cluster', () => {
  test('has one pool without labels, taints and GPUs', () => {
    const { pool } = LocalCluster.kind({ cpus: 4, memory: Size.gibibytes(8), nodes: 3 });
    expect(pool).toMatchObject({ nodeLabels: {}, taints: [], minNodes: 3, maxNodes: 3 });
    expect(pool.allocatable).toMatchObject({ cpuMillis: 3100 });
    expect(gpusPerNode(pool)).toBe(0);
  });

  test.each([
    ['no CPU', { cpus: 0 }],
    ['no node', { nodes: 0 }],
    ['too little memory', { memory: Size.mebibytes(512) }],
  ])('fails: %s', (_, options) => {
    expect(() => LocalCluster.of(options)).toThrow('(local-cluster-size)');
  });
});

describe('names', () => {
  const root = new RootConstruct();
  const child = new Construct(new Construct(new Construct(root, 'Cluster'), 'pool'), 'Resource');

  test('are the ids below a root', () => {
    expect(pathBelow(root, child)).toBe('cluster-pool');
  });

  test('are accepted up to their limit', () => {
    expect([...nameProblems({ what: 'thing', max: 5, property: 'thingName' }, 'abcde')]).toEqual([]);
  });

  test.each([
    ['too long', 'abcdef', 'has 6 characters, but at most 5 are allowed', 'set thingName, for example to "abcde"'],
    ['of another form', 'A_b', 'is not of the allowed form', 'set thingName, for example to "a-b"'],
  ])('fails: a name that is %s gets a suggestion', (_, name, message, fix) => {
    const [problem] = [...nameProblems({ what: 'thing', max: 5, property: 'thingName' }, name)];
    expect(problem).toMatchObject({ code: 'name', property: 'thingName' });
    expect(problem?.message).toContain(message);
    expect(problem?.fix).toContain(fix);
  });

  test('fails: a name that is empty is told so', () => {
    expect([...nameProblems({ what: 'thing', max: 5, property: 'thingName' }, '')]).toEqual([
      {
        code: 'name',
        property: 'thingName',
        message: 'thing name "" is empty',
        fix: 'set thingName, for example to "main", or use shorter ids',
      },
    ]);
  });

  test('fails: a long name made of ids is shortened before the last of them', () => {
    const fixOf = (name: string) => [...nameProblems({ what: 'thing', max: 20, property: 'thingName' }, name)][0]?.fix;
    expect(fixOf('application-dev-cluster-trainer')).toContain('"application-trainer"');
    expect(fixOf('app-dev-averylongtrainer')).toContain('"app-averylongtrainer"');
  });

  test('fails: a name that is too short is lengthened', () => {
    expect([...nameProblems({ what: 'thing', min: 6, max: 30, property: 'thingName' }, 'ab')][0]?.fix).toContain(
      '"ab-main"',
    );
  });
});

describe('references', () => {
  const cluster = LocalCluster.kind();

  test('mean one cluster by name and place', () => {
    expect(isSameCluster(cluster, cluster)).toBe(true);
    expect(isSameCluster({ clusterName: 'a', location: 'x' }, { clusterName: 'a', location: 'x' })).toBe(true);
    expect(isSameCluster({ clusterName: 'a', location: 'x' }, { clusterName: 'a', location: 'y' })).toBe(false);
  });

  test('mean one identity by all of its parts', () => {
    const identity = { email: 'e', namespace: 'n', serviceAccountName: 's' };
    expect(isSameIdentity(identity, { ...identity })).toBe(true);
    for (const part of ['email', 'namespace', 'serviceAccountName'])
      expect(isSameIdentity(identity, { ...identity, [part]: 'other' })).toBe(false);
  });
});
