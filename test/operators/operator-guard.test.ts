import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Operator } from '../../lib/operators/operator';
import { OperatorInstall } from '../../lib/operators/operator-install';
import { operatorSteps } from '../../lib/operators/operator-steps';

// The commands run in a shell, with programs that keep a small cluster in a folder.

const KUBECTL = `#!/bin/sh
cd "$CLUSTER"
case "$*" in
  'get namespace kube-system -o '*'trainyard/jobs\\.acme\\.com}') cat record 2>/dev/null || true ;;
  'get crd jobs.acme.com --ignore-not-found -o name') [ ! -e crd ] || echo crd/jobs.acme.com ;;
  'annotate --overwrite namespace kube-system trainyard/jobs.acme.com='*) printf %s "\${5#*=}" >record ;;
  'annotate --overwrite namespace kube-system trainyard/jobs.acme.com-') rm -f record ;;
  'apply -f '*) echo "$*" >>log; touch crd; [ ! -e broken ] ;;
  'rollout status'*) echo rollout >>log; [ ! -e slow ] ;;
  'wait '*) echo wait >>log; [ -e crd ] ;;
  *) echo "kubectl $*" >>log; false ;;
esac
`;
const HELM = `#!/bin/sh
cd "$CLUSTER"
case "$1" in
  status) [ -e "release-$2" ] ;;
  list) [ ! -e "pending$4" ] || { echo NAME NAMESPACE REVISION; echo "x own $(cat "pending$4")"; } ;;
  rollback) echo "rollback $2 $3" >>log; rm "pending^$2$" ;;
  upgrade)
    [ ! -e "pending^$3$" ] || { echo another operation is in progress >&2; exit 1; }
    echo "helm $3 $8" >>log
    touch crd
    [ ! -e early ] || exit 137
    touch "release-$3"
    if [ -e killed ]; then cp killed "pending^$3$"; exit 137; fi
    [ "$3" != "$(cat broken 2>/dev/null)" ] ;;
esac
`;

let cluster = '';
const has = (file: string, text = '') => {
  writeFileSync(join(cluster, file), text);
};
const contentOf = (file: string) => {
  const path = join(cluster, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'trainyard-operators-'));
  mkdirSync(join(cluster, 'bin'));
  for (const [program, text] of Object.entries({ kubectl: KUBECTL, helm: HELM })) {
    has(`bin/${program}`, text);
    chmodSync(join(cluster, 'bin', program), 0o755);
  }
});
afterEach(() => {
  rmSync(cluster, { recursive: true, force: true });
});

/** Runs the step of an operator as docs/ci.md does; what it did in the cluster, and what it printed. */
function run(install: OperatorInstall) {
  const operator = Operator.of({ name: "Ann's jobs", version: '2.0.0', serves: ['jobs.acme.com/v1'], install });
  const script = operatorSteps([operator]).flatMap(({ commands = [] }) => commands);
  const env = { PATH: `${join(cluster, 'bin')}:${process.env.PATH ?? ''}`, CLUSTER: cluster };
  rmSync(join(cluster, 'log'), { force: true });
  const { status, stderr } = spawnSync('sh', ['-euc', script.join('\n')], { env, encoding: 'utf8' });
  return { isGood: status === 0, did: contentOf('log')?.trim().split('\n'), warned: stderr !== '' };
}

describe('a command', () => {
  const command = () =>
    run(OperatorInstall.command('kubectl apply -f a', { ready: 'kubectl rollout status deployment/a' }));
  const installed = { isGood: true, did: ['apply -f a', 'rollout', 'wait'], warned: false };
  const left = { isGood: true, did: ['rollout', 'wait'], warned: false };

  test('installs what is not there, once', () => {
    expect(command()).toEqual(installed);
    expect(contentOf('record')).toBe('2.0.0');
    expect(command()).toEqual(left);
  });

  test('replaces another version', () => {
    has('crd');
    has('record', '1.0.0');
    expect(command()).toEqual(installed);
    expect(contentOf('record')).toBe('2.0.0');
  });

  test('installs anew what was deleted since', () => {
    has('record', '2.0.0');
    expect(command()).toEqual(installed);
  });

  test('leaves what others have installed, and says so', () => {
    has('crd');
    expect(command()).toEqual({ isGood: true, did: ['wait'], warned: true });
    expect(contentOf('record')).toBeUndefined();
  });

  test('fails: an installation that broke after the definitions, which the next run repairs', () => {
    has('broken');
    expect(command()).toEqual({ isGood: false, did: ['apply -f a'], warned: false });
    rmSync(join(cluster, 'broken'));
    expect(command()).toEqual(installed);
    expect(command()).toEqual(left);
  });

  test('fails: a roll-out that does not end, in each run', () => {
    has('slow');
    expect(command()).toMatchObject({ isGood: false, did: ['apply -f a', 'rollout'] });
    expect(command()).toMatchObject({ isGood: false, did: ['rollout'] });
  });
});

describe('charts', () => {
  const release = { repository: 'https://acme.com', chart: 'jobs', version: '2.0.0', namespace: 'own' };
  const charts = () => run(OperatorInstall.helm({ ...release, name: 'first' }, { ...release, name: 'second' }));
  const installed = { isGood: true, did: ['helm first 2.0.0', 'helm second 2.0.0', 'wait'], warned: false };

  test('are installed each time, because Helm changes only what differs', () => {
    expect(charts()).toEqual(installed);
    expect(charts()).toEqual(installed);
  });

  test('leave what others have installed, and say so', () => {
    has('crd');
    expect(charts()).toEqual({ isGood: true, did: ['wait'], warned: true });
  });

  test('fails: a first chart that breaks after the definitions, which the next run repairs', () => {
    has('broken', 'first');
    expect(charts()).toEqual({ isGood: false, did: ['helm first 2.0.0'], warned: false });
    rmSync(join(cluster, 'broken'));
    expect(charts()).toEqual(installed);
  });

  test.each([
    [1, 1],
    [4, 3],
  ])('fails: helm that was killed in revision %i, which the next run ends by revision %i', (revision, back) => {
    has('killed', String(revision));
    expect(charts()).toMatchObject({ isGood: false, did: ['helm first 2.0.0'] });
    rmSync(join(cluster, 'killed'));
    expect(charts()).toEqual({ ...installed, did: [`rollback first ${back}`, ...installed.did] });
    expect(charts()).toEqual(installed);
  });

  test('fails: helm that was killed between the definitions and its release, which the next run repairs', () => {
    has('early');
    expect(charts()).toEqual({ isGood: false, did: ['helm first 2.0.0'], warned: false });
    rmSync(join(cluster, 'early'));
    expect(charts()).toEqual(installed);
    expect(contentOf('record')).toBeUndefined();
  });
});
