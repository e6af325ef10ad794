import type { GkeAddOn, HelmRelease, InstallWay } from '../core/contracts/operator';
import { accepted, problem, type Problem } from '../core/problems';

export function* emptyProblems(property: string, text: string | undefined, fix: string): Generator<Problem> {
  if (text?.trim() === '') yield problem('operator-form', property, `${property} is empty`, fix);
}

export interface CommandOptions {
  /** The command that waits until it is ready, its webhooks included. It runs each time. @default - only the CRDs are waited for */
  readonly ready?: string;
}

const INSTALL_FIX = 'write the command that installs the operator, such as "kubectl apply --server-side -f …"';

/** The installation of an operator in a cluster. */
export class OperatorInstall {
  declare readonly '~type': 'OperatorInstall';

  /**
   * By a command of DEPLOY.md. It runs if the cluster lacks the operator, and again after a failure or for another version. An
   * empty command is refused.
   */
  static command(install: string, options: CommandOptions = {}): OperatorInstall {
    const { ready } = options;
    const checks = [
      emptyProblems('install', install, INSTALL_FIX),
      emptyProblems('ready', ready, 'write the command that waits for it'),
    ];
    return accepted('OperatorInstall.command', checks, () => new OperatorInstall({ kind: 'command', install, ready }));
  }

  /**
   * By Helm: from a stack with `OperatorReleases`, or without one by the helm command in DEPLOY.md. Charts are installed in
   * the given order. Refused: no chart, a release without name, repository, chart, version or namespace.
   */
  static helm(...releases: readonly [HelmRelease, ...HelmRelease[]]): OperatorInstall {
    const make = () => new OperatorInstall({ kind: 'helm', releases });
    return accepted('OperatorInstall.helm', [releasesProblems(releases)], make);
  }

  /** As an add-on of GKE, which a TrainingCluster with the operator turns on. */
  static addon(addOn: GkeAddOn): OperatorInstall {
    return new OperatorInstall({ kind: 'addon', addOn });
  }

  /**
   * By others: DEPLOY.md only waits for it. An empty name is refused.
   *
   * @param who for the readers of DEPLOY.md, such as `the platform team's Helm release`
   */
  static elsewhere(who: string): OperatorInstall {
    const checks = [emptyProblems('who', who, 'say who installs it, such as "the platform team"')];
    return accepted('OperatorInstall.elsewhere', checks, () => new OperatorInstall({ kind: 'elsewhere', who }));
  }

  private constructor(readonly way: InstallWay) {}
}

function* releasesProblems(releases: readonly HelmRelease[]): Generator<Problem> {
  const fix = 'give the release of a chart: { name, repository, chart, version, namespace }';
  if (releases.length === 0) yield problem('operator-form', 'releases', 'no chart is given', fix);
  for (const { name, repository, chart, version, namespace } of releases) {
    yield* emptyProblems('name', name, 'name the release, such as "kueue"');
    yield* emptyProblems('repository', repository, 'give its address, such as "oci://registry.acme.com/charts"');
    yield* emptyProblems('chart', chart, 'name the chart, such as "kueue"');
    yield* emptyProblems('version', version, 'pin the version of the chart, such as "0.19.2"');
    yield* emptyProblems('namespace', namespace, 'name the namespace of the release, such as "kueue-system"');
  }
}
