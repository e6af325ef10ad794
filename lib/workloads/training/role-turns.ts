import { problem, type Problem } from '../../core/problems/problem';
import { withArticle } from '../../core/problems/with-article';
import type { PodDemand } from '../pod/pool-demand';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { ResolvedRole } from './training-strategy';

// Roles with more tasks than run at the same time.

/** The pods that run at the same time. */
export function demandsOf(roles: readonly ResolvedRole[]): readonly PodDemand[] {
  if (roles.every(({ atOnce }) => atOnce === undefined)) return roles;
  return roles.map((role) =>
    role.atOnce === undefined ? role : { ...role, replicas: role.atOnce, lowered: 'atOnce' },
  );
}

/** Problems of tasks that wait for their turn, by an engine that starts all. */
export function* turnProblems({ strategy, roles }: ResolvedTrainingJob, engine: TrainingEngine): Generator<Problem> {
  if (engine.runsInTurns === true) return;
  for (const { name, replicas, atOnce = replicas } of roles) {
    if (atOnce === replicas) continue;
    const message = `atOnce is ${atOnce} of ${replicas} tasks of the role "${name}" of ${strategy.name}, but ${withArticle(engine.name)} starts all at once`;
    yield problem(
      'engine-option',
      'engine',
      message,
      'use TrainingEngine.job() or TrainingEngine.jobSet(), or leave atOnce out',
    );
  }
}
