import { ApiObject, Chart } from 'cdk8s';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LocalCluster, Stage } from '../../lib/index';
import { output } from './programs';

// runs.sh against a cluster that is a folder. test/integration/runs.test.ts has a real one.

const ONE = { jobs: { digits: {} } };
const TWO = { jobs: { digits: {}, letters: {} } };

interface Program {
  /** The specs of Jobs, by name. */
  readonly jobs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Result {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** A cluster, and the deployment of a program that changes. */
class Runs {
  private readonly out = output();
  private readonly store = join(this.out.folder, 'store');
  private readonly bin = join(this.out.folder, 'bin');

  constructor(program: Program) {
    mkdirSync(join(this.store, 'jobs'), { recursive: true });
    mkdirSync(this.bin);
    writeFileSync(join(this.store, 'calls'), '0');
    copyFileSync(join(__dirname, 'fake-kubectl.sh'), join(this.bin, 'kubectl'));
    // The wait between two looks, in which the cluster may change.
    writeFileSync(join(this.bin, 'sleep'), `#!/bin/sh\n[ ! -e '${this.store}/later' ] || sh '${this.store}/later'\n`);
    for (const name of ['kubectl', 'sleep']) chmodSync(join(this.bin, name), 0o755);
    this.synth(program);
  }

  /** Synthesizes the program anew, as it is now. */
  synth({ jobs }: Program): void {
    const platform = this.out.platform();
    const { kubernetes } = platform.stage(new Stage({ name: 'local' }));
    const chart = new Chart(kubernetes, 'jobs', { namespace: 'train' });
    LocalCluster.kind();
    for (const [name, spec] of Object.entries(jobs)) {
      new ApiObject(chart, name, { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, ...{ spec } });
    }
    platform.synth();
  }

  sh(args: string, env: Readonly<Record<string, string>> = {}): Result {
    const path = `${this.bin}:${process.env.PATH ?? ''}`;
    const script = join(this.out.manifests, 'local/runs.sh');
    const result = spawnSync('sh', [script, ...args.split(' ')], {
      env: { ...process.env, PATH: path, STORE: this.store, CONTEXT: 'kind-kind', ...env },
      encoding: 'utf8',
      // The fake kubectl kills its process group.
      ...{ detached: true },
    });
    return { status: result.status, out: result.stdout, err: result.stderr };
  }

  /** The jobs that were ever made, in that order. */
  get started(): string[] {
    const file = join(this.store, 'started');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  get calls(): number {
    return Number(readFileSync(join(this.store, 'calls'), 'utf8'));
  }

  get files(): string[] {
    return readdirSync(join(this.out.manifests, 'local/runs')).sort();
  }

  record(name: string): string | undefined {
    const file = join(this.store, 'records', `job.${name}`);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  }

  setRecord(name: string, change: (record: string) => string): void {
    writeFileSync(join(this.store, 'records', `job.${name}`), change(this.record(name) ?? ''));
  }

  ends(name: string, condition = 'Complete'): void {
    appendFileSync(join(this.store, 'jobs', name), condition);
  }

  /** Lets each look between two waits be a day after the last one. */
  clock(): void {
    const days = `$(cat '${this.store}/days' 2>/dev/null | wc -l)`;
    writeFileSync(join(this.bin, 'date'), `#!/bin/sh\nexec /bin/date -d "+${days} days" "$@"\n`, { mode: 0o755 });
  }

  /** All calls of kubectl. */
  get log(): string {
    return readFileSync(join(this.store, 'log'), 'utf8');
  }

  /** What happens while the script waits. */
  later(command: string): void {
    writeFileSync(join(this.store, 'later'), `cd '${this.store}'\n${command}\n`);
  }

  /** Deletes a job as its time to live does, or a person. */
  deleted(name: string): void {
    rmSync(join(this.store, 'jobs', name));
  }

  /** Makes the API server unreachable, or have it refuse new jobs. */
  trouble(what: 'away' | 'refused', isOn: boolean): void {
    if (isOn) writeFileSync(join(this.store, what), '');
    else rmSync(join(this.store, what));
  }
}

test('a run is applied once; another deployment leaves it alone', () => {
  const runs = new Runs(TWO);
  expect(runs.sh('plan')).toEqual({
    status: 0,
    out: 'digits: would start: not applied yet\nletters: would start: not applied yet\n',
    err: '',
  });
  expect(runs.started).toEqual([]);
  expect(runs.sh('apply')).toEqual({ status: 0, out: 'digits: started\nletters: started\n', err: '' });
  const again = runs.sh('apply');
  expect(again).toMatchObject({ status: 0, err: '' });
  expect(again.out).toMatch(/^digits: active, applied 20\d\d-\S+Z\nletters: active, applied /);
  expect(runs.started).toEqual(['digits', 'letters']);
});

test('a job that its time to live deleted does not train again', () => {
  const runs = new Runs({ jobs: { digits: { ttlSecondsAfterFinished: 1 } } });
  runs.sh('apply');
  runs.ends('digits');
  expect(runs.sh('apply').out).toMatch(/^digits: succeeded, applied /);
  runs.deleted('digits');
  expect(runs.sh('apply')).toMatchObject({ status: 0, out: expect.stringMatching(/^digits: succeeded, applied /) });
  expect(runs.started).toEqual(['digits']);
});

test('a job that was deleted between two deployments does not train again either', () => {
  const runs = new Runs(ONE);
  runs.sh('apply');
  runs.deleted('digits');
  for (const action of ['plan', 'apply', 'apply', 'wait']) expect(runs.sh(action)).toMatchObject({ status: 0 });
  expect(runs.sh('plan').out).toMatch(/^digits: gone, applied /);
  expect(runs.started).toEqual(['digits']);
});

test('a changed file of a finished run blocks nothing, and the next run starts', () => {
  const runs = new Runs(ONE);
  runs.sh('apply');
  runs.ends('digits');
  runs.synth({ jobs: { digits: { backoffLimit: 3 }, letters: {} } });
  const { status, out, err } = runs.sh('apply');
  expect([status, err]).toEqual([0, '']);
  expect(out).toMatch(
    /^digits: succeeded, applied \S+\. Its file has changed since; to run it, give the job a new revision, or run: sh '\S+runs.sh' again digits\nletters: started\n$/,
  );
  expect(runs.started).toEqual(['digits', 'letters']);
});

test('a changed file of an active run is an error, after the others have started', () => {
  const runs = new Runs(ONE);
  runs.sh('apply');
  runs.synth({ jobs: { digits: { backoffLimit: 3 }, letters: {} } });
  for (const action of ['plan', 'apply']) {
    const { status, err } = runs.sh(action);
    expect(status).toBe(1);
    expect(err).toMatch(
      /^digits: active, applied \S+\. Its file has changed since, and a job in the cluster cannot be/,
    );
  }
  expect(runs.started).toEqual(['digits', 'letters']);
});

test('a run that is put first renames no file and starts no other', () => {
  const runs = new Runs(ONE);
  runs.sh('apply');
  expect(runs.files).toEqual(['digits.k8s.yaml']);
  runs.synth({ jobs: { aardvarks: {}, digits: {} } });
  expect(runs.files).toEqual(['aardvarks.k8s.yaml', 'digits.k8s.yaml']);
  expect(runs.sh('apply').status).toBe(0);
  expect(runs.started).toEqual(['digits', 'aardvarks']);
});

describe('an interruption at each call of kubectl', () => {
  const CALLS = 11;
  const moments = Array.from({ length: CALLS }, (_, at) => String(at + 1)).flatMap((at) =>
    ['before', 'after'].map((when) => [when, at] as const),
  );

  test('is one of these', () => {
    const runs = new Runs(TWO);
    runs.sh('apply');
    expect(runs.calls).toBe(CALLS);
  });

  test.each(moments)('%s call %s: the next deployment starts what is missing, and nothing twice', (DIES, DIES_AT) => {
    const runs = new Runs(TWO);
    runs.sh('apply', { DIES, DIES_AT });
    expect(runs.sh('apply')).toMatchObject({ status: 0, err: '' });
    expect(runs.sh('apply')).toMatchObject({ status: 0, err: '' });
    expect(runs.started).toEqual(['digits', 'letters']);
    for (const name of runs.started) expect(runs.record(name)).toMatch(/^started /);
  });

  test.each(moments)('%s call %s of a run that runs again: it does', (DIES, DIES_AT) => {
    const runs = new Runs(ONE);
    runs.sh('apply');
    const before = runs.calls;
    runs.ends('digits');
    runs.sh('again digits', { DIES, DIES_AT: String(Number(DIES_AT) + before) });
    runs.sh('apply');
    if (runs.started.length === 1) expect(runs.record('digits')).toMatch(/^succeeded /);
    expect(runs.started.length).toBeLessThanOrEqual(2);
    // Once the wish is recorded, it is fulfilled.
    const isRecorded = Number(DIES_AT) > 2 || (DIES_AT === '2' && DIES === 'after');
    expect(runs.started).toHaveLength(isRecorded ? 2 : 1);
  });
});

test('an interrupted run that may have ended and been deleted is not started, and is reported once', () => {
  const runs = new Runs({ jobs: { digits: { ttlSecondsAfterFinished: 60 } } });
  runs.sh('apply');
  runs.deleted('digits');
  runs.setRecord('digits', (record) => record.replace(/^started/, 'applying').replace(/\d+$/, '1000000'));
  const doubt = runs.sh('apply');
  expect(doubt.status).toBe(1);
  expect(doubt.err).toMatch(
    /^digits: the deployment of \S+ was interrupted: it may have run and been deleted since\. /,
  );
  expect(runs.sh('apply')).toMatchObject({ status: 0, err: '' });
  expect(runs.started).toEqual(['digits']);
});

test('a run that is in the cluster without a record is left alone, and recorded', () => {
  const runs = new Runs(ONE);
  runs.sh('apply');
  rmSync(join(runs['store'], 'records'), { recursive: true });
  expect(runs.sh('apply')).toMatchObject({
    status: 0,
    out: 'digits: active in the cluster, but without a record, so it is left alone\n',
  });
  runs.synth({ jobs: { digits: { backoffLimit: 3 } } });
  expect(runs.sh('apply')).toMatchObject({ status: 0, out: expect.stringMatching(/^digits: active, applied \S+Z\n$/) });
  expect(runs.started).toEqual(['digits']);
});

test('a run that the API server refuses is tried again by the next deployment', () => {
  const runs = new Runs(TWO);
  runs.trouble('refused', true);
  expect(runs.sh('apply')).toMatchObject({ status: 1, err: 'quota exceeded\nquota exceeded\n' });
  expect(runs.record('digits')).toBeUndefined();
  runs.trouble('refused', false);
  expect(runs.sh('apply')).toMatchObject({ status: 0 });
  expect(runs.started).toEqual(['digits', 'letters']);
});

test('without an answer of the API server, nothing is taken as missing', () => {
  const runs = new Runs(ONE);
  runs.trouble('away', true);
  for (const action of ['plan', 'apply', 'wait', 'again digits', 'delete']) expect(runs.sh(action).status).toBe(1);
  runs.trouble('away', false);
  expect([runs.started, runs.record('digits')]).toEqual([[], undefined]);
});

test('a run can run again, alone', () => {
  const runs = new Runs(TWO);
  runs.sh('apply');
  runs.ends('digits', 'Failed');
  expect(runs.sh('apply').out).toMatch(/^digits: failed, applied /);
  expect(runs.sh('again digits')).toEqual({ status: 0, out: 'digits: started\n', err: '' });
  expect(runs.started).toEqual(['digits', 'letters', 'digits']);
});

test('deleted runs start again', () => {
  const runs = new Runs(ONE);
  runs.sh('apply');
  for (const action of ['delete', 'delete']) expect(runs.sh(action)).toMatchObject({ status: 0, err: '' });
  expect(runs.sh('apply').out).toBe('digits: started\n');
});

describe('waiting', () => {
  test.each([
    ['Complete', 0, 'succeeded'],
    ['Failed', 1, 'failed'],
  ])('for a job whose end is %s', (condition, status, end) => {
    const runs = new Runs(TWO);
    runs.sh('apply');
    runs.ends('letters');
    runs.later(`touch waited; echo ${condition} >jobs/digits`);
    expect(runs.sh('wait')).toMatchObject({ status, out: expect.stringMatching(`^digits: ${end}, .*\nletters: succ`) });
    runs.deleted('digits');
    expect(runs.sh('wait')).toMatchObject({ status });
    expect(runs.record('digits')).toMatch(`${end} `);
  });

  test('for a job of weeks: neither the script nor a call of kubectl has a limit of time', () => {
    const runs = new Runs({ jobs: { digits: { activeDeadlineSeconds: 30 * 86_400 } } });
    runs.sh('apply');
    runs.clock();
    runs.later('echo day >>days; [ $(wc -l <days) -lt 20 ] || echo Complete >jobs/digits');
    expect(runs.sh('wait')).toMatchObject({ status: 0, out: expect.stringMatching(/^digits: succeeded, /), err: '' });
    expect(runs.log).toMatch(/^--context .* get job/m);
    expect(runs.log).not.toMatch(/timeout| wait /);
  });

  test('ends with a job that is deleted, and survives an API server that is away for a while', () => {
    const runs = new Runs(ONE);
    runs.sh('apply');
    runs.later('[ -e was ] && rm -f away jobs/digits; touch was; [ ! -e jobs/digits ] || touch away');
    const { status, err } = runs.sh('wait');
    expect([status, err]).toEqual([1, 'the server does not answer\ndigits: was deleted before its end\n']);
  });

  test('for a run that was not applied is an error', () => {
    expect(new Runs(ONE).sh('wait')).toMatchObject({
      status: 1,
      err: 'digits: not started by apply: not applied yet\n',
    });
  });
});

test.each(['', 'start', 'again', 'apply digits lettres'])('refuses "%s", and calls nothing', (args) => {
  const runs = new Runs(TWO);
  const { status, err } = runs.sh(args);
  expect(status).toBe(2);
  expect(err).toMatch(
    args.includes('lettres') ? /^no run is called lettres; the runs are: digits letters\n$/ : /again RUN/,
  );
  expect(runs.calls).toBe(0);
});
