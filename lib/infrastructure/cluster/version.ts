import type { Problem } from '../../core/problems/problem';

const VERSION = /^\d+\.\d+(\.\d+(-gke\.\d+)?)?$/;

export function versionProblems(version: string | undefined): Problem[] {
  if (version === undefined || VERSION.test(version)) return [];
  return [
    {
      code: 'kubernetes-version',
      property: 'minimumKubernetesVersion',
      message: `${JSON.stringify(version)} is not a version of GKE`,
      fix: 'use "1.33", "1.33.4" or "1.33.4-gke.1036000", or leave it to the release channel',
    },
  ];
}
