import { problem, type Advice, type Problem } from '../../core/problems';
import type { ResolvedPool } from './resolved-pool';

export function* placementProblems(pool: ResolvedPool): Generator<Problem> {
  if (!pool.compactPlacement) return;
  const { location, machine, upgrade, zones } = pool;
  const { supported = true } = machine.compactPlacement ?? {};
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
  if (upgrade?.kind === 'blueGreen') {
    yield refused('a pool with compact placement cannot be upgraded blue-green', 'use UpgradeStrategy.surge(0, 1)');
  }
}

/**
 * Advice about more nodes than GKE's autoscaler has for the family. It gets newer numbers without a release, and Google's page has 1,500.
 *
 * @see https://github.com/GoogleCloudPlatform/cluster-autoscaler/blob/main/pkg/cloudprovider/gke/machinetypes/deprecated_machine_types_config.go
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/compact-placement
 */
export function* placementAdvice({ compactPlacement, machine, nodes, zones }: ResolvedPool): Generator<Advice> {
  const { maxNodes = Infinity } = machine.compactPlacement ?? {};
  const { max } = nodes.over(zones?.length ?? 1);
  if (!compactPlacement || max <= maxNodes) return;
  yield refused(
    `${nodes.toString()} allows ${max} nodes, but ${machine.family} has at most ${maxNodes} in a compact placement, as far as is known`,
    `use ${nodes.atMost(maxNodes)}, or acknowledge this if your project gets more`,
  );
}

function refused(message: string, fix: string): Problem {
  return problem('compact-placement', 'compactPlacement', message, fix);
}
