import type { ICluster } from '../core/contracts/cluster';
import type { GuidePhase, GuideStep } from '../core/contracts/guide';
import { contextVariable, inContext, knownContext } from './kubectl-context';
import { stepsOf, type Target } from './target';

function block(...commands: readonly string[]): string {
  return ['```sh', ...commands, '```'].join('\n');
}

/** A block of commands for a cluster, with its context in each call of kubectl and helm. */
export function sh(cluster: ICluster | undefined, ...commands: readonly string[]): string {
  return block(...inContext(cluster, commands));
}

/** A heading and the paragraphs below it; nothing without paragraphs. */
export function section(heading: string, paragraphs: readonly string[]): string[] {
  return paragraphs.length === 0 ? [] : [`## ${heading}`, ...paragraphs];
}

/** The text of a step with its commands, all with the context of the cluster. */
export function paragraphsOf(cluster: ICluster | undefined, { text, commands = [] }: GuideStep): string[] {
  const prose = text?.replaceAll(/`(?:kubectl|helm) [^`]+`/g, (command) => inContext(cluster, [command]).join(''));
  return [...(prose === undefined ? [] : [prose]), ...(commands.length === 0 ? [] : [sh(cluster, ...commands)])];
}

/** The text and commands that make the context in the kubeconfig. */
export function connect({ cluster }: Target): string[] {
  const context = knownContext(cluster);
  const command = cluster?.getCredentialsCommand;
  const variable = contextVariable(cluster);
  if (command !== undefined) {
    const commands = context === undefined ? [`export ${variable}=$(kubectl config current-context)`] : [];
    return [block(command, ...commands)];
  }
  const whose = cluster === undefined ? 'of these manifests' : `\`${cluster.clusterName}\``;
  const text =
    context === undefined
      ? `Export the variable \`${variable}\` with the context of the cluster ${whose}, one of \`kubectl config get-contexts\`. This shows where it points:`
      : `The commands use the context \`${context}\` of your kubeconfig. This shows where it points:`;
  return [text, sh(cluster, 'kubectl cluster-info')];
}

export function contributed(target: Target, phase: GuidePhase): string[] {
  // Jobs of one namespace may add the same step, such as for the keys that they share.
  const steps = new Map(stepsOf(target, phase).map((step) => [JSON.stringify(step), step]));
  return [...steps.values()].flatMap((step) => paragraphsOf(target.cluster, step));
}

export function part({ cluster, isOnly }: Target, heading: string, paragraphs: readonly string[]): string[] {
  const whose = cluster ? `cluster \`${cluster.clusterName}\`` : 'other manifests';
  return section(isOnly ? heading : `${heading}: ${whose}`, paragraphs);
}

/** A part that may run in another shell, where a variable for the context has to be set again. */
export function partLater(target: Target, heading: string, paragraphs: readonly string[]): string[] {
  if (paragraphs.length === 0) return [];
  const isKnown = knownContext(target.cluster) !== undefined;
  return part(target, heading, [...(isKnown ? [] : connect(target)), ...paragraphs]);
}
