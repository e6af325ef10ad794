import { ApiObject, ApiObjectMetadataDefinition, JsonPatch } from 'cdk8s';
import { Annotations, App, Aspects, TerraformOutput, TerraformStack } from 'cdktf';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IConstruct } from 'constructs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  acknowledge,
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Operator,
  Platform,
  TensorFlow,
  ValidationError,
  type Deployment,
} from '../../lib/index';
import { advise, checkAtSynth } from '../../lib/extend';
import type { Json } from '../invariants/rendering';
import { cluster, configMap, DEV, environment, LOCAL, output, problemsOf } from './programs';

const BAD = { code: 'acme-bad', message: 'a is 1', fix: 'set a to 2' };

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
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

  test('is left there once, and all files are the same, when a program is synthesized twice', () => {
    const out = output();
    const platform = out.platform();
    const deployment = platform.stage(DEV, 'mnist');
    cluster(deployment);
    advise(configMap(deployment, {}), advice);
    platform.synth();
    const first = out.contents();
    platform.synth();
    expect(out.contents()).toEqual(first);
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

  test('fails: strict refuses advice that is not acknowledged, together with the problems', () => {
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
    Platform.run(good, { manifestFolder: out.manifests, stackFolder: out.stacks });
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
    expect(written).toEqual({
      out: '',
      err: expect.stringMatching(
        /^1 problem\(s\):\n {2}\[here\] a is 1: set a to 2 \(acme-bad\) at test\/platform\/platform\.test\.ts:\d+\n$/,
      ),
    });
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

describe('aspects of cdktf', () => {
  const refused = '[x-dev/added] a is 1: set a to 2 (acme-bad)';
  /** A deployment with an aspect that adds an output to its stack, and gives the output to the function. */
  function withAspect({ stack }: Deployment, visit: (added: TerraformOutput) => void): void {
    Aspects.of(stack).add({
      visit: (construct) => {
        if (construct === stack) visit(new TerraformOutput(stack, 'added', { value: '1' }));
      },
    });
  }

  test('fails: what they add is checked, problems of both halves are reported together, and the last good output stands', () => {
    const out = output();
    const good = out.platform();
    configMap(good.stage(DEV, 'x'), {});
    good.synth();
    const before = out.contents();

    const platform = out.platform();
    const deployment = platform.stage(DEV, 'x');
    withAspect(deployment, (added) => {
      checkAtSynth(added, () => [BAD]);
    });
    checkAtSynth(configMap(deployment, { a: '1' }), () => [BAD]);
    expect(problemsOf(() => platform.synth())).toEqual([
      refused,
      '[x-dev/settings/config] a is 1: set a to 2 (acme-bad)',
    ]);
    expect(out.contents()).toEqual(before);
  });

  test('what they put right is not refused', () => {
    const platform = output().platform();
    const deployment = platform.stage(DEV, 'x');
    let isRight = false;
    checkAtSynth(deployment.stack, () => (isRight ? [] : [BAD]));
    withAspect(deployment, () => (isRight = true));
    expect(problemsOf(() => platform.synth())).toEqual([]);
    expect(isRight).toBe(true);
  });

  test("what they add to a user's own stack is checked too", () => {
    const platform = output().platform();
    const own = new TerraformStack(App.of(platform.stage(DEV, 'x').stack), 'own');
    Aspects.of(own).add({
      visit: ({ node }) => {
        node.addValidation({ validate: () => ['mine'] });
      },
    });
    expect(problemsOf(() => platform.synth())).toEqual(['[own] mine', '[own/backend] mine']);
  });

  test('fails: problems explain why a stack cannot be written', () => {
    const platform = output().platform();
    const deployment = platform.stage(DEV, 'x');
    withAspect(deployment, (added) => {
      Annotations.of(added).addError('broken');
      checkAtSynth(added, () => [BAD]);
    });
    expect(problemsOf(() => platform.synth())).toEqual([refused]);
  });

  test('errors that they annotate stop a program without problems', () => {
    const platform = output().platform();
    withAspect(platform.stage(DEV, 'x'), (added) => {
      Annotations.of(added).addError('broken');
    });
    expect(() => platform.synth()).toThrow('[x-dev/added] broken');
  });
});

describe('escape hatches', () => {
  test('a patch of the object behind a job is in its manifest', () => {
    const out = output();
    const platform = out.platform();
    const job = localJob(platform);
    ApiObject.of(job).addJsonPatch(
      JsonPatch.add('/metadata/annotations', { 'acme.com/owner': 'vision' }),
      JsonPatch.replace('/spec/runPolicy/cleanPodPolicy', 'All'),
    );
    platform.synth();
    const yaml = readFileSync(join(out.manifests, 'local/runs/mnist.k8s.yaml'), 'utf8');
    expect(yaml).toMatch(/annotations:\n {4}acme.com\/owner: vision/);
    expect(yaml).toContain('cleanPodPolicy: All');
  });

  test('an override of the Terraform resource behind a construct is in its stack', () => {
    const out = output();
    const platform = out.platform();
    const made = cluster(platform.stage(DEV));
    const override = (construct: IConstruct, path: string) => {
      const resource = construct.node.defaultChild as unknown as { addOverride(path: string, value: unknown): void };
      resource.addOverride(path, 'ours');
    };
    override(made, 'description');
    override(made.node.findChild('k80'), 'version');
    platform.synth();
    const { resource } = JSON.parse(readFileSync(join(out.stacks, 'stacks/dev/cdk.tf.json'), 'utf8'));
    expect(Object.values<Json>(resource.google_container_cluster)[0]?.description).toBe('ours');
    expect(Object.values<Json>(resource.google_container_node_pool).map((each) => each.version)).toContain('ours');
  });
});

/** A good program: a stack, and two charts. */
function good(platform: Platform): void {
  const deployment = platform.stage(DEV, 'mnist');
  cluster(deployment);
  configMap(deployment, { a: '1' }, 'one');
  configMap(deployment, { a: '2' }, 'two');
}

function annotations(stackFolder: string): [string, string][] {
  const { stacks } = JSON.parse(readFileSync(join(stackFolder, 'manifest.json'), 'utf8'));
  return Object.values<Json>(stacks).flatMap((stack) =>
    stack.annotations.map((each: Json) => [each.constructPath, each.message]),
  );
}

test('the object of a job is rendered once, though the level of its namespace takes a look at its pods', () => {
  const platform = output().platform();
  const job = ApiObject.of(localJob(platform));
  const toJson = vi.spyOn(ApiObjectMetadataDefinition.prototype, 'toJson');
  platform.synth();
  const rendered = toJson.mock.contexts.filter((metadata) => metadata === job.metadata);
  expect(rendered).toHaveLength(1);
});

function localJob(platform: Platform): DistributedTrainingJob {
  const local = LocalCluster.minikube({ operators: [Operator.TRAINING] });
  const { kubernetes } = platform.stage(LOCAL);
  return new DistributedTrainingJob(
    new ClusterChart(kubernetes, 'training', { cluster: local, namespace: 'train' }),
    'mnist',
    {
      image: 'mnist:1',
      pool: local.pool,
      strategy: TensorFlow.multiWorkerMirrored(),
    },
  );
}
