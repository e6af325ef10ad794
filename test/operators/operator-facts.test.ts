import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { Operator } from '../../lib/operators/operator';

/** Served versions of every definition, by operator and version. */
const UPSTREAM: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = JSON.parse(
  readFileSync(join(__dirname, '../conformance/schemas/operators.json'), 'utf8'),
);
/** What the library pins; add-ons of GKE have the version that GKE gives them. */
const PINNED = Object.values(Operator)
  .filter((value) => value instanceof Operator)
  .filter(({ install }) => install?.way.kind !== 'addon');
const named = PINNED.map((operator) => [`${operator.name} ${operator.version}`, operator] as const);

test('all are compared with what upstream brings', () => {
  expect(named.map(([name]) => name).sort()).toEqual(Object.keys(UPSTREAM).sort());
});

test.each(named)('%s serves the kinds that upstream brings, at versions that upstream serves', (name, operator) => {
  const upstream = UPSTREAM[name] ?? {};
  expect([...operator.crds].sort()).toEqual(Object.keys(upstream).sort());
  for (const kind of operator.serves) {
    const [crd = '', version] = kind.split('/');
    expect(upstream[crd]).toContain(version);
  }
});

/** A tag of a repository can be moved, and a commit cannot. Files of a release have no commit. */
function isPinned(command: string, version: string): boolean {
  const addresses = command.match(/\S*(github\.com|raw\.githubusercontent\.com)\S*/g) ?? [];
  return (
    addresses.length > 0 &&
    addresses.every((address) =>
      address.includes('/releases/download/') ? address.includes(`/v${version}/`) : /\b[0-9a-f]{40}\b/.test(address),
    )
  );
}

test.each(named)('%s is pinned wherever it comes from', (_, { version, install, charts }) => {
  const way = install?.way;
  if (way?.kind === 'command') expect(isPinned(way.install, version)).toBe(true);
  for (const chart of charts) expect(chart.version.replace(/^v/, '')).toBe(version);
  expect(way?.kind === 'command' || way?.kind === 'elsewhere' || charts.length > 0).toBe(true);
});

test('fails: a tag of a repository, and another version of a release, are not pinned', () => {
  expect(isPinned('kubectl apply -k "github.com/acme/jobs.git/all?ref=v1.0.0"', '1.0.0')).toBe(false);
  expect(isPinned('kubectl apply -f https://raw.githubusercontent.com/acme/jobs/v1.0.0/all.yaml', '1.0.0')).toBe(false);
  expect(isPinned('kubectl apply -f https://github.com/acme/jobs/releases/download/v1/a.yaml', '1.0.0')).toBe(false);
});

test('Kueue queues every job kind of the training operator, by command and by Helm', () => {
  const texts = [Operator.KUEUE, Operator.KUEUE.byHelm()].map(({ install }) => JSON.stringify(install));
  for (const kind of Operator.TRAINING.serves) {
    const job = kind.replace(/s\.kubeflow\.org\/v1$/, '');
    for (const text of texts) expect(text).toContain(`kubeflow.org/${job}`);
  }
});

/** A size as text; JSON would write the fields of its class. */
const asText = (_: string, value: unknown) => (value instanceof Size ? `${value.toMebibytes()}Mi` : value);

test('all that is known of them is as it was', async () => {
  const known = Object.entries(Operator)
    .filter(([, value]) => value instanceof Operator)
    .map(([key, { name, version, serves, apis, rights, needs, pods, install, charts }]) => [
      key,
      {
        name,
        version,
        serves,
        apis,
        rights,
        needs: needs.map((each: Operator) => each.name),
        pods,
        way: install?.way,
        charts,
      },
    ]);
  const table = JSON.stringify(Object.fromEntries(known), asText, 2);
  await expect(`${table}\n`).toMatchFileSnapshot('known-operators.txt');
});
