import type { ICluster } from '../core/contracts/cluster';
import type { GuideStep } from '../core/contracts/deploy-guide';
import { inContext } from './kubectl-context';

/** A block of commands in Markdown. */
export function block(...commands: readonly string[]): string {
  return ['```sh', ...commands, '```'].join('\n');
}

/** A block of commands for a cluster. Each call of kubectl and helm names its context. */
export function sh(cluster: ICluster | undefined, ...commands: readonly string[]): string {
  return block(...inContext(cluster, commands));
}

/** A heading and the paragraphs below it; nothing without paragraphs. */
export function section(heading: string, paragraphs: readonly string[]): string[] {
  return paragraphs.length === 0 ? [] : [`## ${heading}`, ...paragraphs];
}

export function paragraphsOf(cluster: ICluster | undefined, { text, commands = [] }: GuideStep): string[] {
  return [...(text === undefined ? [] : [text]), ...(commands.length === 0 ? [] : [sh(cluster, ...commands)])];
}
