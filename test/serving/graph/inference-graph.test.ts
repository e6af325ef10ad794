import { expect, test } from 'vitest';
import { GraphNode, ModelServer, ServerCheck, ServingPlatform } from '../../../lib/serving/index';
import { manifestProblems } from '../../conformance/manifest';
import { CORE_2, graphOf, objectsIn, problemsIn, v1, v2 } from './graphs';

test('KServe: a sequence that leads to a switch, each model with a server of its own', () => {
  const graph = graphOf({
    nodes: {
      root: GraphNode.sequence('kind', 'breed'),
      kind: v1(),
      breed: GraphNode.switch([
        { when: 'instances.#(=="cat")', to: 'cats' },
        { when: 'instances.#(=="dog")', to: 'dogs' },
      ]),
      cats: v1(),
      dogs: v1(),
    },
  });
  expect(problemsIn(graph)).toEqual([]);
  expect(graph.url).toBe('http://animals.serving');
  const objects = objectsIn(graph);
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(Object.keys(objects)).toEqual(
    expect.arrayContaining(['InferenceService animals-kind', 'Service animals-cats', 'ServiceAccount animals-dogs']),
  );
  expect(objects['InferenceGraph animals']).toMatchObject({
    metadata: {
      labels: { 'trainyard/workload': 'animals' },
      annotations: { 'serving.kserve.io/deploymentMode': 'Standard', 'serving.kserve.io/autoscalerClass': 'none' },
    },
    spec: {
      minReplicas: 2,
      nodes: {
        root: {
          routerType: 'Sequence',
          steps: [
            {
              name: 'kind',
              serviceUrl: 'http://animals-kind.serving:8501/v1/models/kind:predict',
              dependency: 'Hard',
            },
            { name: 'breed', nodeName: 'breed', data: '$response', mapPredictionsToInstances: true },
          ],
        },
        breed: {
          routerType: 'Switch',
          steps: [
            { condition: 'instances.#(=="cat")', serviceUrl: expect.stringContaining('animals-cats') },
            { condition: 'instances.#(=="dog")', serviceUrl: expect.stringContaining('animals-dogs') },
          ],
        },
      },
    },
  });
  expect(objects['NetworkPolicy animals']).toMatchObject({
    spec: {
      podSelector: { matchLabels: { 'trainyard/workload': 'animals' } },
      ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 8080 }] }],
    },
  });
});

test('KServe: an ensemble and a router', () => {
  const graph = graphOf({
    nodes: {
      root: GraphNode.ensemble('old', 'shares'),
      shares: GraphNode.router([
        { to: 'old', weight: 90 },
        { to: 'new', weight: 10 },
      ]),
      old: v1(),
      new: v1(),
    },
  });
  expect(problemsIn(graph)).toEqual([]);
  expect(objectsIn(graph)['InferenceGraph animals']).toMatchObject({
    spec: {
      nodes: {
        root: {
          routerType: 'Ensemble',
          steps: [
            { name: 'old', serviceUrl: 'http://animals-old.serving:8501/v1/models/old:predict' },
            { name: 'shares', nodeName: 'shares' },
          ],
        },
        shares: {
          routerType: 'Splitter',
          steps: [
            { name: 'old', weight: 90 },
            { name: 'new', weight: 10 },
          ],
        },
      },
    },
  });
});

