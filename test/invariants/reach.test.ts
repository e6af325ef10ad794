import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { Exposure } from '../../lib/serving/exposure/exposure';
import { ModelServer } from '../../lib/serving/model-servers';
import { Telemetry } from '../../lib/serving/telemetry/telemetry';
import { manifestsOf } from '../../lib/testing/index';
import { synthesized } from '../apps/synthesized';
import { MODELS, serving } from '../serving/servings';
import { reaches, type Client } from '../support/network-reach';
import { readRenderings, type Json } from './rendering';

// No pod of another namespace reaches a server that does not name it: by the rules of Kubernetes, over all policies of a deployment,
// because they add up. The network of CI's real node enforces no policies.

const apps = synthesized();
afterAll(() => {
  rmSync(apps.folder, { recursive: true });
});

/** The templates of servers, with their namespaces. */
function serversOf(manifests: readonly Json[]): { name: string; namespace: string; template: Json }[] {
  return manifests
    .filter(({ spec }) => spec?.template?.metadata?.labels?.['trainyard/track'] !== undefined)
    .map(({ metadata, spec }) => ({ name: metadata.name, namespace: metadata.namespace, template: spec.template }));
}

/** A pod of another namespace, with all labels that anything of the deployment has or asks for. */
function strangers(manifests: readonly Json[]): Client[] {
  const labels = Object.assign({}, ...valuesOf(manifests, ['labels', 'matchLabels'])) as Json;
  return [{}, labels].map((each) => ({ namespace: 'strangers', labels: each, namespaceLabels: each }));
}

function valuesOf(value: unknown, keys: readonly string[]): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Json).flatMap(([key, child]) => [
    ...(keys.includes(key) ? [child as Json] : []),
    ...valuesOf(child, keys),
  ]);
}

/** A port that pages of notebooks have. */
const PAGES = { containerPort: 8888 };

/** The templates of pods anywhere in these objects. */
function podTemplatesIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Json).flatMap(([key, child]) =>
    key === 'template' && child?.spec?.containers !== undefined ? [child as Json] : podTemplatesIn(child),
  );
}

/** The ports of all servers that a client reaches, and all of them. */
function portsFor(
  manifests: readonly Json[],
  clientOf: (namespace: string) => Client,
): { reached: string[]; all: string[] } {
  const ports = serversOf(manifests).flatMap(({ name, namespace, template }) =>
    (template.spec.containers as Json[])
      .flatMap((container): Json[] => container.ports ?? [])
      .map((port) => ({
        text: `${name} ${String(port.containerPort)}`,
        isReached: reaches(manifests, clientOf(namespace), template, namespace, port),
      })),
  );
  return {
    reached: ports.filter(({ isReached }) => isReached).map(({ text }) => text),
    all: ports.map(({ text }) => text),
  };
}

const deployments = readRenderings(apps.manifests, apps.stacks)
  .map(({ name, manifests }) => ({ name, manifests }))
  .filter(({ manifests }) => serversOf(manifests).length > 0);

test('applications have servers', () => {
  expect(deployments.map(({ name }) => name)).toEqual(expect.arrayContaining(['inception-dev', 'inception-prod']));
});

describe.each(deployments)('$name', ({ manifests }) => {
  test('pods of another namespace reach no port of a server, whatever their labels', () => {
    for (const stranger of strangers(manifests)) {
      const { reached, all } = portsFor(manifests, () => stranger);
      expect(all.length).toBeGreaterThan(0);
      expect(reached).toEqual([]);
    }
  });

  test('pods of its own namespace do', () => {
    const { reached, all } = portsFor(manifests, (namespace) => ({ namespace, labels: {} }));
    expect(reached).toEqual(all);
  });
});

