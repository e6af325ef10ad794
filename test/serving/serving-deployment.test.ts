import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { ModelServer } from '../../lib/serving/model-servers';
import { ModelSource } from '../../lib/model/model-source';
import { Mount } from '../../lib/pods/mounts/mount';
import { Rollout } from '../../lib/serving/rollout/rollout';
import { Replicas } from '../../lib/serving/scaling/replicas';
import { ScalingMetric } from '../../lib/serving/scaling/scaling-metric';
import { ServingDeployment } from '../../lib/serving/serving-deployment';
import { DistributedTrainingJob } from '../../lib/training/distributed-training-job';
import { TrainingEngine } from '../../lib/training/training-engines';
import { PyTorch } from '../../lib/training/strategies/pytorch/pytorch';
import { cpuPool, gpuPool } from '../workload/pools';
import { MODELS, objectsOf, problemsOf, serving, servingChart, texts } from './servings';

function rollingOf(construct: ServingDeployment): unknown {
  return Reflect.get(Object(construct.resource.toJson().spec.strategy), 'rollingUpdate');
}

function adviceOf(construct: ServingDeployment): string[] {
  return texts(openAdvice(construct).map(({ advice }) => advice));
}

describe('the objects', () => {
  test('are a Deployment, and a Service and a policy before it', () => {
    expect(Object.keys(objectsOf(serving()))).toEqual([
      'ServiceAccount mnist',
      'Service mnist',
      'NetworkPolicy mnist',
      'Deployment mnist',
    ]);
  });

  test('have a disruption budget if there are several replicas', () => {
    expect(objectsOf(serving({ replicas: Replicas.fixed(2) }))).toMatchObject({
      'PodDisruptionBudget mnist': { spec: { maxUnavailable: 1 } },
    });
  });

  test('have a canary of its own version behind the same Service', () => {
    const objects = objectsOf(serving({ replicas: Replicas.fixed(2), canary: { model: MODELS.version(2) } }));
    const selector = { 'trainyard/workload': 'mnist' };
    expect(objects).toMatchObject({
      'Service mnist': { spec: { selector } },
      'Deployment mnist': {
        spec: { replicas: 2, selector: { matchLabels: { ...selector, 'trainyard/track': 'stable' } } },
      },
      'Deployment mnist-canary': {
        spec: {
          replicas: 1,
          selector: { matchLabels: { ...selector, 'trainyard/track': 'canary' } },
          template: { metadata: { annotations: { 'trainyard/models.config': expect.stringMatching(/versions: 2 /) } } },
        },
      },
    });
  });
});

describe('two colors', () => {
  const rollout = (live: 'blue' | 'green') => Rollout.blueGreen({ green: MODELS.version(2), live });

  test('run at full size, and the Service leads to the live one', () => {
    const objects = objectsOf(serving({ replicas: Replicas.fixed(2), rollout: rollout('green') }));
    expect(objects).toMatchObject({
      'Service mnist': { spec: { selector: { 'trainyard/workload': 'mnist', 'trainyard/track': 'green' } } },
      'Deployment mnist-blue': { spec: { replicas: 2 } },
      'Deployment mnist-green': { spec: { replicas: 2 } },
    });
    expect(JSON.stringify(objects['Deployment mnist-blue'])).toContain('versions: 1 ');
    expect(JSON.stringify(objects['Deployment mnist-green'])).toContain('versions: 2 ');
  });

  test('are switched by the Services alone', () => {
    const [blue, green] = [
      objectsOf(serving({ rollout: rollout('blue') })),
      objectsOf(serving({ rollout: rollout('green') })),
    ];
    const changed = Object.keys(blue).filter((name) => JSON.stringify(blue[name]) !== JSON.stringify(green[name]));
    expect(changed).toEqual(['Service mnist']);
  });

  test('fails: need room for both (gpu-capacity)', () => {
    const construct = serving({ resources: { gpus: 4 }, rollout: rollout('blue') }, gpuPool({ maxNodes: 1 }));
    expect(problemsOf(construct)).toEqual([
      expect.stringContaining('1 blue replica and 1 green replica ask for 8 accelerators'),
    ]);
  });
});

describe('a pod that stops', () => {
  test('goes on until it gets no more requests, and then has time for the last', () => {
    const props = { preStopDelay: Duration.seconds(20), requestTimeout: Duration.seconds(60) };
    expect(serving(props).resource.toJson().spec.template.spec).toMatchObject({
      terminationGracePeriodSeconds: 80,
      containers: [{ lifecycle: { preStop: { exec: { command: ['sleep', '20'] } } } }],
    });
  });

  test('fails: in no other than whole seconds (whole-seconds)', () => {
    expect(() => serving({ preStopDelay: Duration.millis(1500) })).toThrow(
      'preStopDelay is 1.5 s: use whole seconds, from 1 to 31536000',
    );
    expect(() => serving({ requestTimeout: Duration.days(400) })).toThrow(
      'requestTimeout is 34560000 s: use whole seconds, from 1 to 31536000',
    );
  });
});

