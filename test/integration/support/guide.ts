import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lazily } from '../../../lib/core/lazily';
import { attempt, run, type Outcome } from './run';

/** The commands of one deployment's DEPLOY.md, run against the cluster of KUBECONFIG. */
export class Guide {
  private readonly sections: ReadonlyMap<string, string>;
  private readonly names: ReadonlySet<string>;
  private kubeconfig?: Promise<string>;

  constructor(
    private readonly folder: string,
    private readonly deployment: string,
  ) {
    const text = readFileSync(join(folder, 'dist', deployment, 'DEPLOY.md'), 'utf8');
    this.names = new Set([...text.matchAll(/--context (\S+)/g)].map(([, context = '']) => context));
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

  async sh(commands: string): Promise<Outcome> {
    return attempt('bash', ['-euc', commands], {
      cwd: this.folder,
      limit: 360,
      env: { KUBECONFIG: await this.contexts() },
    });
  }

  /** The kubeconfig of the commands. */
  contexts(): Promise<string> {
    this.kubeconfig ??= this.withContexts();
    return this.kubeconfig;
  }

  /** A kubeconfig in which only the contexts that DEPLOY.md names lead to the cluster: a command without one fails. */
  private async withContexts(): Promise<string> {
    const file = join(this.folder, `kubeconfig-${this.deployment}`);
    const { contexts, ...config } = JSON.parse(await current()) as Kubeconfig;
    const named = [...this.names].map((name) => ({ ...contexts[0], name }));
    writeFileSync(file, JSON.stringify({ ...config, contexts: named, 'current-context': '' }), { mode: 0o600 });
    return file;
  }
}

interface Kubeconfig {
  readonly contexts: readonly { readonly name: string; readonly context: object }[];
}

/** The part of KUBECONFIG that leads to the cluster. */
const current = lazily(() => run('kubectl', ['config', 'view', '--minify', '--flatten', '-o', 'json']));

function blocks(text: string): string {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('');
}
