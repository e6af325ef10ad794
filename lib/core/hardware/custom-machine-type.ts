import { familyFacts, hasCustomShapes, localSsdCounts, type MachineFacts } from './catalog/machine-types';

/** The facts of a custom machine type, from its name; `undefined` for other names. Compute Engine checks the shape. */
export function customFacts(name: string): MachineFacts | undefined {
  const [, family = 'n1', vcpu, memoryMib] = /^(?:([a-z0-9]+)-)?custom-(\d+)-(\d+)(-ext)?$/.exec(name) ?? [];
  const facts = familyFacts(family);
  if (vcpu === undefined || !facts || !hasCustomShapes(family)) return undefined;
  return {
    name,
    family,
    vcpu: Number(vcpu),
    memoryMib: Number(memoryMib),
    localSsd: localSsdCounts(facts, Number(vcpu)),
    byName: true,
    flexStart: true,
    sharedCore: false,
    bootDiskTypes: facts.bootDiskTypes,
  };
}
