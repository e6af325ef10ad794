import { DNS_LABEL, DNS_SUBDOMAIN } from '../names/kubernetes-name';
import { nameProblems } from '../names/name';
import { accepted } from '../problems/errors';
import { problem, type Problem } from '../problems/problem';
import {
  jsonObject,
  choice,
  optional,
  optionProblems,
  text,
  typeProblems,
  valueOf,
  type RequiredRule,
  type Rules,
} from '../problems/rules';

/** A text that says something. */
export function filledText(fix: string): RequiredRule {
  const isText = text(fix);
  return {
    ...isText,
    check: (property, value) =>
      typeof value === 'string' && value.trim() === ''
        ? [problem('operator-form', property, `${property} is empty`, fix)]
        : isText.check(property, value),
  };
}

export const OPERATOR_INSTALL = valueOf(
  'OperatorInstall',
  "use OperatorInstall.command('kubectl apply …') or another of OperatorInstall",
);

/** Values of a chart, as its values.yaml has them. */
export type HelmValues = Readonly<Record<string, unknown>>;

/** One Helm chart as it is installed: name and version are pinned, the cluster's namespace is made for it. */
export interface HelmRelease {
  /** The name of the release. */
  readonly name: string;
  /** The address of a chart repository: `https://…`, or `oci://…` without the chart. */
  readonly repository: string;
  readonly chart: string;
  /** The chart's version, as the repository spells it. */
  readonly version: string;
  readonly namespace: string;
  /** Values that replace those of the chart's values.yaml. @default {} */
  readonly values?: HelmValues;
}

/** An add-on that GKE installs and keeps up to date by itself. */
export type GkeAddOn = 'rayOperator';

export const HELM_VALUES = jsonObject("give the chart's values as JSON holds them, such as { replicas: 2 }");

const HELM_RELEASE = {
  name: filledText('name the release, such as "kueue"'),
  repository: filledText('give the address of the repository, such as "oci://registry.acme.com/charts"'),
  chart: filledText('name the chart, such as "kueue"'),
  version: filledText('pin the version of the chart, such as "0.19.2"'),
  namespace: filledText('name the namespace of the release, such as "kueue-system"'),
  values: optional(HELM_VALUES),
} satisfies Rules<HelmRelease>;

/** How to tell that an installed operator serves. */
export interface CommandOptions {
  /** The command that waits until it serves, its webhooks included. @default - only the CRDs are waited for */
  readonly ready?: string;
}

const COMMAND = {
  install: filledText('write the command that installs the operator, such as "kubectl apply --server-side -f …"'),
};
const COMMAND_OPTIONS = {
  ready: optional(filledText('write the command that waits for it')),
} satisfies Rules<CommandOptions>;
const ELSEWHERE = { who: filledText('say who installs it, such as "the platform team"') };
const ADD_ON = { addOn: choice('rayOperator') };

type Way =
  | { readonly kind: 'command'; readonly install: string; readonly ready?: string }
  | { readonly kind: 'helm'; readonly releases: readonly HelmRelease[] }
  | { readonly kind: 'addon'; readonly addOn: GkeAddOn }
  | { readonly kind: 'elsewhere'; readonly who: string };

/** How an operator comes to a cluster. */
export class OperatorInstall {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'OperatorInstall';

  /** By a command of DEPLOY.md, run where the cluster lacks the operator. Refused if it is empty. */
  static command(install: string, options: CommandOptions = {}): OperatorInstall {
    const wrong = [...typeProblems({ install }, COMMAND), ...optionProblems(options, COMMAND_OPTIONS)];
    const make = () => new OperatorInstall({ kind: 'command', install, ready: options.ready });
    return accepted('OperatorInstall.command', [wrong], make);
  }

  /**
   * By Helm: from a stack with `OperatorReleases`, or by the helm command in DEPLOY.md where no stack releases it.
   * Each chart is installed after those before it. Refused: no chart, a release without name, repository, chart,
   * version or namespace.
   */
  static helm(...releases: readonly [HelmRelease, ...HelmRelease[]]): OperatorInstall {
    const make = () => new OperatorInstall({ kind: 'helm', releases });
    return accepted('OperatorInstall.helm', [releasesProblems(releases)], make);
  }

  /** As an add-on that GKE manages: a TrainingCluster with the operator turns it on. */
  static addon(addOn: GkeAddOn): OperatorInstall {
    const make = () => new OperatorInstall({ kind: 'addon', addOn });
    return accepted('OperatorInstall.addon', [typeProblems({ addOn }, ADD_ON)], make);
  }

  /**
   * By somebody else: DEPLOY.md only waits for it. An empty name is refused.
   *
   * @param who for the readers of DEPLOY.md, such as `the platform team's Helm release`
   */
  static elsewhere(who: string): OperatorInstall {
    const make = () => new OperatorInstall({ kind: 'elsewhere', who });
    return accepted('OperatorInstall.elsewhere', [typeProblems({ who }, ELSEWHERE)], make);
  }

  private constructor(readonly way: Way) {}
}

function* releasesProblems(releases: readonly HelmRelease[]): Generator<Problem> {
  const fix = 'give the release of a chart: { name, repository, chart, version, namespace }';
  if (releases.length === 0) yield problem('operator-form', 'releases', 'no chart is given', fix);
  for (const release of releases) {
    const wrong = [...optionProblems(release, HELM_RELEASE)];
    yield* wrong.length > 0 ? wrong : releaseNameProblems(release);
  }
}

/** The longest name of a release, so that the names of its objects have room after it. */
const LONGEST_RELEASE = 53;

function* releaseNameProblems({ name, namespace }: HelmRelease): Generator<Problem> {
  yield* nameProblems({ ...DNS_SUBDOMAIN, what: 'release', property: 'name', max: LONGEST_RELEASE }, name);
  yield* nameProblems({ ...DNS_LABEL, what: 'namespace', property: 'namespace' }, namespace);
}