test('Seldon Core 1: the pods of all models are in one object, and a test with two sides has the weights', () => {
  const graph = graphOf({
    platform: ServingPlatform.seldon(),
    nodes: {
      root: GraphNode.sequence('kind', 'shares'),
      kind: v2(),
      shares: GraphNode.router([
        { to: 'a', weight: 50 },
        { to: 'b', weight: 30 },
        { to: 'c', weight: 20 },
      ]),
      a: v2(),
      b: v2(),
      c: v2(),
    },
  });
  expect(problemsIn(graph)).toEqual([]);
  expect(graph.url).toBe('http://animals-graph.serving:8000/v2/models/infer');
  const objects = objectsIn(graph);
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(Object.keys(objects).filter((name) => name.startsWith('SeldonDeployment'))).toEqual([
    'SeldonDeployment animals',
  ]);
  expect(Object.keys(objects)).toEqual(
    expect.arrayContaining(['Service animals-kind', 'NetworkPolicy animals-a', 'ServiceAccount animals-b']),
  );
  expect(objects['SeldonDeployment animals']).toMatchObject({
    spec: {
      annotations: { 'seldon.io/engine-separate-pod': 'true' },
      protocol: 'v2',
      predictors: [
        {
          name: 'graph',
          labels: { 'trainyard/workload': 'animals' },
          graph: {
            name: 'kind',
            type: 'MODEL',
            children: [
              {
                name: 'shares',
                implementation: 'RANDOM_ABTEST',
                parameters: [{ name: 'ratioA', type: 'FLOAT', value: '0.5000' }],
                children: [
                  { name: 'a', type: 'MODEL' },
                  {
                    name: 'shares-rest',
                    parameters: [{ value: '0.6000' }],
                    children: [{ name: 'b' }, { name: 'c' }],
                  },
                ],
              },
            ],
          },
          componentSpecs: ['kind', 'a', 'b', 'c'].map((name) => ({
            metadata: { labels: { 'trainyard/workload': `animals-${name}` } },
            spec: { serviceAccountName: `animals-${name}`, containers: [{ name }] },
          })),
        },
      ],
    },
  });
});

test('Seldon Core 2: a Pipeline of Models, whose ensembles join their answers', () => {
  const graph = graphOf({
    platform: CORE_2,
    nodes: {
      root: GraphNode.sequence('resize', 'both', 'join'),
      both: GraphNode.ensemble('cats', 'dogs'),
      resize: v2(),
      cats: v2(),
      dogs: v2(),
      join: v2(),
    },
  });
  expect(problemsIn(graph)).toEqual([]);
  expect(graph.url).toBe('http://seldon-mesh.serving/v2/models/animals.pipeline/infer');
  const objects = objectsIn(graph);
  expect(Object.values(objects).flatMap(manifestProblems)).toEqual([]);
  expect(objects['Pipeline animals']).toMatchObject({
    spec: {
      steps: [
        { name: 'animals-resize' },
        { name: 'animals-cats', inputs: ['animals-resize'] },
        { name: 'animals-dogs', inputs: ['animals-resize'] },
        { name: 'animals-join', inputs: ['animals-cats', 'animals-dogs'] },
      ],
      output: { steps: ['animals-join'] },
    },
  });
});

test('a graph of one model is a router before it', () => {
  const graph = graphOf({ nodes: { root: v1() } });
  expect(problemsIn(graph)).toEqual([]);
  expect(objectsIn(graph)['InferenceGraph animals']).toMatchObject({
    spec: { nodes: { root: { steps: [{ serviceUrl: expect.stringContaining('animals-root') }] } } },
  });
});

test('a name that no node has does not compile', () => {
  const wrong = () =>
    graphOf({
      nodes: {
        // @ts-expect-error there is no node "cat"
        root: GraphNode.sequence('cat'),
        cats: v1(),
      },
    });
  expect(wrong).toThrow('nothing leads to node "cats"');
});

test('fails: weights that are not together 100 (graph-weights)', () => {
  const router = () =>
    GraphNode.router([
      { to: 'a', weight: 90 },
      { to: 'b', weight: 20 },
    ]);
  expect(router).toThrow('the weights are 90, 20, together 110: give whole percentages of 0 or more');
});

test('fails: a condition that no request meets (graph-condition)', () => {
  expect(() => GraphNode.switch([{ when: ' ', to: 'cats' }])).toThrow(
    'the condition of "cats" is empty, so it would get no request',
  );
});

test('fails: a cycle (graph-cycle)', () => {
  const cycle = () =>
    graphOf({
      nodes: {
        root: GraphNode.sequence('kind', 'again'),
        again: GraphNode.ensemble('kind', 'root'),
        kind: v1(),
      },
    });
  expect(cycle).toThrow(
    'root → again → root is a cycle, so a request would go round without end: lead "again" to another node',
  );
});

