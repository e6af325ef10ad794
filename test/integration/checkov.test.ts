import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IN_MANIFESTS, IN_STACKS, type Accepted } from './support/accepted-findings';
import { CHECKOV, objectFindings, stackFindings, type Finding } from './support/checkov';
import { judgedBy } from './support/judges';
import { manifests, programFolder, stacks, synthesize } from './support/program';

// checkov reads every stage. What it finds is in the list of what we accept, with a reason, and nothing else is in the list.

let folder = '';
judgedBy([CHECKOV], async () => {
  folder = programFolder();
  await synthesize(folder);
});

/** Findings by deployment that nobody has accepted, and accepted ones that are not found. */
function compared(found: ReadonlyMap<string, readonly Finding[]>, accepted: readonly Accepted[]) {
  const used = new Set<Accepted>();
  const left = [...found].flatMap(([deployment, findings]) =>
    findings.flatMap(({ check, on, title }) => {
      const entry = accepted.find((each) => each.check === check && each.on === on && each.where.test(deployment));
      if (entry) used.add(entry);
      return entry ? [] : [`${deployment}: ${check} ${on}: ${title}`];
    }),
  );
  return { left, idle: accepted.filter((entry) => !used.has(entry)).map(({ check, on }) => `${check} ${on}`) };
}

test('the Terraform of every stage has only the findings that are accepted', async () => {
  const names = stacks(folder);
  const findings = await stackFindings(names.map((stack) => join(folder, 'cdktf.out/stacks', stack)));
  const found = new Map(names.map((stack, at) => [stack, findings[at] ?? []]));
  expect(found.size).toBeGreaterThan(2);
  expect(compared(found, IN_STACKS)).toEqual({ left: [], idle: [] });
});

test('the manifests of every stage, and the pods inside them, have only the findings that are accepted', async () => {
  const objects = manifests(folder);
  const findings = await objectFindings([...objects.values()]);
  const found = new Map([...objects.keys()].map((deployment, at) => [deployment, findings[at] ?? []]));
  expect(found.size).toBeGreaterThan(2);
  expect(compared(found, IN_MANIFESTS)).toEqual({ left: [], idle: [] });
});
