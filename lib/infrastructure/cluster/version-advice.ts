import { CHANNELS_AS_OF, minorsOf, type ReleaseChannel } from '../../core/hardware/catalog/gke-versions';
import { compareVersions } from '../../core/hardware/gke-version';
import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';

/** Advice on a version that its release channel does not have: GKE makes no cluster of it. */
export function* channelAdvice(version: string | undefined, channel: ReleaseChannel): Generator<Advice> {
  if (version === undefined || version === 'latest') return;
  const { oldest, newest } = minorsOf(channel);
  const tooOld = compareVersions(version, oldest) < 0;
  if (!tooOld && compareVersions(version, newest) <= 0) return;
  yield problem(
    'kubernetes-version-channel',
    'minimumKubernetesVersion',
    `the ${channel} channel had GKE ${oldest} to ${newest} on ${CHANNELS_AS_OF}, and not ${version}`,
    tooOld
      ? `use "${oldest}" or later, or leave it out; acknowledge this if the cluster was made before`
      : `use "${newest}" or earlier, or leave it out; acknowledge this if the version has come since`,
  );
}
