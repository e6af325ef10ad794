import prices from './prices.json';

/** Prices by region: on demand, and spot. */
type Prices = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

const MACHINES: Prices = prices.machines;
const GPUS: Prices = prices.gpus;

/** The date of the prices. */
export const PRICES_AS_OF = prices.asOf;

/** A machine, and the GPUs that it has apart from its type. */
export interface PricedMachine {
  readonly machineType: string;
  readonly region: string;
  readonly spot: boolean;
  /** The GPUs that are attached to it. @default - they are part of the machine type */
  readonly attached?: { readonly type: string; readonly count: number };
}

/** The list price of a machine in USD for an hour; `undefined` where it is not known. */
export function hourlyPrice({ machineType, region, spot, attached }: PricedMachine): number | undefined {
  const column = spot ? 1 : 0;
  const machine = MACHINES[machineType]?.[region]?.[column];
  const gpu = attached === undefined ? 0 : GPUS[attached.type]?.[region]?.[column];
  return machine === undefined || gpu === undefined ? undefined : machine + (attached?.count ?? 0) * gpu;
}