test('a start may take as long as the model loads, and a new node takes', () => {
  const { spec } = serving({ startupTimeout: Duration.minutes(2) }).resource.toJson();
  expect(spec).toMatchObject({ progressDeadlineSeconds: 60 * (2 + 10) });
  expect(spec.template.spec.containers[0].startupProbe).toMatchObject({ periodSeconds: 5, failureThreshold: 24 });
});

describe('a roll-out', () => {
  const ofTwoGpus = { resources: { gpus: 4 } };

  test('starts a new pod first where the pool has room for it', () => {
    expect(rollingOf(serving(ofTwoGpus, gpuPool({ maxNodes: 2 })))).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  test('fails: it stops an old pod first where there is no room, which is advice for a single replica (rollout-outage)', () => {
    const construct = serving(ofTwoGpus, gpuPool({ maxNodes: 1 }));
    expect(rollingOf(construct)).toEqual({ maxSurge: 0, maxUnavailable: 1 });
    expect(adviceOf(construct)).toContain(
      'pool "k80" (n1-standard-16) has no room for a second replica, so each roll-out stops the only one before the next has loaded the model: raise nodes of the pool, or acknowledge this if requests may fail meanwhile (rollout-outage)',
    );
  });

  test('fails: of a single replica stops it where the most replicas leave no room for one more (rollout-outage)', () => {
    const replicas = Replicas.between(1, 4, { metric: ScalingMetric.cpu(70) });
    const advice = (maxNodes: number) => adviceOf(serving({ ...ofTwoGpus, replicas }, gpuPool({ maxNodes })));
    expect(advice(4)).toContain(
      'pool "k80" (n1-standard-16) has no room for one more beside 4 replicas, so each roll-out of a single replica stops it before the next has loaded the model: raise nodes, or min of replicas to 2, or acknowledge this if requests may fail meanwhile (rollout-outage)',
    );
    expect(advice(5).filter((text) => text.endsWith('(rollout-outage)'))).toEqual([]);
  });

  test('leaves the room of the other workloads of the pool', () => {
    const pool = gpuPool({ maxNodes: 2 });
    const chart = servingChart();
    const construct = serving(ofTwoGpus, pool, chart);
    const strategy = PyTorch.distributedDataParallel();
    new DistributedTrainingJob(chart, 'train', {
      image: 'a:1',
      pool,
      strategy,
      engine: TrainingEngine.job(),
      ...ofTwoGpus,
    });
    expect(rollingOf(construct)).toEqual({ maxSurge: 0, maxUnavailable: 1 });
  });

  test('fails: a surge that is asked for and does not fit would wait without end (rollout-surge)', () => {
    const construct = serving({ ...ofTwoGpus, rollout: Rollout.rolling({ surge: 1 }) }, gpuPool({ maxNodes: 1 }));
    expect(problemsOf(construct)).toEqual([
      'a roll-out starts 1 more replica before it stops an old one, but pool "k80" (n1-standard-16) has no room for that, so it would wait without end: raise nodes of the pool, or leave surge out, which stops an old replica first where there is no room (rollout-surge)',
    ]);
  });
});

test('fails: a surge that may not fit beside a job is advice (pool-order)', () => {
  const pool = gpuPool({ maxNodes: 2 });
  const chart = servingChart();
  const construct = serving({ resources: { gpus: 4 }, rollout: Rollout.rolling({ surge: 1 }) }, pool, chart);
  const advice = () => adviceOf(construct).filter((text) => text.endsWith('(pool-order)'));
  expect(advice()).toEqual([]);
  const [strategy, engine] = [PyTorch.distributedDataParallel(), TrainingEngine.job()];
  new DistributedTrainingJob(chart, 'train', { image: 'a:1', pool, strategy, engine, resources: { gpus: 1 } });
  expect(problemsOf(construct)).toEqual([]);
  expect(advice()).toEqual([
    'a roll-out starts 1 more replica before it stops an old one, which may find no place on pool "k80" (n1-standard-16): it depends on the pods that are there: raise nodes of the pool, or leave surge out, which stops an old replica first where there may be no room (pool-order)',
  ]);
});

test('fails: a surge of more replicas than there is room for (rollout-surge)', () => {
  const props = { resources: { gpus: 4 }, replicas: Replicas.fixed(2), rollout: Rollout.rolling({ surge: 2 }) };
  expect(problemsOf(serving(props, gpuPool({ maxNodes: 3 })))).toEqual([
    'a roll-out starts 2 more replicas before it stops an old one, but pool "k80" (n1-standard-16) has no room for so many: lower surge to 1, or raise nodes of the pool (rollout-surge)',
  ]);
  expect(problemsOf(serving(props, gpuPool({ maxNodes: 4 })))).toEqual([]);
});

test('a surge is never above the replicas', () => {
  const props = { resources: { gpus: 4 }, rollout: Rollout.rolling({ surge: 3 }) };
  expect(problemsOf(serving(props, gpuPool({ maxNodes: 2 })))).toEqual([]);
});

test('a version and its canary may have room for one more in turn', () => {
  const props = { resources: { gpus: 4 }, canary: { model: MODELS.version(2) } };
  expect(rollingOf(serving(props, gpuPool({ maxNodes: 3 })))).toEqual({ maxSurge: 1, maxUnavailable: 0 });
});

test('fails: an outage that the program asks for (rollout-outage)', () => {
  const props = { resources: { gpus: 4 }, rollout: Rollout.rolling({ surge: 0 }) };
  expect(adviceOf(serving(props, gpuPool({ maxNodes: 2 })))).toContain(
    'surge is 0, so each roll-out stops the only one before the next has loaded the model: leave surge out, or acknowledge this if requests may fail meanwhile (rollout-outage)',
  );
});

test('fails: a canary of a version that may have no replica (canary-replicas)', () => {
  const replicas = Replicas.between(0, 2, { metric: ScalingMetric.query('sum(waiting)', 5) });
  expect(() => serving({ replicas, canary: { model: MODELS.version(2) } })).toThrow(
    'the canary has 1 replica, but the usual version may have only 0, so most requests would go to the canary: set min of replicas to 1 or more, or leave canary out (canary-replicas)',
  );
});

test.each([
  [
    { labels: { 'trainyard/track': 'x' } },
    'labels have "trainyard/track", which the library sets itself: leave it out',
  ],
  [{ labels: { 'trainyard/workload': 'x' } }, 'labels have "trainyard/workload", which the library sets itself'],
  [{ annotations: { 'trainyard/models.config': '' } }, 'annotations have "trainyard/models.config", which the library'],
])('fails: labels and annotations that the library sets (server-labels): %j', (props, message) => {
  expect(() => serving(props)).toThrow(message);
});

test('fails: a mount where the config files are (mount-path)', () => {
  expect(problemsOf(serving({ mounts: [Mount.persistentVolumeClaim('data', '/etc/serving')] }))).toEqual([
    '2 mounts are at /etc/serving: give each a path of its own (mount-path)',
  ]);
});

test('fails: a canary of more replicas than the usual version (canary-replicas)', () => {
  expect(() => serving({ canary: { model: MODELS.version(2), replicas: 2 } })).toThrow(
    'the canary has 2 replicas, but the usual version may have only 1, so most requests would go to the canary: set canary.replicas to 1 or less (canary-replicas)',
  );
});

test('fails: replicas that the pool cannot hold at once (pool-capacity)', () => {
  expect(problemsOf(serving({ replicas: Replicas.fixed(9) }, cpuPool({ maxNodes: 2 })))).toEqual([
    expect.stringMatching(
      /^9 replicas need 3 nodes at once but pool "cpu" \(n1-standard-4\) grows to 2: lower replicas to \d+ or raise nodes to 3.* \(pool-capacity\)$/,
    ),
  ]);
});

test('fails: a name that no Service can have (name)', () => {
  expect(() => serving({ servingName: '1mnist' })).toThrow('serving name "1mnist" is not of the allowed form');
});

test('fails: two servers that do not fit on their pool together (pool-standing)', () => {
  const pool = gpuPool({ maxNodes: 1 });
  const chart = servingChart();
  const construct = serving({ resources: { gpus: 3 } }, pool, chart);
  const { server } = construct.serving;
  new ServingDeployment(chart, 'other', { pool, server, model: MODELS, resources: { gpus: 2 } });
  expect(problemsOf(construct)).toEqual([
    'serving/mnist, serving/other together need 2 nodes of pool "k80" (n1-standard-16), but it grows to 1, and none of them ever ends: raise nodes to 2, or give them a pool each (pool-standing)',
  ]);
});

describe('the pods of a canary', () => {
  const volume = (namespace: string) =>
    ModelSource.volume(
      { claimName: 'data', at: (path) => Mount.persistentVolumeClaim('data', path, {}, { namespace }) },
      'mnist',
    );

  test('fails: a volume that they cannot mount (volume-namespace)', () => {
    const model = volume('serving');
    expect(problemsOf(serving({ model, canary: { model: volume('other') }, replicas: Replicas.fixed(2) }))).toEqual([
      expect.stringContaining('is in namespace "other", and the pods run in "serving"'),
    ]);
    // Both versions lie in one volume: it is said once.
    expect(problemsOf(serving({ model: volume('other'), canary: { model: volume('other').version(2) } }))).toHaveLength(
      1,
    );
  });

  test('fails: an image that can change (image-tag)', () => {
    const canary = { model: ModelSource.image('mnist-model:latest', '/models/mnist') };
    expect(adviceOf(serving({ canary }))).toContainEqual(expect.stringContaining('"mnist-model:latest" can change'));
  });

  test('are no second server that cannot compute (server-gpus)', () => {
    const model = ModelSource.huggingFace('Qwen/Qwen2.5-7B-Instruct', 'a09a354');
    const refused = () => serving({ server: ModelServer.vllm(), model, canary: { model } });
    expect(refused).toThrow(/^(?!.*server-gpus.*server-gpus).*\(server-gpus\)$/s);
  });
});
