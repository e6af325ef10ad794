/** The limits of a compact placement group. */
export interface CompactPlacement {
  readonly supported: boolean;
  /** @default - none, where it is not supported */
  readonly maxNodes?: number;
}

export function toCompactPlacement(nodes: number): CompactPlacement {
  return nodes === 0 ? { supported: false } : { supported: true, maxNodes: nodes };
}
