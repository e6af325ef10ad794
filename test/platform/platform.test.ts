import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  acknowledge,
  advise,
  checkAtSynth,
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Operator,
  Platform,
  Stage,
  TensorFlow,
  ValidationError,
} from '../../lib/index';
import type { Json } from '../invariants/rendering';
import { cluster, configMap, DEV, environment, LOCAL, output, problemsOf } from './programs';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const BAD = { code: 'acme-bad', message: 'a is 1', fix: 'set a to 2' };

/** A good program: a stack, and two charts. */
function good(platform: Platform): void {
  const deployment = platform.stage(DEV, 'mnist');
  cluster(deployment);
  configMap(deployment, { a: '1' }, 'one');
  configMap(deployment, { a: '2' }, 'two');
}

describe('platform.stage', () => {
  test('gives the two roots, named after application and stage', () => {
    const { stack, kubernetes, name, stage } = output().platform().stage(DEV, 'mnist');
    expect([name, stage, stack.node.path, kubernetes.node.path]).toEqual(['mnist-dev', DEV, 'mnist-dev', '']);
  });

  test('names the roots after the stage alone where there is no application', () => {
    expect(output().platform().stage(DEV).name).toBe('dev');
  });

  test('makes a stack only when one is asked for', () => {
    const out = output();
    const platform = out.platform();
    configMap(platform.stage(LOCAL), {});
    platform.synth();
    expect(Object.keys(out.contents())).toEqual([
      'cdktf.out/manifest.json',
      'dist/local/DEPLOY.md',
      'dist/local/standing/00-settings.k8s.yaml',
    ]);
  });

  test('names the state and the resources after the resource prefix, and the stack after the application', () => {
    const out = output();
    const platform = out.platform();
    cluster(platform.stage(DEV, 'digits', { resourcePrefix: 'mnist-dev' }));
    platform.synth();
    const text = out.contents()['cdktf.out/stacks/digits-dev/cdk.tf.json'] ?? '';
    const stack = JSON.parse(text);
    expect(stack.terraform.backend.local.path).toBe('../../../state/mnist-dev.tfstate');
    expect(Object.values<Json>(stack.resource.google_container_cluster)[0]?.name).toBe('mnist-dev-cluster');
  });

  test('fails: one deployment cannot be asked for twice (stage-twice)', () => {
    const platform = output().platform();
    platform.stage(DEV, 'mnist');
    expect(() => platform.stage(DEV, 'mnist')).toThrow(
      '[platform.stage("dev", "mnist")] "mnist-dev" is asked for twice: keep the Deployment of the first call, or name the application (stage-twice)',
    );
  });

  test('fails: a stage without application cannot be asked for twice (stage-twice)', () => {
    const platform = output().platform();
    platform.stage(DEV);
    expect(() => platform.stage(DEV)).toThrow('[platform.stage("dev")] "dev" is asked for twice');
  });

  test('fails: two applications and stages cannot come to one name (stage-twice)', () => {
    const platform = output().platform();
    platform.stage(new Stage({ name: 'b-c' }), 'a');
    expect(() => platform.stage(new Stage({ name: 'c' }), 'a-b')).toThrow('"a-b-c" is asked for twice');
  });

  test.each([
    ['project', new Stage({ name: 'x', region: 'us-east1' })],
    ['region', new Stage({ name: 'x', project: 'acme-ml' })],
  ])('fails: a stack is refused where the stage has no %s (stage-incomplete)', (property, stage) => {
    const deployment = output().platform().stage(stage);
    expect(() => deployment.stack).toThrow(
      new RegExp(
        `stage "x" has no ${property}, but its stack needs one: give the stage a ${property}, .*\\(stage-incomplete\\)`,
      ),
    );
  });

  test.each(['', 'My App', '../x', 'a/b', 'x'.repeat(41), 'a-', 'ä'])(
    'fails: %j cannot be the name of an application (application-name)',
    (application) => {
      expect(() => output().platform().stage(DEV, application)).toThrow(
        `application ${JSON.stringify(application)} cannot stand in the names of stacks and folders: use up to 40`,
      );
    },
  );
});

