/** A range of IPv4 addresses, as `10.4.0.0/14`. */
export interface Cidr {
  readonly first: number;
  readonly size: number;
  readonly prefix: number;
}

const CIDR = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/;

/** The range of a text, with host bits kept; `undefined` if the text is not a range. */
export function parseCidr(text: string): Cidr | undefined {
  const numbers = CIDR.exec(text)?.slice(1).map(Number);
  if (!numbers) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, prefix = 0] = numbers;
  if ([a, b, c, d].some((byte) => byte > 255) || prefix > 32) return undefined;
  return { first: ((a * 256 + b) * 256 + c) * 256 + d, size: 2 ** (32 - prefix), prefix };
}

export function formatCidr({ first, size, prefix }: Cidr): string {
  const base = first - (first % size);
  return `${[24, 16, 8, 0].map((shift) => Math.floor(base / 2 ** shift) % 256).join('.')}/${prefix}`;
}

export function sharesAddresses(a: Cidr, b: Cidr): boolean {
  return a.first < b.first + b.size && b.first < a.first + a.size;
}

const MULTICAST = 224 * 2 ** 24;

/** The first range of a size after another range, or before it if there is no room after it. */
export function besides(taken: Cidr, moved: Cidr): string {
  const begin = taken.first - (taken.first % taken.size);
  const after = Math.ceil((begin + taken.size) / moved.size) * moved.size;
  const first = after < MULTICAST ? after : (Math.floor(begin / moved.size) - 1) * moved.size;
  return formatCidr({ ...moved, first: Math.max(0, first) });
}
