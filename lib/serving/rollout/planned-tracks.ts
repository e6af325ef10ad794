import type { ModelSource } from '../../model/model-source';
import type { TrackName } from '../serving';
import type { ServingOptions } from '../serving-options';

/** One version of a model and its name among those that run. */
export interface PlannedTrack {
  readonly track: TrackName;
  readonly source: ModelSource;
  /** The end of the name of the object that runs its pods. */
  readonly suffix: string;
}

export function plannedTracks({
  model,
  canary,
  rollout,
}: Pick<ServingOptions, 'model' | 'canary' | 'rollout'>): readonly [PlannedTrack, ...PlannedTrack[]] {
  if (rollout?.way.kind === 'blueGreen') {
    return [ofColour('blue', model), ofColour('green', rollout.way.green), ...canaryOf(canary)];
  }
  return [{ track: 'stable', source: model, suffix: '' }, ...canaryOf(canary)];
}

function ofColour(track: 'blue' | 'green', source: ModelSource): PlannedTrack {
  return { track, source, suffix: `-${track}` };
}

function canaryOf(canary: ServingOptions['canary']): PlannedTrack[] {
  return canary ? [{ track: 'canary', source: canary.model, suffix: '-canary' }] : [];
}