describe.each(['platform-dev', 'platform-local'])('two tenants of %s', (name) => {
  const manifests = readRenderings(apps.manifests, apps.stacks).find((each) => each.name === name)?.manifests ?? [];
  const teams = ['vision', 'speech'];
  /** The pods of a team: of its objects, with their labels, and one that somebody makes by hand. */
  const podsOfTeam = (team: string): Json[] => [
    { metadata: { labels: {} }, spec: { containers: [{ ports: [{ containerPort: 8888 }] }] } },
    ...podTemplatesIn(manifests.filter(({ metadata }) => metadata.namespace === team)),
  ];
  const reachedBy = (client: string, team: string): number =>
    podsOfTeam(client).reduce((sum, { metadata }) => {
      const from = { namespace: client, labels: metadata?.labels ?? {}, namespaceLabels: labelsOfNamespace(client) };
      const reached = podsOfTeam(team).filter((template) => reaches(manifests, from, template, team, PAGES));
      return sum + reached.length;
    }, 0);
  const labelsOfNamespace = (team: string): Json =>
    manifests.find(({ kind, metadata }) => kind === 'Namespace' && metadata.name === team)?.metadata.labels ?? {};

  test('no pod of one reaches a pod of the other', () => {
    for (const team of teams) expect(podsOfTeam(team).length).toBeGreaterThan(2);
    expect([reachedBy('vision', 'speech'), reachedBy('speech', 'vision')]).toEqual([0, 0]);
  });

  test('pods that a team makes by hand reach each other', () => {
    for (const team of teams) expect(reachedBy(team, team)).toBeGreaterThan(0);
  });

  test('fails: without the policies of the tenants they do', () => {
    const others = manifests.filter(
      ({ kind, metadata }) => kind !== 'NetworkPolicy' || !teams.includes(metadata.namespace),
    );
    const [template = {}] = podsOfTeam('speech');
    expect(reaches(others, { namespace: 'vision', labels: {} }, template, 'speech', PAGES)).toBe(true);
  });
});

describe('a server', () => {
  const of = (props: Parameters<typeof serving>[0]) =>
    manifestsOf(serving(props).node.scope ?? serving(props)) as Json[];
  const reachedBy = (manifests: readonly Json[], client: Client) => portsFor(manifests, () => client).reached;

  test('is reached by pods of the namespace that it names, and by no others', () => {
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'web' } };
    const manifests = of({ reachableFrom: [{ namespaceSelector, podSelector: { matchLabels: { app: 'shop' } } }] });
    expect(reachedBy(manifests, { namespace: 'web', labels: { app: 'shop' } })).toEqual(['mnist 8500', 'mnist 8501']);
    expect(reachedBy(manifests, { namespace: 'web', labels: {} })).toEqual([]);
    for (const stranger of strangers(manifests)) expect(reachedBy(manifests, stranger)).toEqual([]);
  });

  test('before the internet is reached at the port of its guard alone', () => {
    const exposure = Exposure.externalLoadBalancer({ sourceRanges: 'everyone' });
    const manifests = of({ exposure, server: ModelServer.triton(), model: MODELS.version(1) });
    for (const stranger of strangers(manifests)) expect(reachedBy(manifests, stranger)).toEqual([]);
    const [{ template, namespace } = { template: {}, namespace: '' }] = serversOf(manifests);
    const [stranger = { namespace: '', labels: {} }] = strangers(manifests);
    expect(reaches(manifests, stranger, template, namespace, { containerPort: 10_000 })).toBe(true);
  });

  test('with ranges of clients is reached by no pod', () => {
    const manifests = of({ exposure: Exposure.externalLoadBalancer({ sourceRanges: ['203.0.113.0/24'] }) });
    for (const stranger of strangers(manifests)) expect(reachedBy(manifests, stranger)).toEqual([]);
  });

  test('that an operator of Prometheus watches is reached by its pods at the port of the metrics', () => {
    const manifests = of({ telemetry: Telemetry.prometheusOperator() });
    const labels = { 'app.kubernetes.io/managed-by': 'prometheus-operator' };
    expect(reachedBy(manifests, { namespace: 'monitoring', labels })).toEqual(['mnist 8501']);
    expect(reachedBy(manifests, { namespace: 'monitoring', labels: {} })).toEqual([]);
  });
});

test('fails: a policy that lets all namespaces in is noticed', () => {
  const [first] = deployments;
  const manifests = JSON.parse(JSON.stringify(first?.manifests)) as Json[];
  const [server] = serversOf(manifests);
  const spec = { podSelector: {}, policyTypes: ['Ingress'], ingress: [{ from: [{ namespaceSelector: {} }] }] };
  manifests.push({ kind: 'NetworkPolicy', metadata: { name: 'open', namespace: server?.namespace }, spec });
  const { reached, all } = portsFor(manifests, () => ({ namespace: 'strangers', labels: {} }));
  expect(reached).toEqual(all);
});
