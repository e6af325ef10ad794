import type { IConstruct } from 'constructs';
import type { JsonObject } from '../json';
import { holdsTerraformValue, KNOWN_TEXT } from '../names/terraform-value';
import { pathOf, problem, refuses, Topic, type Problem, type ProblemAt } from '../problems';
import type { GuidePhase } from './guide';

/** A file that is not a Kubernetes manifest, such as a pipeline of Pachyderm, a dashboard or rules for promtool. */
export interface FurtherFile {
  /** Its name in the folder `files/` of the deployment, such as `pipeline.json`. */
  readonly name: string;
  /** A text, written unchanged, or an object, written as JSON. */
  readonly content: string | JsonObject;
  /** The images of the pods that its commands bring to the cluster. @default [] */
  readonly images?: readonly string[];
  /** The part of DEPLOY.md that has its commands. @default 'standing' */
  readonly phase?: GuidePhase;
  /** Sentences in Markdown before its commands. @default - none */
  readonly text?: string;
  /**
   * Lines of a shell that use the file, like those of a `GuideStep`. @default - none
   *
   * @param path the file as a word of the shell, from the folder of the program
   */
  readonly commands?: (path: string) => readonly string[];
}

/** The files that constructs add. */
export const FURTHER_FILES = new Topic<FurtherFile>('further files');

/** A file that a construct adds. */
export type FileOf = ReturnType<typeof FURTHER_FILES.all>[number];

/**
 * Adds a file to the deployment of a construct. A platform writes it beside the manifests, and removes it when the program
 * no longer adds it.
 */
export function fileAtSynth(construct: IConstruct, file: FurtherFile): void {
  if (!refuses(construct, formProblems(file))) FURTHER_FILES.add(construct, file);
}

export function fileText({ content }: FurtherFile): string {
  return typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`;
}

const NAME = /^[A-Za-z0-9][-\w.]{0,99}$/;

function* formProblems(file: FurtherFile): Generator<Problem> {
  const { name } = file;
  if (!NAME.test(name)) {
    const message = `${JSON.stringify(name)} cannot be the name of a file beside the manifests`;
    const fix = 'use up to 100 letters, digits, "-", "_" and ".", beginning with a letter or digit';
    yield problem('file-name', 'name', message, fix);
  }
  if (!holdsTerraformValue(fileText(file))) return;
  yield problem('token-in-manifest', 'content', `file "${name}" holds a value that only Terraform knows`, KNOWN_TEXT);
}

/** Problems of the files of a deployment together. Some file systems do not tell capitals from other letters. */
export function* duplicateFileProblems(files: readonly FileOf[]): Generator<ProblemAt> {
  const first = new Map<string, IConstruct>();
  for (const { construct, entry } of files) {
    const key = entry.name.toLowerCase();
    const other = first.get(key);
    first.set(key, other ?? construct);
    if (!other) continue;
    const message = `file "${entry.name}" is also written by ${pathOf(other)}`;
    yield {
      path: pathOf(construct),
      ...problem('duplicate-file', 'name', message, 'give one of the two another name'),
    };
  }
}
