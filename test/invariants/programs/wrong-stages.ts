import { ApiObject, Size } from 'cdk8s';
import { TerraformVariable } from 'cdktf';
import { RootConstruct } from 'constructs';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Accelerator,
  acknowledge,
  Bucket,
  ClusterChart,
  LocalCluster,
  NodePool,
  Platform,
  Stage,
  TerraformState,
  TrainingCluster,
  type DeploymentOptions,
  type LocalClusterOptions,
  type StageProps,
} from '../../../lib/index';
import type { Fix } from './fix';
import { platformIn, type Either, type World, type WrongProgram } from './program';

// Mistakes with stages, stacks and the order of objects.

const ACME = { project: 'acme-ml', region: 'us-central1' };
const DEPLOYED = JSON.stringify({ version: 4, resources: [{ type: 'google_storage_bucket' }] });
const LOCK = '.trainyard.lock.json';

/** The files that tell of a deployed stack. */
interface Mended {
  readonly lock: string;
  readonly state: string;
}

/** A program with a bucket and a local state, synthesized in a folder within the world's. @returns that folder */
function synthesizeIn({ folder }: World, bucket: string, options: DeploymentOptions = {}): string {
  const own = join(folder, 'own');
  const platform = platformIn(own);
  new Bucket(platform.stage(new Stage({ ...ACME, name: 'test' }), 'digits', options).stack, bucket);
  platform.synth();
  return own;
}

/** The stage of a program, with one prop that is wrong. */
function stageOf(name: string, says: string, [wrong, right]: readonly [Partial<StageProps>, Partial<StageProps>]) {
  const build: WrongProgram['build'] = ({ platform }, either) =>
    platform.stage(new Stage({ ...ACME, name: 'test', ...either(wrong, right) }), 'digits').stack;
  return { name, code: 'stage-form', says, build };
}

const STAGES: readonly WrongProgram[] = [
  {
    name: 'an application by its title',
    code: 'application-name',
    says: 'application "Digits (new)" cannot be part of the names of stacks and folders',
    build: ({ platform, deployment }, either) =>
      platform.stage(deployment.stage, either('Digits (new)', 'digits-new')).kubernetes,
  },
  {
    name: 'a further stack with a name in capitals',
    code: 'stack-id',
    says: 'such as "operators"',
    build: ({ deployment }, either, fix) => deployment.addStack(either('Operators', fix.quoted())),
  },
  {
    name: 'a further stack below a long prefix',
    code: 'stack-id',
    says: 'give platform.stage a resourcePrefix of up to 51 characters',
    build: ({ platform, deployment }, either, fix) => {
      const resourcePrefix = 'x'.repeat(either(55, Number(fix.part(/up to (\d+) characters/) || 1)));
      platform.stage(deployment.stage, 'words', { resourcePrefix }).addStack('operators');
    },
  },
  {
    name: 'one application of one stage twice',
    code: 'stage-twice',
    says: '"digits-dev" is asked for twice: keep the Deployment of the first call',
    build: ({ platform, deployment }, either) =>
      either(
        () => platform.stage(deployment.stage, 'digits'),
        () => deployment,
      )().stack,
  },
  stageOf('a stage by its title', '"Production" cannot be the name of a stage', [
    { name: 'Production' },
    { name: 'production' },
  ]),
  stageOf('a zone in the place of a region', 'use a region such as "us-central1", not a zone', [
    { region: 'us-central1-a' },
    { region: 'us-central1' },
  ]),
  ...(['project', 'region'] as const).map((property) => ({
    name: `a stack of a stage without a ${property}`,
    code: 'stage-incomplete',
    says: `give the stage a ${property}`,
    build: ({ platform }: World, either: Either) => {
      const stage = new Stage({ ...ACME, name: 'test', [property]: either(undefined, ACME[property]) });
      return platform.stage(stage, 'digits').stack;
    },
  })),
  {
    name: 'no stage',
    code: 'no-deployment',
    says: 'call platform.stage(stage, application)',
    build: ({ folder }, either) => {
      const platform = platformIn(join(folder, 'own'));
      if (either(false, true)) platform.stage(new Stage({ name: 'laptop' }), 'digits');
      platform.synth();
    },
  },
  {
    name: 'an output folder without a name',
    code: 'output-folder',
    says: 'manifestFolder "" cannot be the name of a folder: name a folder, such as "dist"',
    build: (_, either, fix) => new Platform({ manifestFolder: either('', fix.quoted()) }),
  },
  {
    name: 'a file in the place of the output folder',
    code: 'output-folder',
    says: 'move what has that name away, or name another folder',
    build: (world, either) => {
      mkdirSync(join(world.folder, 'own'));
      writeFileSync(join(world.folder, 'own', either('dist', 'notes')), 'a note');
      synthesizeIn(world, 'data');
    },
  },
];