test('fails: a node that nothing leads to (graph-node)', () => {
  expect(() => graphOf({ nodes: { root: GraphNode.sequence('kind'), kind: v1(), breed: v1() } })).toThrow(
    'nothing leads to node "breed", so it would get no request',
  );
});

test('fails: a platform without graphs (platform-option)', () => {
  const platform = ServingPlatform.kubernetes();
  expect(() => graphOf({ platform, nodes: { root: v1() } })).toThrow('platform "Kubernetes" has no graphs');
});

test('fails: servers of two protocols, or of none that is known (graph-protocol)', () => {
  const mixed = graphOf({ nodes: { root: GraphNode.ensemble('a', 'b'), a: v1(), b: v2() } });
  expect(problemsIn(mixed).join()).toContain(
    '"a" speaks v1 and "b" speaks v2, but a graph passes requests on as they are',
  );
  const server = ModelServer.container({
    image: 'server:1',
    ports: [{ name: 'http', port: 8080, protocol: 'http' }],
    ready: ServerCheck.http('/ready'),
  });
  const unknown = graphOf({ nodes: { root: v1({ server }) } });
  expect(problemsIn(unknown).join()).toContain('"root" speaks no protocol that is known');
});

test('any server can say its call', () => {
  const server = ModelServer.container({
    image: 'server:1',
    ports: [
      { name: 'grpc', port: 9000, protocol: 'grpc' },
      { name: 'http', port: 8080, protocol: 'http' },
    ],
    ready: ServerCheck.http('/ready'),
    predict: { path: '/v2/models/$(MODEL_NAME)/infer', protocol: 'v2' },
  });
  const graph = graphOf({ nodes: { root: GraphNode.ensemble('a'), a: v1({ server }) } });
  expect(problemsIn(graph)).toEqual([]);
  expect(JSON.stringify(objectsIn(graph)['InferenceGraph animals'])).toContain(
    'http://animals-a.serving:8080/v2/models/a/infer',
  );
});

test.each<[string, () => ReturnType<typeof graphOf>, string]>([
  [
    'a sequence of v2 on KServe',
    () => graphOf({ nodes: { root: GraphNode.sequence('a', 'b'), a: v2(), b: v2() } }),
    'KServe passes the answer of one step of a sequence to the next as it is',
  ],
  [
    'an ensemble on Seldon Core 1',
    () =>
      graphOf({
        platform: ServingPlatform.seldon(),
        nodes: { root: GraphNode.ensemble('a', 'b'), a: v2(), b: v2() },
      }),
    'node "root" is an ensemble, which a SeldonDeployment lacks: without a combiner of your own Seldon keeps one',
  ],
  [
    'one model at two places on Seldon Core 1',
    () =>
      graphOf({
        platform: ServingPlatform.seldon(),
        nodes: { root: GraphNode.sequence('a', 'b', 'a'), a: v1(), b: v1() },
      }),
    'model "a" has two places in the graph, and a SeldonDeployment has one for each',
  ],
  [
    'a step after a router on Seldon Core 1',
    () =>
      graphOf({
        platform: ServingPlatform.seldon(),
        nodes: {
          root: GraphNode.sequence('shares', 'c'),
          shares: GraphNode.router([
            { to: 'a', weight: 50 },
            { to: 'b', weight: 50 },
          ]),
          a: v1(),
          b: v1(),
          c: v1(),
        },
      }),
    'model "c" has two places in the graph, and a SeldonDeployment has one for each',
  ],
  [
    'a router on Seldon Core 2',
    () =>
      graphOf({
        platform: CORE_2,
        nodes: { root: GraphNode.router([{ to: 'a', weight: 100 }]), a: v2() },
      }),
    'node "root" is a router, which a Pipeline lacks: its steps have no weights',
  ],
])('fails: %s (graph-platform)', (_, make, message) => {
  const found = problemsIn(make()).filter((text) => text.includes('(graph-platform)'));
  expect(found.join()).toContain(message);
});
