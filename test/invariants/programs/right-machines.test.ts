import { Size } from 'cdk8s';
import { test } from 'vitest';
import {
  EnvValue,
  Exposure,
  ModelServer,
  ModelSource,
  Replicas,
  Rollout,
  ScalingMetric,
  ServerCheck,
  ServingPlatform,
} from '../../../lib/index';
import { LARGE, serve } from './machines';
import { expectAccepted, type World } from './program';

// Servers whose replicas span several machines, which synthesize without a problem and without advice.

const HUB = ModelSource.huggingFace('acme/large', 'a09a35458c702b33eeacc393d103063234e8bc28');

const PROGRAMS: Readonly<Record<string, (world: World) => void>> = {
  'two replicas of two machines': (world) => {
    serve(world, {});
  },
  'one replica on three machines, beside which the next one starts': (world) => {
    const server = ModelServer.vllm({ machines: 3, maxModelLength: 8192 });
    serve(world, { nodes: 6 }, { server, replicas: Replicas.fixed(1), rollout: Rollout.rolling({ surge: 1 }) });
  },
  'a model of Hugging Face that one machine has no memory for': (world) => {
    serve(world, {}, { model: HUB, server: ModelServer.vllm({ machines: 2, weights: Size.gibibytes(80) }) });
  },
  'a canary beside two replicas': (world) => {
    serve(world, {}, { canary: { model: LARGE.version(4) } });
  },
  'replicas that follow the requests to their leaders': (world) => {
    const replicas = Replicas.between(2, 3, { metric: ScalingMetric.requests(5) });
    serve(world, {}, { replicas });
  },
  'a load balancer inside of the network, a key for its clients, and an endpoint picker': (world) => {
    const env = { VLLM_API_KEY: EnvValue.fromSecret('key', 'key') };
    const exposure = Exposure.internalLoadBalancer({ ports: ['http'] });
    serve(world, {}, { exposure, env, endpointPicker: 'large-picker' });
  },
  'any server of one machine as groups of one pod': (world) => {
    const server = ModelServer.container({
      image: 'us-docker.pkg.dev/acme-ml/images/server:1',
      ports: [{ name: 'http', port: 8080, protocol: 'http' }],
      ready: ServerCheck.http('/ready'),
    });
    serve(world, {}, { server, model: LARGE, platform: ServingPlatform.leaderWorkerSet() });
  },
};

test.each(Object.entries(PROGRAMS))('accepted: %s', (_, program) => {
  expectAccepted(program);
});
