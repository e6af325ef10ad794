import { CUSTOM_SHAPES, familyFacts, localSsdCounts, type MachineFacts } from './catalog/machine-types';
import { problem, type Problem } from '../problems/problem';

/** The shape in the name of a custom machine type. */
interface CustomShape {
  readonly family: string;
  readonly vcpu: number;
  readonly memoryMib: number;
  readonly extended: boolean;
}

export function parseCustom(name: string): CustomShape | undefined {
  const match = /^(?:([a-z0-9]+)-)?custom-(\d+)-(\d+)(-ext)?$/.exec(name);
  if (!match) return undefined;
  const family = match[1] ?? 'n1';
  if (!familyFacts(family)?.custom) return undefined;
  return { family, vcpu: Number(match[2]), memoryMib: Number(match[3]), extended: match[4] !== undefined };
}

export function customFacts(name: string, shape: CustomShape): MachineFacts | undefined {
  const family = familyFacts(shape.family);
  if (!family) return undefined;
  return {
    name,
    family: shape.family,
    vcpu: shape.vcpu,
    memoryMib: shape.memoryMib,
    localSsd: localSsdCounts(family, shape.vcpu),
    byName: true,
    flexStart: true,
    sharedCore: false,
    bootDiskTypes: family.bootDiskTypes,
  };
}

/** Problems of a shape of N1; the rules of other families are not known. */
export function* customProblems({ family, vcpu, memoryMib, extended }: CustomShape): Generator<Problem> {
  if (family !== 'n1') return;
  const { maxVcpu, memoryStepMiB: step, minGiBPerVcpu, maxGiBPerVcpu } = CUSTOM_SHAPES;
  const cores = vcpu === 1 ? 1 : Math.min(maxVcpu, Math.max(2, vcpu + (vcpu % 2)));
  const least = Math.ceil((cores * minGiBPerVcpu * 1024) / step) * step;
  const most = extended ? Infinity : Math.floor((cores * maxGiBPerVcpu * 1024) / step) * step;
  const memory = Math.min(most, Math.max(least, Math.ceil(memoryMib / step) * step));
  if (cores === vcpu && memory === memoryMib) return;
  const rules = `vCPU is 1 or an even number up to ${maxVcpu}, memory ${minGiBPerVcpu} to ${maxGiBPerVcpu} GiB for each vCPU in steps of ${step} MiB`;
  const message = `N1 has no custom shape of ${vcpu} vCPU and ${memoryMib} MiB (${rules})`;
  yield problem(
    'machine-type-custom',
    'machineType',
    message,
    `use custom-${cores}-${memory}${extended ? '-ext' : ''}`,
  );
}
