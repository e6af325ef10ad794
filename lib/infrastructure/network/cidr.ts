import { textProblems } from '../../core/problems/given';
import type { Problem } from '../../core/problems/problem';

/** A range of IPv4 addresses, as `10.4.0.0/14`. */
export interface Cidr {
  readonly first: number;
  readonly size: number;
  readonly prefix: number;
}

const CIDR = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/;

/** The range that a text means, host bits and all; `undefined` if it means none. */
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

/** What is wrong with a range by itself. */
export function cidrProblems(property: string, text: string): Problem[] {
  const noText = textProblems(property, text, 'give a range such as "10.0.0.0/20"');
  if (noText.length > 0) return noText;
  const cidr = parseCidr(text);
  if (!cidr) {
    return [
      {
        code: 'cidr',
        property,
        message: `${property} ${JSON.stringify(text)} is not a range of IPv4 addresses`,
        fix: 'write it as four numbers up to 255 and a length up to 32, such as "10.0.0.0/20"',
      },
    ];
  }
  if (cidr.first % cidr.size === 0) return [];
  return [
    {
      code: 'cidr',
      property,
      message: `${property} "${text}" does not begin where a /${cidr.prefix} begins`,
      fix: `use "${formatCidr(cidr)}"`,
    },
  ];
}

/** What no host can have as its address. */
const RESERVED = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '255.255.255.255/32'];

/** What keeps a range from being that of hosts. A text that is no range is passed over. */
export function reservedProblems(property: string, text: string): Problem[] {
  const cidr = parseCidr(text);
  const reserved = cidr && RESERVED.find((range) => sharesAddresses(cidr, parseCidr(range)));
  if (reserved === undefined) return [];
  return [
    {
      code: 'cidr',
      property,
      message: `${property} "${text}" shares addresses with ${reserved}, which no network can use`,
      fix: 'use private addresses: a range within "10.0.0.0/8", "172.16.0.0/12" or "192.168.0.0/16"',
    },
  ];
}

function sharesAddresses(a: Cidr, b: Cidr | undefined): boolean {
  return b !== undefined && a.first < b.first + b.size && b.first < a.first + a.size;
}

/** Ranges, by the props that set them, that share addresses. Texts that are no ranges are passed over. */
export function overlapProblems(ranges: Readonly<Record<string, string>>): Problem[] {
  const parsed = Object.entries(ranges).flatMap(([property, text]) => {
    const cidr = parseCidr(text);
    return cidr ? [{ property, text, cidr }] : [];
  });
  return parsed.flatMap((a, index) =>
    parsed
      .slice(index + 1)
      .filter((b) => sharesAddresses(a.cidr, b.cidr))
      .map((b) => ({
        code: 'cidr-overlap',
        property: b.property,
        message: `${b.property} "${b.text}" shares addresses with ${a.property} "${a.text}"`,
        fix: `move one of them, for example ${b.property} to begin at ${besides(a.cidr, b.cidr)}`,
      })),
  );
}

/** The first range of a size after another range; before it, where nothing is left after it. */
function besides(taken: Cidr, moved: Cidr): string {
  const begin = taken.first - (taken.first % taken.size);
  const after = Math.ceil((begin + taken.size) / moved.size) * moved.size;
  const first = after < MULTICAST ? after : (Math.floor(begin / moved.size) - 1) * moved.size;
  return formatCidr({ ...moved, first: Math.max(0, first) });
}

const MULTICAST = 224 * 2 ** 24;
