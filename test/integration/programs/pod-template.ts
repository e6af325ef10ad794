import { Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  EnvValue,
  LocalCluster,
  Mount,
  Operator,
  Platform,
  PodUser,
  Stage,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';

// Jobs whose program looks at what it was given: all that can be said of a pod and that a container can see.

const PROGRAM = `
import json, os, sys

def status(field):
    return next(line.split()[1:] for line in open("/proc/self/status") if line.startswith(field + ":"))

def writable(path):
    try:
        open(path, "w").close()
        return True
    except OSError:
        return False

shm = os.statvfs("/dev/shm")
print(json.dumps({
    "args": sys.argv[1:],
    "plain": os.environ["PLAIN"],
    "secret": os.environ["SECRET"],
    "label": os.environ["LABEL"],
    "node": len(os.environ["NODE"]) > 0,
    "memory": os.environ["MEMORY"],
    "shm": shm.f_blocks * shm.f_frsize,
    "config": open("/etc/training/train.json").read(),
    "config writable": writable("/etc/training/train.json"),
    "left by the init container": open("/scratch/ready").read(),
    "user": os.getuid(),
    "group of files": 2000 in os.getgroups(),
    "no new privileges": status("NoNewPrivs"),
    "capabilities": status("CapBnd"),
    "seccomp": status("Seccomp"),
    "token": os.path.exists("/var/run/secrets/kubernetes.io"),
    "home": writable(os.path.expanduser("~/probe")),
    "own volume": writable("/scratch/mine"),
}))
`;

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'template');
  const cluster = LocalCluster.minikube({ cpus: 2, operators: [Operator.TRAINING, Operator.JOBSET] });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-template' });
  for (const [by, engine] of [
    ['tfjob', TrainingEngine.tfJob()],
    ['jobset', TrainingEngine.jobSet()],
  ] as const) {
    new DistributedTrainingJob(chart, by, {
      image: 'trainyard/mnist:1',
      command: ['python3', '-c', PROGRAM],
      args: ['--text=two words\nand a line', '--name=$(PLAIN)', '--cost=$$(PLAIN)'],
      env: {
        PLAIN: 'a "quoted" text',
        SECRET: EnvValue.fromSecret('tokens', 'hub.token'),
        LABEL: EnvValue.fromField("metadata.labels['team']"),
        NODE: EnvValue.fromField('spec.nodeName'),
        MEMORY: EnvValue.fromResource('limits.memory'),
      },
      labels: { team: 'vision' },
      initContainers: [{ name: 'prepare', command: ['sh', '-c', 'printf %s "$0" > /scratch/ready', 'done'] }],
      mounts: [
        Mount.memory(Size.mebibytes(16)),
        Mount.configFiles({ 'train.json': '{"steps": 1}\n' }, '/etc/training'),
        Mount.volume({ emptyDir: {} }, '/scratch'),
      ],
      user: PodUser.of(20001, 2000),
      pool: cluster.pool,
      resources: { cpus: 0.1, memory: Size.mebibytes(128) },
      strategy: TensorFlow.multiWorkerMirrored(),
      engine,
    });
  }
});
