import { problem, type Problem } from '../../core/problems';
import type { ResolvedPool } from './resolved-pool';

export function* placementProblems(pool: ResolvedPool): Generator<Problem> {
  if (!pool.compactPlacement) return;
  const { location, machine, nodes, upgrade, zones } = pool;
  const { supported = true, maxNodes = Infinity } = machine.compactPlacement ?? {};
  const { max } = nodes.over(zones?.length ?? 1);
  if (!supported) {
    yield refused(
      `${machine.family} machines such as ${machine.name} have no compact placement`,
      'leave compactPlacement out, or use a newer family such as c2, g2, a2 or a3',
    );
  }
  if (!zones) {
    yield refused(
      `compact placement needs one zone, but the pool's zones in ${String(location)} are not known`,
      `set zones to one zone, such as ['${String(location)}-b']`,
    );
  } else if (zones.length !== 1) {
    const message = `compact placement needs one zone, not ${zones.join(', ')}`;
    yield refused(message, `set zones to ['${String(zones[0])}']`);
  }
  if (supported && max > maxNodes) {
    yield refused(
      `${nodes.toString()} allows ${max} nodes, but ${machine.family} has at most ${maxNodes} in a compact placement`,
      `use ${nodes.atMost(maxNodes)}`,
    );
  }
  if (upgrade?.kind === 'blueGreen') {
    yield refused('a pool with compact placement cannot be upgraded blue-green', 'use UpgradeStrategy.surge(0, 1)');
  }
}

function refused(message: string, fix: string): Problem {
  return problem('compact-placement', 'compactPlacement', message, fix);
}
