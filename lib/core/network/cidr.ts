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

/** The ranges of texts. Texts that are not ranges are skipped. */
export function parseCidrs(texts: readonly string[]): Cidr[] {
  return texts.flatMap((text) => parseCidr(text) ?? []);
}

export function formatCidr(cidr: Cidr): string {
  const { first: base, prefix } = withoutHostBits(cidr);
  return `${[24, 16, 8, 0].map((shift) => Math.floor(base / 2 ** shift) % 256).join('.')}/${prefix}`;
}

/** The range without host bits, if a text has some. */
export function withoutHostBits(cidr: Cidr): Cidr {
  return { ...cidr, first: cidr.first - (cidr.first % cidr.size) };
}

export function sharesAddresses(a: Cidr, b: Cidr): boolean {
  return a.first < b.first + b.size && b.first < a.first + a.size;
}

/** Ranges of private networks. */
const PRIVATE = parseCidrs(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']);
/** Addresses outside the public internet: private ones, those of the host itself, and multicast groups. */
const NOT_PUBLIC = [
  ...PRIVATE,
  ...parseCidrs(['0.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3']),
];

/** True if an address is public. Texts that are no addresses count as public. */
export function isPublic(address: string): boolean {
  const own = parseCidr(`${address}/32`);
  return own === undefined || !NOT_PUBLIC.some((each) => sharesAddresses(own, each));
}

/** True if ranges together have every public address. Texts that are not ranges are skipped. */
export function coverInternet(ranges: readonly string[]): boolean {
  const cidrs = [...parseCidrs(ranges), ...NOT_PUBLIC].map(withoutHostBits);
  let covered = 0;
  for (const { first, size } of cidrs.sort((a, b) => a.first - b.first)) {
    if (first > covered) return false;
    covered = Math.max(covered, first + size);
  }
  // The last private range ends at the last address.
  return true;
}
