import type { Problem } from '../../core/problems/problem';
import type { ResolvedPool } from './resolved-pool';

/** What keeps the nodes of a pool from being put close together. */
export function placementProblems(pool: ResolvedPool): Problem[] {
  if (!pool.compactPlacement) return [];
  const { machine, nodes, upgrade, zones } = pool;
  const { supported = true, maxNodes = Infinity } = machine.compactPlacement ?? {};
  const { max } = nodes.over(zones?.length ?? 1);
  return [
    ...(supported
      ? []
      : [
          problem(
            `${machine.family} machines such as ${machine.name} have no compact placement`,
            'leave compactPlacement out, or use a newer family such as c2, g2, a2 or a3',
          ),
        ]),
    ...(zones?.length === 1
      ? []
      : [
          problem(
            zones
              ? `compact placement is within one zone, not ${zones.join(', ')}`
              : `compact placement is within one zone, and which zones of ${String(pool.location)} the pool has is not known`,
            zones
              ? `set zones to ['${String(zones[0])}']`
              : `set zones to one zone, such as ['${String(pool.location)}-b']`,
          ),
        ]),
    ...(supported && max > maxNodes
      ? [
          problem(
            `${nodes.toString()} is up to ${max} nodes, but ${machine.family} has at most ${maxNodes} in a compact placement`,
            `use ${nodes.atMost(maxNodes)}`,
          ),
        ]
      : []),
    ...(upgrade?.kind === 'blueGreen'
      ? [problem('a pool with compact placement cannot be upgraded blue-green', 'use UpgradeStrategy.surge(0, 1)')]
      : []),
  ];
}

function problem(message: string, fix: string): Problem {
  return { code: 'compact-placement', property: 'compactPlacement', message, fix };
}
