import { App, Manifest } from 'cdktf';
import { version } from 'cdktf/package.json';
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutCreationStacks } from '../infrastructure/creation-stacks';
import { setStackFolder } from '../infrastructure/local-state';
import { withFileProblems } from './output/file-problems';
import { namesIn, readFiles, temporaryIn, type OutputFiles } from './output/files';
import type { OutputFolder } from './output/install';

/** The file that cdktf writes for an app without stacks, byte for byte. */
const NO_STACKS = `{\n  "stacks": {\n  },\n  "version": "${version}"\n}`;

/** The cdktf app of a program: the root of the stacks of all stages. */
export class StackApp {
  /** The folder that cdktf writes to before the program has passed its checks. */
  readonly scratch = temporaryIn(tmpdir());
  private made?: App;

  /** @param folder the final folder of the stacks */
  constructor(private readonly folder: string) {}

  /** The app, made for the first stack. */
  get app(): App {
    this.made ??= this.make();
    return this.made;
  }

  /** The app in a list, which is empty for a program without stacks. */
  get roots(): readonly App[] {
    return this.made ? [this.made] : [];
  }

  /** The files of the stacks, and cdktf's list of the stacks. */
  render(): OutputFolder {
    const app = this.made;
    if (!app) return this.output(NO_STACKS);
    const stacks = join(this.scratch, 'stacks');
    return withFileProblems([tmpdir()], () => {
      mkdirSync(stacks, { recursive: true, mode: 0o700 });
      withoutCreationStacks(() => {
        app.synth();
      });
      const parts = namesIn(stacks).map((name): [string, OutputFiles] => [name, readFiles(join(stacks, name))]);
      return this.output(readFileSync(join(this.scratch, Manifest.fileName)), parts);
    });
  }

  private output(list: string | Buffer, parts?: readonly [string, OutputFiles][]): OutputFolder {
    const shared = new Map([[Manifest.fileName, { content: list }]]);
    return { folder: this.folder, inner: 'stacks', parts: new Map(parts), shared };
  }

  /** Deletes the temporary files of `render`. */
  cleanUp(): void {
    if (existsSync(this.scratch)) rmSync(this.scratch, { recursive: true });
  }

  private make(): App {
    return withFileProblems([tmpdir()], () => {
      // `Platform` validates all constructs, those of cdktf included.
      const app = new App({ outdir: this.scratch, stackTraces: false, skipValidation: true });
      setStackFolder(app, this.folder);
      // The app makes its folder at once. A program that is never synthesized would leave it behind.
      for (const folder of [join(this.scratch, 'stacks'), this.scratch]) rmdirSync(folder);
      return app;
    });
  }
}
