import { App, Manifest } from 'cdktf';
import { version } from 'cdktf/package.json';
import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutCreationStacks } from '../infrastructure/creation-stacks';
import { setStackFolder } from '../infrastructure/local-state';
import { withFileProblems } from './output/file-problems';
import { readFiles, temporaryIn, type OutputFiles } from './output/files';

/** What cdktf writes for an app without stacks, to the byte. */
const NO_STACKS: OutputFiles = new Map([
  [Manifest.fileName, { content: `{\n  "stacks": {\n  },\n  "version": "${version}"\n}` }],
]);

/** The cdktf app of a program: the root of the stacks of all stages. */
export class StackApp {
  /** Where cdktf writes before the program is found to be right. */
  readonly scratch = temporaryIn(tmpdir());
  private made?: App;

  /** @param folder where the stacks will be */
  constructor(private readonly folder: string) {}

  /** The app, made for the first stack. */
  get app(): App {
    this.made ??= this.make();
    return this.made;
  }

  /** The app, if the program has stacks; otherwise none. */
  get roots(): readonly App[] {
    return this.made ? [this.made] : [];
  }

  /** The files of the stacks, and cdktf's list of the stacks. */
  render(): OutputFiles {
    const app = this.made;
    if (!app) return NO_STACKS;
    return withFileProblems([tmpdir()], () => {
      mkdirSync(join(this.scratch, 'stacks'), { recursive: true, mode: 0o700 });
      withoutCreationStacks(() => {
        app.synth();
      });
      return readFiles(this.scratch);
    });
  }

  /** Deletes what `render` leaves behind. */
  cleanUp(): void {
    if (existsSync(this.scratch)) rmSync(this.scratch, { recursive: true });
  }

  private make(): App {
    return withFileProblems([tmpdir()], () => {
      // `Platform` validates all constructs, those of cdktf included.
      const app = new App({ outdir: this.scratch, stackTraces: false, skipValidation: true });
      setStackFolder(app, this.folder);
      // The app makes its folder at once. Without this, a program that is never synthesized would leave it behind.
      for (const folder of [join(this.scratch, 'stacks'), this.scratch]) rmdirSync(folder);
      return app;
    });
  }
}
