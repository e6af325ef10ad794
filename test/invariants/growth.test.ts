import { ApiObject } from 'cdk8s';
import { App as TerraformApp, TerraformStack } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClusterChart, LocalCluster, Platform } from '../../lib/index';
import { adviseAtSynth, checkAtSynth, guideAtSynth } from '../../lib/extend';
import { PROGRAMS, type Program } from '../../scripts/bench/programs';
import { DEV, LOCAL } from '../platform/programs';
import { CallCounter } from './calls';
import { servers, SHARING } from './sharing';

// How the work of a synthesis grows with its program, by calls: a clock would need a quiet machine.

beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function synthesize(build: (platform: Platform) => unknown): void {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-growth-'));
  Platform.run(build, { manifestFolder: join(folder, 'dist'), stackFolder: join(folder, 'cdktf.out') });
  rmSync(folder, { recursive: true });
  process.exitCode = undefined;
}

const counter = new CallCounter();
afterAll(() => {
  counter.end();
});

/** The functions that a program of twice the size calls more than so many times as often. */
function growing(build: Program, n: number, times: number): [string, number][] {
  const callsFor = (count: number) =>
    counter.callsOf(() => {
      synthesize((platform) => {
        build(platform, count);
      });
    });
  // The first run also makes what a process makes once.
  callsFor(1);
  const [one, two] = [callsFor(n), callsFor(2 * n)];
  expect(one.size).toBeGreaterThan(0);
  const all = [...two.values()].reduce((sum, calls) => sum + calls, 0);
  return [...two].filter(([what, calls]) => calls - times * (one.get(what) ?? 0) > all / 100);
}

/** A job has 100 pods, and a deployment is a whole application. */
const COUNTS: Readonly<Record<string, number>> = { pods: 1500, deployments: 8 };

describe('twice as many need twice as much', () => {
  test.each(Object.entries({ ...PROGRAMS, ...SHARING }))('%s', (name, build) => {
    expect(growing(build, COUNTS[name] ?? 15, 2)).toEqual([]);
  });
});

test('servers of different sizes that do not fit together need four times as much: each size is compared with each', () => {
  const build: Program = (platform, count) => {
    servers(platform, count, 1);
  };
  expect(growing(build, 30, 4)).toEqual([]);
});

/** A construct that counts what synthesis asks of it. */
class Asked extends Construct {
  readonly times = { validation: 0, check: 0, advice: 0, guide: 0 };

  constructor(scope: IConstruct & Construct, id: string) {
    super(scope, id);
    const { times } = this;
    this.node.addValidation({ validate: () => (times.validation++, []) });
    checkAtSynth(this, () => (times.check++, []));
    adviseAtSynth(this, () => (times.advice++, []));
    guideAtSynth(this, () => (times.guide++, []));
  }
}

test('each construct is asked once', () => {
  const asked: Asked[] = [];
  synthesize((platform) => {
    const { kubernetes, stack } = platform.stage(DEV);
    const own = new TerraformStack(TerraformApp.of(stack), 'own');
    for (const scope of [kubernetes, platform.stage(LOCAL).kubernetes, stack, platform.stage(DEV, 'x').stack, own])
      asked.push(new Asked(scope, 'a'), new Asked(scope, 'b'));
  });
  expect(asked).toHaveLength(10);
  for (const { times } of asked) expect(times).toEqual({ validation: 1, check: 1, advice: 1, guide: 1 });
});

/** An object that counts its renderings. */
class Rendered extends ApiObject {
  times = 0;

  override toJson(): unknown {
    this.times++;
    return super.toJson();
  }
}

test('each object is rendered once, though the level of a namespace takes a look at its pods', () => {
  const objects: Rendered[] = [];
  synthesize((platform) => {
    const { kubernetes } = platform.stage(LOCAL);
    for (const createNamespace of [true, false]) {
      const namespace = createNamespace ? 'own' : 'given';
      const chart = new ClusterChart(kubernetes, namespace, {
        cluster: LocalCluster.kind(),
        namespace,
        createNamespace,
      });
      objects.push(new Rendered(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap' }));
    }
  });
  expect(objects.map(({ times }) => times)).toEqual([1, 1]);
});