const STATES: readonly WrongProgram[] = [
  {
    name: 'state where the CLI deletes folders',
    code: 'state-folder',
    says: 'use a folder outside of cdktf.out, such as "state"',
    build: ({ platform }, either, fix) => {
      const state = TerraformState.file(either('cdktf.out/state', fix.quoted()));
      return platform.stage(new Stage({ ...ACME, name: 'test', state }), 'digits').stack;
    },
  },
  {
    name: 'the state of a protected stage on one machine',
    code: 'state-local',
    says: 'use TerraformState.bucket(…) with a bucket that keeps versions',
    build: ({ platform }, either) => {
      const state = either(TerraformState.file(), TerraformState.bucket('acme-ml-state', 'prod'));
      return platform.stage(new Stage({ ...ACME, name: 'prod', protected: true, state }), 'digits').stack;
    },
  },
  {
    name: 'two applications with one state',
    code: 'state-shared',
    says: 'give one of the two another resourcePrefix',
    build: ({ platform, deployment }, either) => {
      const resourcePrefix = either(deployment.name, 'letters');
      return platform.stage(deployment.stage, 'letters', { resourcePrefix }).stack;
    },
  },
  {
    name: 'a construct that got another id',
    code: 'resource-lost',
    says: "give platform.stage moved: { 'data': 'images' } if it is \"images\" now",
    build: (world, either, fix) => {
      synthesizeIn(world, 'data');
      const moved = { [fix.part(/moved: { '(\w+)'/)]: fix.part(/: '(\w+)' }/) };
      synthesizeIn(world, 'images', either({}, { moved }));
    },
  },
  {
    name: 'a construct that is left out',
    code: 'resource-lost',
    says: "to have it destroyed, give destroys: ['data']",
    build: (world, either, fix) => {
      synthesizeIn(world, 'data');
      synthesizeIn(world, 'images', either({}, { destroys: [fix.part(/destroys: \['(\w+)'/)] }));
    },
  },
  {
    name: 'a lock that ends early',
    code: 'lock-form',
    says: 'restore the file from version control',
    build: (world, either) => {
      const lock = join(synthesizeIn(world, 'data'), LOCK);
      const text = readFileSync(lock, 'utf8');
      writeFileSync(lock, either(text.slice(0, 20), text));
      synthesizeIn(world, 'data');
    },
  },
  ...[
    {
      name: 'a clone without the state of the deployed stack',
      says: 'bring the file from the machine that deployed last',
      mend: ({ state }: Mended) => {
        writeFileSync(state, DEPLOYED);
      },
    },
    {
      name: 'a state that was deleted with all that it had',
      says: 'if nothing is deployed any more, remove "deployed" of the stack from the lock',
      mend: ({ lock }: Mended) => {
        writeFileSync(lock, readFileSync(lock, 'utf8').replace(/"deployed": true,?/, ''));
      },
    },
  ].map(({ name, says, mend }): WrongProgram => ({
    ...{ name, code: 'state-missing', says },
    build: (world, either) => {
      const own = synthesizeIn(world, 'data');
      const state = join(own, 'state/digits-test.tfstate');
      mkdirSync(join(own, 'state'));
      writeFileSync(state, DEPLOYED);
      synthesizeIn(world, 'data');
      rmSync(state);
      if (either(false, true)) mend({ lock: join(own, LOCK), state });
      synthesizeIn(world, 'data');
    },
  })),
];

const OBJECTS: readonly WrongProgram[] = [
  {
    name: 'a chart below no app',
    code: 'chart-root',
    says: 'make it in the app for Kubernetes: new ClusterChart(deployment.kubernetes',
    build: ({ deployment, cluster }, either) =>
      new ClusterChart(either(new RootConstruct('own'), deployment.kubernetes), 'own', { cluster, namespace: 'own' }),
  },
  {
    name: 'two objects that wait for each other',
    code: 'dependency-cycle',
    says: 'remove one of the dependencies that the program adds between them',
    build: ({ chart }, either) => {
      const object = (id: string) => new ApiObject(chart, id, { apiVersion: 'acme.com/v1', kind: 'Queue' });
      const [first, second] = [object('first'), object('second')];
      first.addDependency(second);
      if (either(true, false)) second.addDependency(first);
    },
  },
  {
    name: 'two stacks that need each other',
    code: 'stack-cycle',
    says: 'make both in one stack',
    build: ({ deployment, stack, cluster }, either) => {
      const further = deployment.addStack('pools');
      const location = 'us-central1-a';
      const second = new TrainingCluster(either(further, stack), 'second', { location });
      const pool = { machineType: 'n1-standard-4' };
      new NodePool(further, 'own', { cluster, ...pool });
      new NodePool(stack, 'theirs', { cluster: second, ...pool });
    },
  },
  {
    name: 'a value of Terraform in an object of the program',
    code: 'token-in-manifest',
    says: 'holds a value that only Terraform knows, at spec.bucket: use a plain value that both halves share, such as bucket.bucketName',
    build: ({ stack, chart, bucket }, either) => {
      const region = new TerraformVariable(stack, 'bucket', { type: 'string' }).stringValue;
      const spec = { bucket: either(region, bucket.bucketName) };
      new ApiObject(chart, 'queue', { apiVersion: 'acme.com/v1', kind: 'Queue', spec });
    },
  },
  {
    name: 'an acknowledgement without a reason',
    code: 'acknowledge-reason',
    says: 'say why it is fine here, such as "the article is from 2017"',
    build: ({ cluster }, either, fix) => {
      const accelerators = Accelerator.of('nvidia-next').times(1);
      const pool = cluster.addGpuPool('next', { accelerators, machineType: 'n1-standard-4' });
      acknowledge(pool, 'accelerator-unknown', either(' ', fix.quoted()));
    },
  },
  {
    name: 'an acknowledgement of advice that nobody gives',
    code: 'acknowledged-nothing',
    says: 'leave the acknowledgement out',
    build: ({ gpus }, either) => {
      if (either(true, false)) acknowledge(gpus, 'zone-gpu', 'tried on Monday');
    },
  },
];

/** A cluster on a laptop that is too small in one way. */
function laptop(name: string, says: string, size: (either: Either, fix: Fix) => LocalClusterOptions): WrongProgram {
  const build: WrongProgram['build'] = ({ deployment }, either, fix) => {
    const cluster = LocalCluster.kind(size(either, fix));
    new ClusterChart(deployment.kubernetes, 'laptop', { cluster, namespace: 'laptop' });
  };
  return { name, code: 'local-cluster-size', says, build };
}

const LAPTOPS: readonly WrongProgram[] = [
  laptop('a local cluster without nodes', 'use a whole number of 1 or more', (either, fix) => ({
    nodes: either(0, fix.number()),
  })),
  laptop('a local cluster with half a core', 'leaves no room for a pod', (either, fix) => ({
    cpus: either(0.5, fix.number()),
  })),
  laptop('a local cluster with too little memory', 'use Size.gibibytes(4) or more', (either, fix) => ({
    memory: either(Size.mebibytes(510), Size.gibibytes(Number(fix.part(/Size.gibibytes\((\d+)\)/) || 1))),
  })),
];

export const WRONG_STAGES: readonly WrongProgram[] = [...STAGES, ...STATES, ...OBJECTS, ...LAPTOPS];
