import { ApiObject, Chart } from 'cdk8s';
import fs, {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Platform } from '../../../lib/index';
import { checkAtSynth } from '../../../lib/extend';
import { entriesIn } from '../../support/entries';
import { cluster, configMap, DEV, environment, LOCAL, output, problemsOf } from '../programs';

const BAD = { code: 'acme-bad', message: 'a is 1', fix: 'set a to 2' };

/** A good program: a stack, and two charts. */
function good(platform: Platform, application = 'mnist'): void {
  const deployment = platform.stage(DEV, application);
  cluster(deployment);
  configMap(deployment, { a: '1' }, 'one');
  configMap(deployment, { a: '2' }, 'two');
}

const [, main = ''] = process.argv;
afterEach(() => {
  runningAs(main);
});

/** As if Node had been started with this main module. */
function runningAs(module: string): void {
  process.argv[1] = module;
}

test('a new deployment comes by one move, though the folder that it is built in lists the program as its own', () => {
  const out = output();
  const renameSync = vi.spyOn(fs, 'renameSync');
  syncBuiltinESMExports();
  onTestFinished(() => {
    renameSync.mockRestore();
    syncBuiltinESMExports();
  });
  const platform = out.platform();
  configMap(platform.stage(LOCAL), {});
  platform.synth();
  const moved = renameSync.mock.calls.map(([, path]) => String(path));
  expect(moved.filter((path) => path.startsWith(out.manifests))).toEqual([join(out.manifests, 'local')]);
});

