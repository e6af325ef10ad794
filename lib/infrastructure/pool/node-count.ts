import { accepted, boundsProblems, problem, type Problem } from '../../core/problems';

/** Lowest and highest number of nodes of a pool, over all its zones. */
export interface NodeCountRange {
  readonly min: number;
  readonly max: number;
}

/** The nodes that GKE takes in a zone of a pool. */
const NODES_PER_ZONE = 1000;

/**
 * The number of nodes of a pool. Numbers are totals over all zones of the pool, except for `perZone`.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cluster-autoscaler
 */
export class NodeCount {
  /** A fixed number. Refused at synthesis if the pool's zones do not divide it. */
  static fixed(total: number): NodeCount {
    return nodes('fixed', { total }, (where) => new NodeCount(where, false, false, total, total));
  }

  /** An autoscaled number from `min` to `max`. A `min` of 0 costs nothing while idle. */
  static between(min: number, max: number): NodeCount {
    return nodes('between', { min, max }, (where) => new NodeCount(where, false, true, min, max));
  }

  /** A fixed number in each zone. If the zones are not known, workloads assume three, as GKE chooses in a region. */
  static perZone(count: number): NodeCount {
    return nodes('perZone', { count }, (where) => new NodeCount(where, true, false, count, count));
  }

  private constructor(
    private readonly expression: string,
    /** True if the numbers are for each zone. */
    readonly perZone: boolean,
    /** True if the cluster autoscaler chooses the number. */
    readonly autoscaled: boolean,
    private readonly min: number,
    private readonly max: number,
  ) {}

  /** The totals over a number of zones. */
  over(zones: number): NodeCountRange {
    const factor = this.perZone ? zones : 1;
    return { min: this.min * factor, max: this.max * factor };
  }

  /** The number in each zone of a pool that is not autoscaled. */
  fixedPerZone(zones: number): number {
    return this.over(zones).min / zones;
  }

  /** Problems of the numbers in these zones. @param zones @default - not known: only problems in any zones */
  *problems(zones?: readonly string[]): Generator<Problem> {
    const zoneCount = zones?.length ?? 1;
    const { max } = this.over(zoneCount);
    if ((zones || this.perZone) && max > NODES_PER_ZONE * zoneCount) {
      const message = `${this.expression} is more than the ${NODES_PER_ZONE} nodes a zone that a pool has`;
      const fix = `use ${this.atMost(NODES_PER_ZONE * zoneCount, zoneCount)}, or several pools`;
      yield problem('node-count-limit', 'nodes', message, fix);
    }
    if (zones && !this.autoscaled && max % zones.length !== 0) {
      const perZone = Math.ceil(max / zones.length);
      yield problem(
        'node-count-zones',
        'nodes',
        `${this.expression} cannot be spread evenly over ${zones.length} zones (${zones.join(', ')})`,
        `use NodeCount.fixed(${perZone * zones.length}) or NodeCount.perZone(${perZone}), or name one zone`,
      );
    }
  }

  /** The expression for the same choice with a lower total over a number of zones. */
  atMost(count: number, zones = 1): string {
    const inEach = Math.floor(count / zones);
    if (this.perZone) return `NodeCount.perZone(${inEach})`;
    if (!this.autoscaled) return `NodeCount.fixed(${inEach * zones})`;
    return `NodeCount.between(${Math.min(this.min, count)}, ${count})`;
  }

  toString(): string {
    return this.expression;
  }
}

function* countProblems({ min, ...others }: Readonly<Record<string, number>>): Generator<Problem> {
  const wrong = [...boundsProblems('node-count', { min }), ...boundsProblems('node-count', others, { least: 1 })];
  yield* wrong;
  const { max = Infinity } = others;
  if (wrong.length > 0 || min === undefined || min <= max) return;
  yield problem('node-count', 'min', `min ${min} is above max ${max}`, `use NodeCount.between(${max}, ${min})`);
}

/** @param counts the arguments of the factory, the least number first */
function nodes(
  factory: string,
  counts: Readonly<Record<string, number>>,
  make: (expression: string) => NodeCount,
): NodeCount {
  const expression = `NodeCount.${factory}(${Object.values(counts).join(', ')})`;
  return accepted(expression, [countProblems(counts)], () => make(expression));
}
