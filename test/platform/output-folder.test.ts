import { ApiObject, Chart } from 'cdk8s';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkAtSynth, Platform } from '../../lib/index';
import { filesIn, install, keepLastGood, restoreLastGood, scratchFolder } from '../../lib/platform/output-folder';
import { cluster, configMap, DEV, environment, LOCAL, output, problemsOf } from './programs';

/** Two folders of a test, filled. */
function folders(from: Record<string, string>, to: Record<string, string>) {
  const { folder } = output();
  for (const [name, files] of [
    ['from', from],
    ['to', to],
  ] as const) {
    mkdirSync(join(folder, name));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, file, '..'), { recursive: true });
      writeFileSync(join(folder, name, file), text);
    }
  }
  return { from: join(folder, 'from'), to: join(folder, 'to') };
}

test('the files of a folder are those of its folders too, sorted; of one that is not there none', () => {
  const { to } = folders({}, { 'b/c': '', a: '', 'b/a': '' });
  expect(filesIn(to)).toEqual(['a', 'b/a', 'b/c']);
  expect(filesIn(join(to, 'none'))).toEqual([]);
});

test('install puts new files in place of old ones and says where they are', () => {
  const { from, to } = folders({ a: 'new', 'b/c': 'new' }, { a: 'old' });
  expect(install(from, to, () => false)).toEqual([join(to, 'a'), join(to, 'b/c')]);
  expect([readFileSync(join(to, 'a'), 'utf8'), readFileSync(join(to, 'b/c'), 'utf8')]).toEqual(['new', 'new']);
  expect(filesIn(to)).toEqual(['a', 'b/c']);
});

test('install makes a missing folder', () => {
  const { from, to } = folders({ a: 'new' }, {});
  install(from, join(to, 'deep/er'), () => true);
  expect(filesIn(to)).toEqual(['deep/er/a']);
});

test('install removes only stale files', () => {
  const { from, to } = folders({ a: '' }, { a: '', 'old.yaml': '', 'mine.txt': '', 'x/old.yaml': '' });
  install(from, to, (file) => file.endsWith('.yaml'));
  expect(filesIn(to)).toEqual(['a', 'mine.txt']);
});

test('install replaces a file as a whole: who reads the old one reads it to its end', () => {
  const { from, to } = folders({ a: 'new' }, { a: 'old' });
  const before = statSync(join(to, 'a')).ino;
  install(from, to, () => false);
  expect(statSync(join(to, 'a')).ino).not.toBe(before);
});

test('the last good content comes back where the folder is gone', () => {
  const { to } = folders({}, { a: 'good', 'b/c': 'good' });
  const gone = join(to, 'b');
  keepLastGood(gone);
  expect(filesIn(to)).toEqual(['.b.last-good/c', 'a', 'b/c']);
  writeFileSync(join(gone, 'c'), 'changed by hand');
  restoreLastGood(gone);
  expect(readFileSync(join(gone, 'c'), 'utf8')).toBe('changed by hand');
});

test('the last good content is the last', () => {
  const { to } = folders({}, { 'b/old': 'old' });
  keepLastGood(join(to, 'b'));
  const { from } = folders({ new: 'new' }, {});
  install(from, join(to, 'b'), () => true);
  keepLastGood(join(to, 'b'));
  expect(filesIn(join(to, '.b.last-good'))).toEqual(['new']);
});

test('nothing comes back where nothing was kept', () => {
  const { to } = folders({}, {});
  restoreLastGood(join(to, 'none'));
  expect(existsSync(join(to, 'none'))).toBe(false);
});

test('every scratch folder is a new one', () => {
  const [first, second] = [scratchFolder(), scratchFolder()];
  expect(first).not.toBe(second);
  expect([existsSync(first), existsSync(second)]).toEqual([false, false]);
});

const BAD = { code: 'acme-bad', message: 'a is 1', fix: 'set a to 2' };

/** A good program: a stack, and two charts. */
function good(platform: Platform): void {
  const deployment = platform.stage(DEV, 'mnist');
  cluster(deployment);
  configMap(deployment, { a: '1' }, 'one');
  configMap(deployment, { a: '2' }, 'two');
}

