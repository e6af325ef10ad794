import type { GuideStep } from '../core/contracts/deploy-guide';

/** A block of commands in Markdown. */
export function sh(...commands: readonly string[]): string {
  return ['```sh', ...commands, '```'].join('\n');
}

/** A heading and the paragraphs below it; nothing without paragraphs. */
export function section(heading: string, paragraphs: readonly string[]): string[] {
  return paragraphs.length === 0 ? [] : [`## ${heading}`, ...paragraphs];
}

export function paragraphsOf({ text, commands = [] }: GuideStep): string[] {
  return [...(text === undefined ? [] : [text]), ...(commands.length === 0 ? [] : [sh(...commands)])];
}
