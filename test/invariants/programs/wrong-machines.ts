import { Size } from 'cdk8s';
import { ModelServer, Operator, Replicas, Rollout, ServingPlatform } from '../../../lib/index';
import { LARGE, OPERATORS, serve } from './machines';
import type { WrongProgram } from './program';

// Mistakes with servers whose replicas span several machines, each in a small program as a user would write it.

export const WRONG_MACHINES: readonly WrongProgram[] = [
  {
    name: 'a cluster without the operator',
    code: 'operator-missing',
    says: 'add Operator.LWS to operators of the cluster',
    build: (world, either) => serve(world, { operators: either([Operator.KEDA], OPERATORS) }),
  },
  {
    name: 'a replica that spans more machines than the pool has',
    code: 'gpu-capacity',
    says: '2 replicas of 4 machines ask for 16 accelerators but pool "l4" grows to 6 (3 nodes × 2): raise nodes to 8',
    build: (world, either) => serve(world, { nodes: either(3, 8) }, { server: ModelServer.vllm({ machines: 4 }) }),
  },
  {
    name: 'machines left over that are no whole replica',
    code: 'gpu-capacity',
    says: '3 replicas of 2 machines ask for 12 accelerators but pool "l4" grows to 10 (5 nodes × 2): lower replicas to 2 or raise nodes to 6',
    build: (world, either) => serve(world, { nodes: 5 }, { replicas: Replicas.fixed(either(3, 2)) }),
  },
  {
    name: 'a roll-out that needs a whole further replica',
    code: 'rollout-surge',
    says: 'raise nodes of the pool, or leave surge out',
    build: (world, either) =>
      serve(world, { nodes: 5 }, { rollout: either(Rollout.rolling({ surge: 1 }), Rollout.rolling()) }),
  },
  {
    name: 'a platform whose replicas are single pods',
    code: 'platform-option',
    says: 'platform "Kubernetes" has no replicas of several machines: leave platform out (',
    build: (world, either) => serve(world, {}, { platform: either(ServingPlatform.kubernetes(), undefined) }),
  },
  {
    name: 'two colors of groups',
    code: 'platform-option',
    says: 'platform "LeaderWorkerSet" has no Rollout.blueGreen, because nothing waits for all groups of a color: use Rollout.rolling() (',
    build: (world, either) => {
      const colors = Rollout.blueGreen({ green: LARGE.version(4), live: 'blue' });
      serve(world, {}, { rollout: either(colors, Rollout.rolling()) });
    },
  },
  {
    name: 'sizes of parallelism that the library derives',
    code: 'server-arg',
    says: '--pipeline-parallel-size is a flag that the library sets itself: use machines',
    build: (world, either) => {
      const extraArgs = either(['--pipeline-parallel-size=4'], []);
      serve(world, {}, { server: ModelServer.vllm({ machines: 2, extraArgs }) });
    },
  },
  {
    name: 'half a machine',
    code: 'server-machines',
    says: 'machines cannot be 1.5: use a whole number of 1 or more',
    build: (world, either) => serve(world, {}, { server: ModelServer.vllm({ machines: either(1.5, 2) }) }),
  },
  {
    name: 'weights that need more machines',
    code: 'model-memory',
    says: 'machines of ModelServer.vllm to 3',
    build: (world, either) => {
      const server = ModelServer.vllm({ machines: either(2, 3), weights: Size.gibibytes(100) });
      serve(world, { nodes: 9 }, { server });
    },
  },
  {
    name: 'the GPUs of a replica where those of a machine belong',
    code: 'gpu-per-node',
    says: 'each machine of a replica asks for 4 GPUs but a node of pool "l4" (g2-standard-24) has 2',
    build: (world, either) =>
      serve(world, {}, { resources: { gpus: either(4, 2), cpus: 16, memory: Size.gibibytes(64) } }),
  },
  {
    name: 'machines of one replica in several zones',
    code: 'server-zones',
    says: 'use a pool in one zone',
    build: (world, either) => serve(world, { zones: either(['us-central1-a', 'us-central1-b'], ['us-central1-a']) }),
  },
  {
    name: 'an endpoint picker in a cluster without the inference extension',
    code: 'operator-missing',
    says: 'add Operator.INFERENCE_EXTENSION to operators of the cluster',
    build: (world, either) =>
      serve(world, { operators: either([Operator.LWS], OPERATORS) }, { endpointPicker: 'large-picker' }),
  },
  {
    name: 'a name that is too long for the pods of groups',
    code: 'name',
    says: 'set servingName to 1 to 44',
    build: (world, either) => serve(world, {}, { servingName: either('l'.repeat(45), 'l'.repeat(44)) }),
  },
];
