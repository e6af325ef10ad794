/** The size of a machine, by its name. */
export interface Machine {
  readonly name: string;
  readonly vcpu: number;
  readonly memoryMiB: number;
  readonly arm: boolean;
}

/** GiB of memory for each vCPU. @see https://cloud.google.com/compute/docs/general-purpose-machines */
const GIB_PER_VCPU: Readonly<Record<string, number>> = {
  'c2-standard': 4,
  'e2-highcpu': 1,
  'e2-highmem': 8,
  'e2-standard': 4,
  'g2-standard': 4,
  'n1-highcpu': 0.9,
  'n1-highmem': 6.5,
  'n1-standard': 3.75,
  'n2-highcpu': 1,
  'n2-highmem': 8,
  'n2-standard': 4,
  'n2d-standard': 4,
  't2a-standard': 4,
};

/** vCPU and GiB of machines whose name does not tell them. @see https://cloud.google.com/compute/docs/gpus */
const SIZES: Readonly<Record<string, readonly [vcpu: number, gib: number]>> = {
  'a2-highgpu-1g': [12, 85],
  'a2-highgpu-2g': [24, 170],
  'a3-highgpu-8g': [208, 1872],
  'e2-medium': [2, 4],
  'e2-small': [2, 2],
};

/** A machine of Compute Engine, from its name alone. */
export function machineOf(name: string): Machine {
  const arm = name.startsWith('t2a-');
  const custom = /^(?:[a-z0-9]+-)?custom-(\d+)-(\d+)$/.exec(name);
  if (custom) return { name, vcpu: Number(custom[1]), memoryMiB: Number(custom[2]), arm };
  const known = SIZES[name];
  if (known) return { name, vcpu: known[0], memoryMiB: known[1] * 1024, arm };
  const [, series = '', vcpu = ''] = /^(.+)-(\d+)$/.exec(name) ?? [];
  const gib = GIB_PER_VCPU[series];
  if (gib === undefined) throw new Error(`machines.ts does not know the size of ${name}`);
  return { name, vcpu: Number(vcpu), memoryMiB: Number(vcpu) * gib * 1024, arm };
}
