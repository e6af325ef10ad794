import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, type Outcome } from './run';

/** The commands of one deployment's DEPLOY.md. */
export class Guide {
  private readonly sections: ReadonlyMap<string, string>;

  constructor(
    private readonly folder: string,
    deployment: string,
  ) {
    const text = readFileSync(join(folder, 'dist', deployment, 'DEPLOY.md'), 'utf8');
    const [, ...sections] = text.split(/^## /m);
    this.sections = new Map(sections.map((section) => [section.split('\n')[0] ?? '', section]));
  }

  get headings(): string[] {
    return [...this.sections.keys()];
  }

  /** The commands below some headings, as they stand there. */
  commands(...headings: readonly string[]): string {
    return headings.map((heading) => blocks(this.sections.get(heading) ?? '')).join('');
  }

  /** Runs the commands below some headings from the folder of the program, up to the first that fails. */
  run(...headings: readonly string[]): Promise<Outcome> {
    return this.sh(this.commands(...headings));
  }

  sh(commands: string): Promise<Outcome> {
    return attempt('bash', ['-euc', commands], { cwd: this.folder, limit: 360 });
  }
}

function blocks(text: string): string {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('');
}