describe('written files', () => {
  test('stacks where cdktf looks for them, manifests by deployment', () => {
    const out = output();
    const platform = out.platform();
    good(platform);
    const { files } = platform.synth();
    expect(files).toEqual([
      join(out.stacks, 'manifest.json'),
      join(out.stacks, 'stacks/mnist-dev/cdk.tf.json'),
      join(out.manifests, 'mnist-dev/DEPLOY.md'),
      join(out.manifests, 'mnist-dev/standing/00-one.k8s.yaml'),
      join(out.manifests, 'mnist-dev/standing/01-two.k8s.yaml'),
    ]);
    expect(files.every((file) => existsSync(file))).toBe(true);
  });

  test('files carry the order of the charts, charts in charts too', () => {
    const out = output();
    const platform = out.platform();
    const { kubernetes } = platform.stage(LOCAL);
    const outer = new Chart(kubernetes, 'z');
    for (const chart of [outer, new Chart(outer, 'inner'), new Chart(kubernetes, 'a')]) {
      new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
    }
    platform.synth();
    expect(Object.keys(out.contents()).filter((file) => file.endsWith('.yaml'))).toEqual([
      'dist/local/standing/00-z.k8s.yaml',
      'dist/local/standing/01-z-inner.k8s.yaml',
      'dist/local/standing/02-a.k8s.yaml',
    ]);
  });

  test('what an earlier synthesis wrote and this one does not is removed', () => {
    const out = output();
    const first = out.platform();
    good(first);
    configMap(first.stage(LOCAL), {});
    first.synth();
    const second = out.platform();
    configMap(second.stage(LOCAL), {});
    second.synth();
    expect(Object.keys(out.contents())).toEqual([
      'cdktf.out/manifest.json',
      'dist/local/DEPLOY.md',
      'dist/local/standing/00-settings.k8s.yaml',
    ]);
  });

  test('what others put beside it stays, also where the stack is gone', () => {
    const out = output();
    const foreign = [
      'cdktf.out/stacks/old/.terraform/x',
      'cdktf.out/stacks/old/terraform.tfstate',
      'dist/notes/README.md',
    ];
    for (const file of [...foreign, 'cdktf.out/stacks/old/cdk.tf.json']) {
      mkdirSync(join(out.folder, file, '..'), { recursive: true });
      writeFileSync(join(out.folder, file), 'mine');
    }
    const platform = out.platform();
    good(platform);
    platform.synth();
    expect(Object.keys(out.contents())).toEqual(expect.arrayContaining(foreign));
    expect(Object.keys(out.contents())).not.toContain('cdktf.out/stacks/old/cdk.tf.json');
  });

  test('two runs write the same bytes, and no path of this machine', () => {
    const [first, second] = [output(), output()];
    for (const out of [first, second]) {
      const platform = out.platform();
      good(platform);
      platform.synth();
    }
    expect(first.contents()).toEqual(second.contents());
    expect(JSON.stringify(first.contents())).not.toMatch(new RegExp(`${first.folder}|${process.cwd()}`));
  });

  test('under cdk8s only the manifests', () => {
    const out = output();
    environment('CDK8S_OUTDIR', out.manifests);
    const platform = new Platform({ stackFolder: out.stacks });
    good(platform);
    platform.synth();
    expect(Object.keys(out.contents())).toEqual([
      'dist/mnist-dev/DEPLOY.md',
      'dist/mnist-dev/standing/00-one.k8s.yaml',
      'dist/mnist-dev/standing/01-two.k8s.yaml',
    ]);
  });

  test('under cdktf only the stacks', () => {
    const out = output();
    environment('CDKTF_OUTDIR', out.stacks);
    const platform = new Platform({ manifestFolder: out.manifests });
    good(platform);
    platform.synth();
    expect(Object.keys(out.contents())).toEqual(['cdktf.out/manifest.json', 'cdktf.out/stacks/mnist-dev/cdk.tf.json']);
  });

  test.each(['CDK8S_OUTDIR', 'CDKTF_OUTDIR'])('under %s the same bytes as in a plain run', (name) => {
    const [plain, cli] = [output(), output()];
    const platform = plain.platform();
    good(platform);
    platform.synth();
    environment(name, name === 'CDK8S_OUTDIR' ? cli.manifests : cli.stacks);
    const other = cli.platform();
    good(other);
    other.synth();
    expect(plain.contents()).toMatchObject(cli.contents());
    expect(Object.keys(cli.contents()).length).toBeGreaterThan(1);
  });

  test.each(['CDK8S_OUTDIR', 'CDKTF_OUTDIR'])('fails: under %s the other half is checked as well', (name) => {
    const out = output();
    environment(name, join(out.folder, 'half'));
    const platform = out.platform();
    const deployment = platform.stage(DEV);
    checkAtSynth(cluster(deployment), () => [BAD]);
    checkAtSynth(configMap(deployment, {}), () => [BAD]);
    expect(problemsOf(() => platform.synth())).toHaveLength(2);
  });
});

describe('a program that fails', () => {
  test.each([
    [
      'a problem at synthesis',
      (p: Platform) => {
        checkAtSynth(configMap(p.stage(LOCAL), {}), () => [BAD]);
      },
    ],
    ['a token', (p: Platform) => configMap(p.stage(LOCAL), { a: '${TfToken[TOKEN.1]}' })],
    [
      'an error while it renders',
      (p: Platform) =>
        configMap(p.stage(LOCAL), {
          get a() {
            throw new Error('no');
          },
        }),
    ],
  ])('fails: %s leaves the last good output byte for byte', (_, wrong) => {
    const out = output();
    const before = out.platform();
    good(before);
    before.synth();
    const last = out.contents();
    const after = out.platform();
    good(after);
    expect(() => {
      wrong(after);
      after.synth();
    }).toThrow();
    expect(out.contents()).toEqual(last);
  });
});

test('files stand in the order of the charts, however many there are', () => {
  const out = output();
  const platform = out.platform();
  const deployment = platform.stage(LOCAL);
  const ids = Array.from({ length: 101 }, (_, index) => `c${index}`);
  for (const id of ids) configMap(deployment, {}, id);
  platform.synth();
  const charts = Object.keys(out.contents()).flatMap((file) => /-(c\d+)\.k8s/.exec(file)?.[1] ?? []);
  expect(charts).toEqual(ids);
});
