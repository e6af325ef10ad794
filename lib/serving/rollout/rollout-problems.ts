import { problem, type Advice, type Problem } from '../../core/problems';
import type { ModelSource } from '../../model/model-source';
import { isSameVersion } from '../../model/same-version';
import { plannedTracks } from './planned-tracks';
import type { InPlaceOptions } from './rollout';
import type { DecidedServing } from '../serving';
import type { ServingOptions } from '../serving-options';
import type { VersionPolicy } from '../../model/version-policy';

type Pinned = Extract<VersionPolicy, { kind: 'pinned' }>;

export function* rolloutProblems(
  serving: DecidedServing,
  { model, canary }: Pick<ServingOptions, 'model' | 'canary'>,
): Generator<Problem> {
  const { rollout, scaling } = serving;
  if (rollout.way.kind === 'rolling') return;
  const name = rollout.way.kind === 'blueGreen' ? 'Rollout.blueGreen' : 'Rollout.inPlace';
  if (canary) {
    const message = `${name} and a canary are two ways to another version at once`;
    yield problem('rollout-canary', 'canary', message, 'leave canary out, or use Rollout.rolling()');
  }
  if (rollout.way.kind === 'inPlace') {
    yield* inPlaceProblems(serving, model, rollout.way);
  } else if (scaling.least < scaling.most) {
    yield problem(
      'rollout-scaler',
      'replicas',
      `the color without requests would have ${scaling.least} of ${scaling.most} replicas, and get all requests at the switch`,
      `use Replicas.fixed(${scaling.most}), or Rollout.rolling()`,
    );
  }
}

function* inPlaceProblems(
  { server, tracks: [{ container }] }: DecidedServing,
  { policy, place }: ModelSource,
  way: InPlaceOptions,
): Generator<Problem> {
  if (!container.live) {
    const message = `${server.name} takes another version by new pods alone`;
    yield problem('rollout-server', 'rollout', message, 'use Rollout.rolling() or Rollout.blueGreen(…)');
  }
  const copied = place.kind === 'bucket' ? place.read?.way.kind === 'copy' : place.kind !== 'volume';
  if (copied) {
    const message = 'the files of the model come with a pod, so running pods never see those of another version';
    const fix = 'serve it from a volume or a bucket that pods mount or read, or use Rollout.rolling()';
    yield problem('rollout-in-place', 'model', message, fix);
  }
  if (policy.kind === 'pinned') yield* pinnedProblems(policy, way);
  else {
    const message = 'pods load the newest versions by themselves, so nothing is left to change in place';
    yield problem('rollout-in-place', 'model', message, 'name the versions, such as model.versions([1, 2])');
  }
}

/** Problems of a roll-out in place. A server refuses a whole change if a label names a version that is not loaded. */
function* pinnedProblems({ versions, labels }: Pinned, { loaded }: InPlaceOptions): Generator<Problem> {
  const list = (numbers: readonly number[]) => `[${[...new Set(numbers)].sort((a, b) => a - b).join(', ')}]`;
  const added = versions.filter((version) => !loaded.includes(version));
  const both = list([...loaded, ...versions]);
  if (added.length === versions.length && loaded.length > 0) {
    yield problem(
      'rollout-in-place',
      'model',
      `running pods have loaded ${list(loaded)}, and none of them is among the versions ${list(versions)}`,
      `first deploy the versions ${both}, then set loaded: ${both} and leave the old ones out`,
    );
  }
  for (const [label, version] of Object.entries(labels)) {
    if (loaded.includes(version)) continue;
    const kept = versions.find((each) => loaded.includes(each)) ?? loaded[0];
    yield problem(
      'rollout-label',
      'rollout',
      `label "${label}" stands for version ${version}, which running pods have not loaded, so they would refuse the change and not load it either`,
      `first deploy the versions ${both} with "${label}" at ${kept}, then set loaded: ${both} and move the label to ${version}`,
    );
  }
}

/** Advice about versions side by side that are the same. */
export function* sameVersionAdvice(options: Pick<ServingOptions, 'model' | 'canary' | 'rollout'>): Generator<Advice> {
  const [usual, ...others] = plannedTracks(options);
  for (const { track } of others.filter(({ source }) => isSameVersion(source, usual.source))) {
    yield problem(
      'rollout-same',
      track === 'canary' ? 'canary' : 'rollout',
      `${track} serves the same version of the same model as ${usual.track}, so nothing is compared or changed`,
      `give ${track} another version, such as models.version(2), or acknowledge this until there is one`,
    );
  }
}

/** Advice about versions without labels: clients then change over as soon as a pod has loaded the new version. */
export function* labelAdvice({ rollout: { way }, tracks: [{ model }] }: DecidedServing): Generator<Advice> {
  if (way.kind !== 'inPlace' || model.policy.kind !== 'pinned') return;
  if (Object.keys(model.policy.labels).length > 0 || model.policy.versions.length < 2) return;
  yield problem(
    'rollout-labels',
    'model',
    'no version has a label, and clients that name no version get the newest, from each pod as soon as it has loaded it',
    'give labels, such as { stable: 1 }, and let clients ask for the label, or acknowledge this',
  );
}
