import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  EnvValue,
  Mount,
  Operator,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';
import { ClusterSpec } from '../../../lib/training/index';
import { text, job, one, but, jobWith, count, MANY, COUNTS, type Fault } from './fault';

export const JOB_FAULTS: readonly Fault[] = [
  ...text('image', 'image', (p, v) => (p.job.image = v)),
  ...text('env', 'variable', (p, v) => (p.job.env = { [v]: 'a' }), ['', ' ', 'A=B', 'a\nb', 'ÄÖ']),
  ...one('env', 'reserved variable', 'TF_CONFIG', (p) => (p.job.env = { TF_CONFIG: '{}' })),
  ...text('env', 'Secret', (p, v) => (p.job.env = { A: EnvValue.fromSecret(v, 'key') })),
  ...text('env', 'key of a Secret', (p, v) => (p.job.env = { A: EnvValue.fromSecret('secret', v) }), but('-x-')),
  ...text('env', 'config map', (p, v) => (p.job.env = { A: EnvValue.fromConfigMap(v, 'key') })),
  ...text('env', 'field', (p, v) => (p.job.env = { A: EnvValue.fromField(v) })),
  ...text('env', 'resource', (p, v) => (p.job.env = { A: EnvValue.fromResource(v) })),
  ...text('job labels', 'key of a pod label', (p, v) => (p.job.labels = { [v]: 'a' })),
  ...text('job labels', 'pod label', (p, v) => (p.job.labels = { a: v }), but('')),
  ...text('job annotations', 'key of an annotation', (p, v) => (p.job.annotations = { [v]: 'a' })),
  ...text('pull secrets', 'pull secret', (p, v) => (p.job.imagePullSecrets = [v])),
  ...text('priority', 'priority class', (p, v) => (p.job.priorityClassName = v)),
  ...text('init', 'init container', (p, v) => (p.job.initContainers = [{ name: v, command: ['true'] }])),
  ...text(
    'init',
    'image of an init container',
    (p, v) => (p.job.initContainers = [{ name: 'a', command: ['true'], image: v }]),
  ),
  ...one('init', 'two init containers of one name', 'prepare', (p) => {
    p.job.initContainers = ['true', 'false'].map((command) => ({ name: 'prepare', command: [command] }));
  }),
  ...one('init', 'an init container of the name of the main one', 'tensorflow', (p) => {
    p.job.initContainers = [{ name: 'tensorflow', command: ['true'] }];
  }),
  ...one('grace', 'a grace of a broken second', '1.5', (p) => (p.job.terminationGracePeriod = Duration.millis(1500))),
  ...one('architecture', 'an image for Arm', 'arm64', (p) => (p.job.architecture = 'arm64')),
  ...text(
    'mounts',
    'mount path',
    jobWith((v) => ({ mounts: [Mount.memory(Size.mebibytes(1), v)] })),
    but('$(X)'),
  ),
  ...one(
    'mounts',
    'one path twice',
    '/data',
    job(({ jobProps: { mounts = [] } }) => ({
      mounts: [...mounts, Mount.memory(Size.mebibytes(1), '/data')],
    })),
  ),
  ...one(
    'mounts',
    'more memory than there is',
    '/dev/shm',
    job(() => ({ mounts: [Mount.memory(Size.gibibytes(900), '/dev/shm')] })),
  ).map((fault) => ({ ...fault, shows: String(900 * 1024) })),
  ...one(
    'mounts',
    'no memory',
    'NaN',
    job(() => ({ mounts: [Mount.memory(Size.mebibytes(NaN))] })),
  ),
  ...one(
    'mounts',
    'empty memory',
    '0',
    job(() => ({ mounts: [Mount.memory(Size.mebibytes(0))] })),
  ),
  ...text(
    'mounts',
    'claim',
    jobWith((v) => ({ mounts: [Mount.persistentVolumeClaim(v, '/claim')] })),
  ),
  ...text(
    'mounts',
    'config file',
    jobWith((v) => ({ mounts: [Mount.configFiles({ [v]: 'a' }, '/etc/a')] })),
    but('-x-'),
  ),
  ...one(
    'mounts',
    'large config file',
    String(2 ** 21),
    job(() => ({
      mounts: [Mount.configFiles({ a: 'x'.repeat(2 ** 21) }, '/etc/a')],
    })),
  ),
  ...text(
    'mounts',
    'subfolder',
    (p, v) => {
      p.more.push(({ bucket }) => ({ mounts: [Mount.bucket(bucket, '/data', { subfolder: v })] }));
    },
    ['', '/a', '../x', 'a,rw', 'a\nb'],
  ),
  ...text(
    'mounts',
    'mount option',
    (p, v) => {
      p.more.push(({ bucket }) => ({ mounts: [Mount.bucket(bucket, '/data', { mountOptions: [v] })] }));
    },
    ['a, b', 'a\nb', ' '],
  ),
  ...one(
    'identity',
    'no identity',
    'digits-dev-data',
    job(() => ({ identity: undefined })),
  ),
  ...count('workers', 'workers', (p, v) => (p.job.workers = v), MANY),
  ...count('restarts', 'restarts', (p, v) => (p.job.maxRestarts = v)),
  ...one('limit', 'no time', '0 s', (p) => (p.job.activeDeadline = Duration.seconds(0))),
  ...one('limit', 'a broken time', '1.5 s', (p) => (p.job.activeDeadline = Duration.millis(1500))),
  ...one('limit', 'a time that is none', 'NaN', (p) => (p.job.activeDeadline = Duration.seconds(NaN))),
  ...one('keep', 'a broken time', '0.5 s', (p) => (p.job.ttlAfterFinished = Duration.millis(500))),
  ...text('job name', 'job name', (p, v) => (p.job.jobName = v)),
  ...text('job name', 'revision', (p, v) => (p.job.revision = v), but('-x-')),
  ...one('job name', 'job name of 60 characters', '60', (p) => (p.job.jobName = 'j'.repeat(60))),
  ...count('cpus', 'CPUs', (p, v) => (p.job.resources = { cpus: v }), [NaN, -1, 0, 1e9, Infinity, -Infinity, 64]),
  ...count('cpus', 'GPUs', (p, v) => (p.job.resources = { gpus: v }), [...COUNTS, 3]),
  ...one('cpus', 'too much memory', '900', (p) => (p.job.resources = { memory: Size.gibibytes(900) })),
  ...one('cpus', 'no memory', 'NaN', (p) => (p.job.resources = { memory: Size.gibibytes(NaN) })),
  ...one('cpus', 'memory of zero', '0', (p) => (p.job.resources = { memory: Size.gibibytes(0) })),
  ...one('cpus', 'too much disk', '900', (p) => (p.job.resources = { ephemeralStorage: Size.gibibytes(900) })),
  ...one('cpus', 'no disk', 'NaN', (p) => (p.job.resources = { ephemeralStorage: Size.gibibytes(NaN) })),
  ...one('servers', 'GPUs of a CPU pool', '1 GPU', (p) => (p.parameterServers.resources = { gpus: 1 })),
  ...count('servers', 'parameter servers', (p, v) => (p.parameterServers.replicas = v), MANY),
  ...one('servers', 'too many CPUs of parameter servers', '64', (p) => (p.parameterServers.resources = { cpus: 64 })),
  ...one('chief', 'a chief that is none', 'chief', (p) => {
    p.strategy.chief = {};
    p.strategy.clusterSpec = ClusterSpec.flags({ chief: false });
  }),
  ...one(
    'chief',
    'too much memory for the chief',
    '900',
    (p) => (p.strategy.chief = { resources: { memory: Size.gibibytes(900) } }),
  ),
  ...one('evaluator', 'GPUs of the evaluator', '5 GPU', (p) => (p.strategy.evaluator = { resources: { gpus: 5 } })),
  ...text('spec', 'flag', (p, v) => (p.strategy.clusterSpec = ClusterSpec.flags({ jobName: v })), but('-x-')),
  ...one('spec', 'one flag for two things', '--a', (p) => {
    p.strategy.clusterSpec = ClusterSpec.flags({ jobName: '--a', taskIndex: '--a' });
  }),
  ...one(
    'second job',
    'two jobs of one name',
    'digits',
    job(({ chart, jobProps }) => {
      new DistributedTrainingJob(chart, 'again', { ...jobProps, jobName: 'digits' });
      return {};
    }),
  ),
  ...one(
    'second job',
    'a job in a chart of another cluster',
    'elsewhere',
    job(({ kubernetes, jobProps }) => {
      const other = new ClusterChart(kubernetes, 'other', {
        cluster: { clusterName: 'elsewhere' },
        namespace: 'train',
      });
      new DistributedTrainingJob(other, 'again', jobProps);
      return {};
    }),
  ),
  ...one(
    'second job',
    'mirrored workers that are none',
    '-3',
    job(({ chart, jobProps }) => {
      new DistributedTrainingJob(chart, 'mirrored', {
        ...jobProps,
        strategy: TensorFlow.multiWorkerMirrored(),
        workers: -3,
      });
      return {};
    }),
  ),
  ...one('operators', 'an engine without its operator', 'training-operator', (p) => {
    p.cluster.operators = [Operator.JOBSET];
    p.job.engine = TrainingEngine.tfJob();
  }),
];