describe('what is wrong', () => {
  test('fails: problems of both trees and all deployments come together, each with its path', () => {
    const platform = output().platform();
    for (const application of ['a', 'b']) {
      const deployment = platform.stage(DEV, application);
      checkAtSynth(cluster(deployment), () => [BAD]);
      checkAtSynth(configMap(deployment, {}), () => [BAD, { ...BAD, message: 'b is 1' }]);
    }
    expect(problemsOf(() => platform.synth())).toEqual([
      '[a-dev/cluster] a is 1: set a to 2 (acme-bad)',
      '[b-dev/cluster] a is 1: set a to 2 (acme-bad)',
      '[a-dev/settings/config] a is 1: set a to 2 (acme-bad)',
      '[a-dev/settings/config] b is 1: set a to 2 (acme-bad)',
      '[b-dev/settings/config] a is 1: set a to 2 (acme-bad)',
      '[b-dev/settings/config] b is 1: set a to 2 (acme-bad)',
    ]);
  });

  test('fails: validations that users add themselves count as well', () => {
    const platform = output().platform();
    configMap(platform.stage(LOCAL), {}).node.addValidation({ validate: () => ['mine'] });
    expect(problemsOf(() => platform.synth())).toEqual(['[local/settings/config] mine']);
  });

  test('fails: the error says all and has no stack beyond that', () => {
    const platform = output().platform();
    checkAtSynth(configMap(platform.stage(LOCAL), {}), () => [BAD]);
    expect(() => platform.synth()).toThrow(
      expect.objectContaining({
        message: '1 problem(s):\n  [local/settings/config] a is 1: set a to 2 (acme-bad)',
        stack: 'SynthesisError: 1 problem(s):\n  [local/settings/config] a is 1: set a to 2 (acme-bad)',
      }),
    );
  });

  test.each(['a b', 'a\nb', '-x', 'x'.repeat(201)])(
    'fails: a chart %j cannot be the name of a file (chart-name)',
    (id) => {
      const platform = output().platform();
      configMap(platform.stage(LOCAL), {}, id);
      expect(problemsOf(() => platform.synth())).toEqual([
        expect.stringMatching(
          /^\[local\/.*\] chart ".*" cannot be the name of a file .*: use ids of .* \(chart-name\)$/,
        ),
      ]);
    },
  );
});

describe('advice', () => {
  const advice = { code: 'acme-unwise', message: 'a is 1', fix: 'set a to 2' };
  const K80 = /^\[mnist-dev\/cluster\/k80\] nvidia-tesla-k80 was withdrawn in .*\(accelerator-retired\)$/;

  test('is in the report, with the deployment in the paths of both trees', () => {
    const platform = output().platform();
    const deployment = platform.stage(DEV, 'mnist');
    cluster(deployment);
    advise(configMap(deployment, {}), advice);
    expect(platform.synth().advice).toEqual([
      expect.stringMatching(K80),
      '[mnist-dev/settings/config] a is 1: set a to 2 (acme-unwise)',
    ]);
  });

  test('is left in the manifest of the stacks, where cdktf shows it', () => {
    const out = output();
    const platform = out.platform();
    const deployment = platform.stage(DEV, 'mnist');
    cluster(deployment);
    advise(configMap(deployment, {}), advice);
    platform.synth();
    expect(annotations(out.stacks)).toEqual([
      ['mnist-dev', '[mnist-dev/settings/config] a is 1: set a to 2 (acme-unwise)'],
      ['mnist-dev/cluster/k80', expect.stringMatching(/^nvidia-tesla-k80 was withdrawn/)],
    ]);
  });

  test('is unseen only where no CLI shows it', () => {
    const out = output();
    environment('CDKTF_OUTDIR', out.stacks);
    const platform = out.platform();
    cluster(platform.stage(DEV, 'mnist'));
    advise(configMap(platform.stage(LOCAL), {}), advice);
    const { unseenAdvice } = platform.synth();
    expect(unseenAdvice).toEqual(['[local/settings/config] a is 1: set a to 2 (acme-unwise)']);
  });

  test('is silent once it is acknowledged, and so are its annotations', () => {
    const out = output();
    const platform = out.platform();
    const made = cluster(platform.stage(DEV, 'mnist'));
    acknowledge(made, 'accelerator-retired', 'we show the article');
    expect(platform.synth().advice).toEqual([]);
    expect(annotations(out.stacks)).toEqual([]);
  });

  test('fails: strict refuses what nobody acknowledged, together with the problems', () => {
    const out = output();
    const platform = out.platform({ strict: true });
    const deployment = platform.stage(DEV, 'mnist');
    cluster(deployment);
    checkAtSynth(configMap(deployment, {}), () => [BAD]);
    expect(problemsOf(() => platform.synth())).toEqual([
      '[mnist-dev/settings/config] a is 1: set a to 2 (acme-bad)',
      expect.stringMatching(K80),
    ]);
    expect(out.contents()).toEqual({});
  });

  test('does not stop a strict program that acknowledges it', () => {
    const platform = output().platform({ strict: true });
    acknowledge(cluster(platform.stage(DEV, 'mnist')), 'accelerator-retired', 'we show the article');
    expect(platform.synth().files.length).toBeGreaterThan(0);
  });
});

