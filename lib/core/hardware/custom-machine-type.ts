import {
  CUSTOM_MEMORY_STEP_MIB,
  customRule,
  familyFacts,
  localSsdCounts,
  type CustomRule,
  type MachineFacts,
} from './catalog/machine-types';
import { problem, type Problem } from '../problems/problem';

/** The shape in the name of a custom machine type. */
interface CustomShape {
  readonly family: string;
  readonly vcpu: number;
  readonly memoryMib: number;
  readonly extended: boolean;
  readonly rule: CustomRule;
}

export function parseCustom(name: string): CustomShape | undefined {
  const match = /^(?:([a-z0-9]+)-)?custom-(\d+)-(\d+)(-ext)?$/.exec(name);
  if (!match) return undefined;
  const family = match[1] ?? 'n1';
  const rule = customRule(family);
  if (!rule) return undefined;
  return { family, vcpu: Number(match[2]), memoryMib: Number(match[3]), extended: match[4] !== undefined, rule };
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

/**
 * Problems of a custom shape. The fix has the nearest shape that is at least as large, or the largest.
 *
 * @see https://cloud.google.com/compute/docs/instances/creating-instance-with-custom-machine-type
 */
export function* customProblems({ family, vcpu, memoryMib, extended, rule }: CustomShape): Generator<Problem> {
  const step = CUSTOM_MEMORY_STEP_MIB;
  const counts = vcpusOf(rule);
  const cores = counts.find((count) => count >= vcpu) ?? counts.at(-1) ?? vcpu;
  const [leastGib = 0, mostGib = 0] = rule.gibPerVcpu;
  const mayExtend = extended && rule.extended === true;
  const most = Math.min(rule.maxGib * 1024, mayExtend ? Infinity : Math.floor((cores * mostGib * 1024) / step) * step);
  const least = Math.ceil((cores * leastGib * 1024) / step) * step;
  const memory = Math.min(most, Math.max(least, Math.ceil(memoryMib / step) * step));
  if (cores === vcpu && memory === memoryMib && mayExtend === extended) return;
  const prefix = family === 'n1' ? 'custom' : `${family}-custom`;
  yield problem(
    'machine-type-custom',
    'machineType',
    `${family.toUpperCase()} has no custom shape of ${vcpu} vCPU and ${memoryMib} MiB${extended ? ' of extended memory' : ''} (${inWords(rule)})`,
    `use ${prefix}-${cores}-${memory}${mayExtend ? '-ext' : ''}`,
  );
}

function inWords({ vcpu, gibPerVcpu, maxGib, extended }: CustomRule): string {
  const counts = vcpu
    .split(' ')
    .map((part) => part.replace(/^(\d+)-(\d+)\/(\d+)$/, '$1 to $2 by $3'))
    .join(', ');
  const memory = `${gibPerVcpu.join(' to ')} GiB for each vCPU in steps of ${CUSTOM_MEMORY_STEP_MIB} MiB`;
  return `vCPU is ${counts}; memory is ${memory}, at most ${maxGib} GiB${extended ? '; -ext takes more for each vCPU' : ''}`;
}

/** All numbers of vCPU of a rule, the least first. */
function vcpusOf({ vcpu }: CustomRule): number[] {
  return vcpu.split(' ').flatMap((part) => {
    const [range = part, by = '1'] = part.split('/');
    const [from = NaN, to = from] = range.split('-').map(Number);
    return Array.from({ length: (to - from) / Number(by) + 1 }, (_, index) => from + index * Number(by));
  });
}
