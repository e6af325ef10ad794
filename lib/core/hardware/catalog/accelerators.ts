import acceleratorsJson from './accelerators.json';
import { parseSize, type MachineLimit } from './machine-types';

/** The availability of a piece of hardware, and its replacements. */
export interface Lifecycle {
  /** active: offered. legacy: still offered, but its drivers or libraries have ended. retired: no zone has it. */
  readonly state: 'active' | 'legacy' | 'retired';
  /** The month of its withdrawal, `YYYY-MM`. @default - not withdrawn, or not known */
  readonly withdrawn?: string;
  /** The last branch of NVIDIA's driver that runs it, such as `R470`. @default - none is known to be the last */
  readonly lastDriverBranch?: string;
  /** Accelerator types to use instead, the nearest first. */
  readonly replacements: readonly string[];
  /** The reason why it is legacy or retired. @default - it is active */
  readonly reason?: string;
}

export interface AcceleratorFacts {
  readonly displayName: string;
  readonly memoryGb?: number;
  readonly computeCapability?: string;
  readonly attach: 'n1' | 'machine';
  readonly spot: boolean;
  readonly reservationOnly?: boolean;
  readonly minimumDriverBranch?: string;
  readonly minimumGkeVersions?: readonly string[];
  readonly n1Limits?: Readonly<Record<string, string>>;
  readonly n1LimitsByZone?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly mig?: Readonly<Record<string, number>>;
  readonly lifecycle: Lifecycle;
}

interface AcceleratorFile {
  readonly sharing: { readonly clientsPerGpu: { readonly min: number; readonly max: number } };
  readonly tpus: { readonly machineFamilies: readonly string[] };
  readonly accelerators: Readonly<Record<string, AcceleratorFacts>>;
}

// The edge to the data file: JSON knows no literal types. test/core/hardware/catalog.test.ts checks its form.
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions
const file = acceleratorsJson as AcceleratorFile;
const accelerators = new Map(Object.entries(file.accelerators));

export const TPU_MACHINE_FAMILIES = file.tpus.machineFamilies;
export const SHARED_CLIENTS = file.sharing.clientsPerGpu;

export function acceleratorTypes(): string[] {
  return [...accelerators.keys()];
}

export function acceleratorFacts(type: string): AcceleratorFacts | undefined {
  return accelerators.get(type);
}

/** The limit of an N1 machine with this number of an accelerator: in a zone, or in every zone. */
export function n1Limit(
  { n1Limits = {}, n1LimitsByZone = {} }: AcceleratorFacts,
  count: number,
  zone?: string,
): MachineLimit | undefined {
  const sizes =
    zone === undefined
      ? [n1Limits, ...Object.values(n1LimitsByZone)].map((limits) => limits[count])
      : [n1LimitsByZone[zone]?.[count] ?? n1Limits[count]];
  const limits = sizes.filter((size) => size !== undefined).map(parseSize);
  if (limits.length === 0) return undefined;
  return {
    vcpu: Math.min(...limits.map(({ vcpu }) => vcpu)),
    memoryMib: Math.min(...limits.map(({ memoryMib }) => memoryMib)),
  };
}
