import { Size } from 'cdk8s';
import { mebibytes } from '../core/mebibytes';
import { problem, type Problem } from '../core/problems';
import type { EnvValue } from '../pods/containers/env-value';
import { quantityProblems } from '../pods/containers/quantity-problems';
import { namedWeights } from './named-weights';

export interface HubModelOptions {
  /** A Secret with a token that may read it, by `EnvValue.fromSecret`. @default - none: it is open to everyone */
  readonly token?: EnvValue;
  /**
   * The most bytes of its files together. Each pod downloads them to its node's disk.
   *
   * @default - 40 GiB, or more if the name tells more parameters and a node has the disk for them: docs/serving.md
   */
  readonly size?: Size;
}

/** A model of Hugging Face, as servers read it. */
export interface HubModel {
  /** Its owner and its name, such as `Qwen/Qwen2.5-7B-Instruct`. */
  readonly id: string;
  /** A commit or a tag of its repository. */
  readonly revision: string;
  readonly token?: EnvValue;
  /** The size that the program gives. @default - `hubSize` */
  readonly size?: Size;
}

const HUB_SIZE = Size.gibibytes(40);

/** The disk for the files of a model. More than the nodes have is not asked for, because a name may tell wrong: advice tells it. */
export function hubSize({ id, size }: HubModel, room = Infinity): Size {
  const named = size ?? namedWeights(id)?.files ?? HUB_SIZE;
  return size ?? (mebibytes(named) > mebibytes(HUB_SIZE) && mebibytes(named) <= room ? named : HUB_SIZE);
}

const PART = '[A-Za-z0-9](?:[-\\w.]*[A-Za-z0-9])?';
const ID = new RegExp(`^${PART}/${PART}$`);
const REVISION = /^[A-Za-z0-9][-\w./]*$/;

export function* hubProblems({ id, revision, token, size }: HubModel): Generator<Problem> {
  if (!ID.test(id)) {
    yield hubProblem(
      'id',
      `${JSON.stringify(id)} is not the id of a model of Hugging Face`,
      'give its owner and its name, such as "Qwen/Qwen2.5-7B-Instruct"',
    );
  }
  if (!REVISION.test(revision)) {
    yield hubProblem(
      'revision',
      `${JSON.stringify(revision)} is not a revision of a model`,
      'give a commit of its repository, such as "a09a35458c702b33eeacc393d103063234e8bc28"',
    );
  }
  if (token && token.source.secretKeyRef === undefined) {
    const message = 'token is no key of a Secret, so everyone who may read the pods could read it';
    yield hubProblem('token', message, "use EnvValue.fromSecret('hugging-face', 'token')");
  }
  const fix = 'use the size of its files together, such as Size.gibibytes(40)';
  if (size) yield* quantityProblems('the model', 'size', size, fix);
}

function hubProblem(property: string, message: string, fix: string): Problem {
  return problem('model-hub', property, message, fix);
}