describe('what is written', () => {
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

describe('a program of nothing', () => {
  test('fails: it is refused, and what was written before stands (no-deployment)', () => {
    const out = output();
    const platform = out.platform();
    good(platform);
    platform.synth();
    const before = out.contents();
    expect(() => out.platform().synth()).toThrow(/call platform\.stage.*\(no-deployment\)/);
    expect(out.contents()).toEqual(before);
  });

  test('fails: an asynchronous program is refused before it is written (async-program)', () => {
    const out = output();
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    Platform.run(
      async (platform) => {
        await Promise.resolve();
        good(platform);
      },
      { manifestFolder: out.manifests, stackFolder: out.stacks },
    );
    expect(String(stderr.mock.calls[0]?.[0])).toMatch(/^\[Platform\.run\] .*not async \(async-program\)\n$/);
    expect(process.exitCode).toBe(1);
    expect(out.contents()).toEqual({});
  });
});

describe('Platform.run', () => {
  function streams() {
    const written = { out: '', err: '' };
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((written.out += String(text)), true));
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((written.err += String(text)), true));
    return written;
  }

  test('prints what it wrote, and the advice as warnings', () => {
    const out = output();
    const written = streams();
    Platform.run(good, { manifestFolder: out.manifests, stackFolder: out.stacks });
    expect(written.out.split('\n')).toContain(join(out.manifests, 'mnist-dev/DEPLOY.md'));
    expect(written.err).toMatch(/^warning: \[mnist-dev\/cluster\/k80\] nvidia-tesla-k80 .*\n$/);
    expect(process.exitCode).toBeUndefined();
  });

  test('leaves it to a CLI to say what was written', () => {
    const out = output();
    environment('CDK8S_OUTDIR', out.manifests);
    const written = streams();
    Platform.run(good, { stackFolder: out.stacks });
    expect(written.out).toBe('');
    expect(written.err).toMatch(/^warning: /);
  });

  test('fails: problems are all that it prints, and the exit code is 1', () => {
    const out = output();
    const written = streams();
    Platform.run(
      (platform) => {
        checkAtSynth(configMap(platform.stage(LOCAL), {}), () => [BAD]);
      },
      {
        manifestFolder: out.manifests,
        stackFolder: out.stacks,
      },
    );
    expect(written).toEqual({
      out: '',
      err: '1 problem(s):\n  [local/settings/config] a is 1: set a to 2 (acme-bad)\n',
    });
    expect(process.exitCode).toBe(1);
    expect(out.contents()).toEqual({});
  });

  test('fails: a wrong value ends it in the same way', () => {
    const written = streams();
    Platform.run(() => {
      throw new ValidationError('here', BAD);
    });
    expect(written).toEqual({ out: '', err: '[here] a is 1: set a to 2 (acme-bad)\n' });
    expect(process.exitCode).toBe(1);
  });

  test('fails: other errors are thrown on', () => {
    expect(() => {
      Platform.run(() => {
        throw new TypeError('oops');
      });
    }).toThrow(new TypeError('oops'));
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

describe('escape hatches', () => {
  test('a patch of the object behind a job is in its manifest', () => {
    const out = output();
    const platform = out.platform();
    const local = LocalCluster.minikube({ operators: [Operator.TRAINING] });
    const chart = new ClusterChart(platform.stage(LOCAL).kubernetes, 'training', {
      cluster: local,
      namespace: 'train',
    });
    const job = new DistributedTrainingJob(chart, 'mnist', {
      image: 'mnist:1',
      pool: local.pool,
      strategy: TensorFlow.multiWorkerMirrored(),
    });
    ApiObject.of(job).addJsonPatch(
      JsonPatch.add('/metadata/annotations', { 'acme.com/owner': 'vision' }),
      JsonPatch.replace('/spec/runPolicy/cleanPodPolicy', 'All'),
    );
    platform.synth();
    const yaml = readFileSync(join(out.manifests, 'local/runs/00-mnist.k8s.yaml'), 'utf8');
    expect(yaml).toMatch(/annotations:\n {4}acme.com\/owner: vision/);
    expect(yaml).toContain('cleanPodPolicy: All');
  });

  test('an override of the Terraform resource behind a construct is in its stack', () => {
    const out = output();
    const platform = out.platform();
    const made = cluster(platform.stage(DEV));
    for (const construct of [made, made.node.findChild('k80')]) {
      const resource = construct.node.defaultChild as unknown as { addOverride(path: string, value: unknown): void };
      resource.addOverride('description', 'ours');
    }
    platform.synth();
    const { resource } = JSON.parse(readFileSync(join(out.stacks, 'stacks/dev/cdk.tf.json'), 'utf8'));
    expect(Object.values<Json>(resource.google_container_cluster)[0]?.description).toBe('ours');
    expect(Object.values<Json>(resource.google_container_node_pool).map((each) => each.description)).toContain('ours');
  });
});

function annotations(stackFolder: string): [string, string][] {
  const { stacks } = JSON.parse(readFileSync(join(stackFolder, 'manifest.json'), 'utf8'));
  return Object.values<Json>(stacks).flatMap((stack) =>
    stack.annotations.map((each: Json) => [each.constructPath, each.message]),
  );
}