describe('the folders', () => {
  const here = process.cwd();
  const forms: Record<string, (folder: string) => string> = {
    'an absolute path': (folder) => folder,
    'a path that ends with a slash': (folder) => `${folder}/`,
    'a relative path': (folder) => relative(here, folder),
    'a path with needless parts': (folder) => `./${relative(here, folder)}/x/..//`,
    'a link': (folder) => {
      mkdirSync(`${folder}-real`);
      symlinkSync(`${folder}-real`, folder);
      return folder;
    },
  };

  test.each(Object.keys(forms))(
    'may be given as %s: old files go, new files come, and files that synthesis did not write stay',
    (form) => {
      const out = output();
      const props = { manifestFolder: forms[form]?.(out.manifests), stackFolder: forms[form]?.(out.stacks) };
      const first = new Platform(props);
      good(first);
      configMap(first.stage(LOCAL), {});
      first.synth();
      writeFileSync(join(out.manifests, 'mnist-dev/mine.txt'), 'mine');

      const second = new Platform(props);
      configMap(second.stage(DEV, 'mnist'), {});
      const { files } = second.synth();
      expect(files.map((file) => existsSync(file))).toEqual([true, true, true]);
      expect(entriesIn(realpathSync(out.manifests))).toEqual([
        'mnist-dev/.trainyard',
        'mnist-dev/DEPLOY.md',
        'mnist-dev/mine.txt',
        'mnist-dev/standing/00-settings.k8s.yaml',
      ]);
      expect(entriesIn(realpathSync(out.stacks))).toEqual(['manifest.json', 'stacks']);
    },
  );

  test('may be the folder of the program, and one folder for both halves', () => {
    const out = output();
    writeFileSync(join(out.folder, 'main.ts'), 'mine');
    for (let run = 0; run < 2; run += 1) {
      const platform = new Platform({ manifestFolder: out.folder, stackFolder: out.folder });
      good(platform);
      platform.synth();
    }
    expect(Object.keys(out.contents())).toEqual([
      'main.ts',
      'manifest.json',
      'mnist-dev/DEPLOY.md',
      'mnist-dev/standing/00-one.k8s.yaml',
      'mnist-dev/standing/01-two.k8s.yaml',
      'stacks/mnist-dev/cdk.tf.json',
    ]);
  });

  test.each(['', ' ', 'a\0b'])('fails: %j is no name of a folder (output-folder)', (name) => {
    expect(() => new Platform({ manifestFolder: name, stackFolder: name })).toThrow(
      `[new Platform] manifestFolder ${JSON.stringify(name)} cannot be the name of a folder: name a folder, such as "dist", or leave it out (output-folder)\n[new Platform] stackFolder`,
    );
  });

  test('fails: a file in place of a folder is a problem with its fix, and nothing has changed (output-folder)', () => {
    const out = output();
    writeFileSync(out.manifests, 'mine');
    const platform = out.platform();
    good(platform);
    expect(problemsOf(() => platform.synth())).toEqual([
      `[platform.synth] ${JSON.stringify(out.manifests)} cannot be written (ENOTDIR: not a directory, scandir '${out.manifests}'): move what has that name away, or name another folder (output-folder)`,
    ]);
    rmSync(out.manifests);
    mkdirSync(out.manifests);
    writeFileSync(join(out.manifests, 'mnist-dev'), 'mine');
    const again = out.platform();
    good(again);
    expect(problemsOf(() => again.synth())).toEqual([
      expect.stringMatching(/dist" cannot be .*\(ENOTDIR: .*mnist-dev.*: move/),
    ]);
    expect(entriesIn(out.folder)).toEqual(['cdktf.out/stacks', 'dist/mnist-dev']);
  });
});

describe('what is in the way of one deployment', () => {
  const two = (out: ReturnType<typeof output>, value: string) => {
    const platform = out.platform();
    for (const application of ['digits', 'mnist']) {
      const deployment = platform.stage(DEV, application);
      cluster(deployment).addPool('more', { labels: { value } });
      configMap(deployment, { value });
    }
    return platform;
  };
  const inTheWay: Record<string, (out: ReturnType<typeof output>) => void> = {
    'a folder with the name of the file of a stack (EISDIR)': ({ stacks }) => {
      rmSync(join(stacks, 'stacks/mnist-dev/cdk.tf.json'));
      mkdirSync(join(stacks, 'stacks/mnist-dev/cdk.tf.json/mine'), { recursive: true });
    },
    'a file with the name of a folder of a deployment (ENOTDIR)': ({ manifests }) => {
      rmSync(join(manifests, 'mnist-dev/standing'), { recursive: true });
      writeFileSync(join(manifests, 'mnist-dev/standing'), 'mine');
    },
  };

  test.each(Object.entries(inTheWay))('fails: %s is found before any file changes (output-folder)', (what, block) => {
    const out = output();
    two(out, 'old').synth();
    block(out);
    const before = contentsOf(out.folder);
    const [, code = ''] = /\((\w+)\)$/.exec(what) ?? [];
    expect(problemsOf(() => two(out, 'new').synth())).toEqual([expect.stringContaining(`(${code}: `)]);
    expect(contentsOf(out.folder)).toEqual(before);
  });
});

test('fails: a deployment that is mounted read-only is found before any file changes (output-folder)', () => {
  const out = output();
  const make = (a: string) => {
    const platform = out.platform();
    good(platform, 'digits');
    configMap(platform.stage(DEV, 'mnist'), { a });
    return platform;
  };
  make('old').synth();
  const before = contentsOf(out.folder);
  const accessSync = vi.spyOn(fs, 'accessSync').mockImplementation((path) => {
    if (String(path).endsWith('mnist-dev'))
      throw Object.assign(new Error('read-only'), { code: 'EROFS', syscall: 'access', path });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    accessSync.mockRestore();
    syncBuiltinESMExports();
  });
  expect(problemsOf(() => make('new').synth())).toEqual([
    expect.stringContaining('cannot be written (read-only): see what the system says'),
  ]);
  expect(contentsOf(out.folder)).toEqual(before);
});

/** The texts of all files below a folder; links are not followed. */
function contentsOf(folder: string): Record<string, string> {
  const files = entriesIn(folder).filter((path) => lstatSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
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

  test('what others put beside it stays, also where the deployment and the stack are gone', () => {
    const out = output();
    const first = out.platform();
    good(first);
    cluster(first.stage(DEV, 'old'));
    first.synth();
    const foreign = [
      'cdktf.out/stacks/mnist-dev/terraform.tfstate',
      'cdktf.out/stacks/old-dev/.terraform/x',
      'cdktf.out/stacks/old-dev/terraform.tfstate',
      'cdktf.out/stacks/hand-written/cdk.tf.json',
      'dist/hand-written.k8s.yaml',
      'dist/mnist-dev/standing/hand-written.k8s.yaml',
      'dist/mnist-dev/runs/notes.md',
      'dist/old-dev/standing/hand-written.k8s.yaml',
      'dist/notes/DEPLOY.md',
    ];
    for (const file of foreign) {
      mkdirSync(join(out.folder, file, '..'), { recursive: true });
      writeFileSync(join(out.folder, file), 'mine');
    }
    mkdirSync(join(out.manifests, 'mnist-dev/empty'));
    symlinkSync('/nowhere', join(out.manifests, 'mnist-dev/link'));

    const second = out.platform();
    configMap(second.stage(DEV, 'mnist'), {});
    cluster(second.stage(DEV, 'mnist-2'));
    second.synth();
    expect(entriesIn(out.folder).filter((file) => !file.endsWith('.trainyard'))).toEqual(
      [
        ...foreign,
        '.trainyard.lock.json',
        'cdktf.out/manifest.json',
        'cdktf.out/stacks/mnist-2-dev/cdk.tf.json',
        'dist/mnist-dev/DEPLOY.md',
        'dist/mnist-dev/empty',
        'dist/mnist-dev/link',
        'dist/mnist-dev/standing/00-settings.k8s.yaml',
        'dist/mnist-2-dev/DEPLOY.md',
      ].sort(),
    );
    for (const file of foreign) expect(readFileSync(join(out.folder, file), 'utf8')).toBe('mine');
  });

  test('two programs share the folders: neither deletes the files of the other', () => {
    const out = output();
    const program = (name: string, ...applications: string[]) => {
      runningAs(name);
      const platform = out.platform();
      for (const application of applications) good(platform, application);
      platform.synth();
    };
    program('one.ts', 'a', 'b');
    program('two.ts', 'c');
    program('one.ts', 'a');
    const deployments = Object.keys(out.contents()).flatMap(
      (file) => /^(.*)\/(cdk.tf.json|DEPLOY.md)$/.exec(file)?.[1] ?? [],
    );
    expect(deployments).toEqual(['cdktf.out/stacks/a-dev', 'cdktf.out/stacks/c-dev', 'dist/a-dev', 'dist/c-dev']);
  });

  test('files that are as they should be are not written again', () => {
    const out = output();
    const synth = () => {
      const platform = out.platform();
      good(platform);
      platform.synth();
      return entriesIn(out.folder).map((file) => statSync(join(out.folder, file)).ino);
    };
    expect(synth()).toEqual(synth());
  });

  test('a reader of the old folder reads it to its end, and finds the new one by its name', () => {
    const out = output();
    const first = out.platform();
    configMap(first.stage(LOCAL), { a: 'old' });
    first.synth();
    const file = join(out.manifests, 'local/standing/00-settings.k8s.yaml');
    const before = openSync(file, 'r');
    const second = out.platform();
    configMap(second.stage(LOCAL), { a: 'new' });
    second.synth();
    expect(readFileSync(before, 'utf8')).toContain('a: old');
    expect(readFileSync(file, 'utf8')).toContain('a: new');
    closeSync(before);
  });

  test('what killed runs left is removed, and not what another run is writing', () => {
    const out = output();
    // No process has the first number. The others are those of this process and of its parent, which still runs.
    const [gone, own, running] = [2 ** 30, process.pid, process.ppid];
    const left = [
      `dist/.trainyard-${gone}-a/DEPLOY.md`,
      `cdktf.out/.trainyard-${own}-b`,
      `dist/.trainyard-${running}-c`,
    ];
    for (const file of left) {
      mkdirSync(join(out.folder, file, '..'), { recursive: true });
      writeFileSync(join(out.folder, file), 'half');
    }
    const platform = out.platform();
    good(platform);
    platform.synth();
    expect(readdirSync(out.folder, { recursive: true }).filter((file) => String(file).includes('.trainyard-'))).toEqual(
      [`dist/.trainyard-${running}-c`],
    );
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
    const platform = out.platform();
    good(platform);
    platform.synth();
    expect(Object.keys(out.contents())).toEqual([
      'dist/mnist-dev/DEPLOY.md',
      'dist/mnist-dev/standing/00-one.k8s.yaml',
      'dist/mnist-dev/standing/01-two.k8s.yaml',
    ]);
  });

  test('under cdk8s with another folder, that folder gets a copy', () => {
    const out = output();
    const copy = join(out.folder, 'cdk8s.out');
    environment('CDK8S_OUTDIR', copy);
    const platform = out.platform();
    good(platform);
    platform.synth();
    expect(contentsOf(copy)).toEqual(contentsOf(out.manifests));
  });

  test('under cdktf only the stacks', () => {
    const out = output();
    environment('CDKTF_OUTDIR', out.stacks);
    const platform = out.platform();
    good(platform);
    platform.synth();
    expect(Object.keys(out.contents())).toEqual(['cdktf.out/manifest.json', 'cdktf.out/stacks/mnist-dev/cdk.tf.json']);
  });

  test.each(['CDK8S_OUTDIR', 'CDKTF_OUTDIR'])('under %s the same bytes as in a plain run', (name) => {
    // Stacks are inside of the program, as those of its users: the path of a local state begins there.
    const made = () => output(name === 'CDKTF_OUTDIR' ? mkdtempSync('.examples-') : undefined);
    // The lock of stacks in the project is beside cdktf.json.
    onTestFinished(() => {
      rmSync('.trainyard.lock.json', { force: true });
    });
    const [plain, cli] = [made(), made()];
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
