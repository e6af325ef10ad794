import { join } from 'node:path';
import { problemsBelow } from '../core/problems/check';
import { FLAG, optional, optionProblems, text, typeProblems, type Rules } from '../core/problems/rules';
import { inOwnWords } from '../core/problems/foreign-errors';
import {
  collectingProblems,
  formatProblemAt,
  refuse,
  refuses,
  SynthesisError,
  withCollected,
  ValidationError,
  type ProblemAt,
} from '../core/problems/errors';
import { valueText } from '../core/problems/problem';
import { standIn } from '../core/problems/stand-in';
import { STAGE, type Stage } from '../core/stage/stage';
import { Deployment, DEPLOYMENT_OPTIONS, type DeploymentOptions } from './deployment';
import { deployGuide } from './deploy-guide';
import { programAdvice } from './program-advice';
import {
  applicationProblems,
  asyncProblems,
  chartNameProblems,
  emptyProblems,
  folderProblems,
  twiceProblems,
} from './program-problems';
import { programFacts, type DeploymentFacts } from './guide-facts';
import { joinTrees } from './joined-trees';
import { labelKeptObjects } from './kept-objects';
import { manifestFiles } from './manifest-files';
import type { OutputFile, OutputFiles } from './output/files';
import { install } from './output/install';
import { renderProblems } from './render-problems';
import { overwrittenObjects } from './shared-clusters';
import { StackApp } from './stack-app';
import { printReport, type SynthesisReport } from './synthesis-report';
import type { GuideContext } from './target';
import { TokenGuard } from './token-guard';
import { awaitSynthesis, isSynthesized } from './unwritten';
import { valueProblems } from './value-problems';
import { yamlOf } from './yaml';

/** The strictness of a synthesis, and its folders. */
export interface PlatformProps {
  /** Whether advice that is not acknowledged is refused like a problem. @default false */
  readonly strict?: boolean;
  /**
   * The folder of the manifests. Under `cdk8s synth` with another output folder, that folder gets a copy.
   *
   * @default - where `cdk8s synth` says, otherwise `dist`
   */
  readonly manifestFolder?: string;
  /** The folder of the stacks. Where `cdktf` names a folder, it is that one. @default cdktf.out */
  readonly stackFolder?: string;
}

const FOLDER_NAME = optional(text('name a folder, such as "dist"'));
const PLATFORM: Rules<PlatformProps> = {
  strict: optional(FLAG),
  manifestFolder: FOLDER_NAME,
  stackFolder: FOLDER_NAME,
};
const PARTS = { application: optional(text('give its name, such as "speech"')) };

/**
 * One program for both halves: the stacks and charts of all stages, checked together, then written together.
 * `npm run synth`, `cdk8s synth` and `cdktf synth` run the same program. Each checks both halves; `cdk8s` and `cdktf`
 * write only their own.
 */
export class Platform {
  /**
   * Runs a program: builds, synthesizes, and prints the result. A wrong program ends with its problems on standard
   * error and exit code 1, and changes no file. One run shows all wrong values of the program.
   */
  static run(build: (platform: Platform) => unknown, props: PlatformProps = {}): void {
    const problems: ProblemAt[] = [];
    try {
      const platform = new Platform(props);
      const result = collectingProblems(problems, () => build(platform));
      refuse('Platform.run', asyncProblems(result));
      if (problems.length > 0) throw new SynthesisError(problems);
      printReport(platform.synth());
    } catch (thrown) {
      const error = withCollected(problems, inOwnWords(thrown));
      if (!ValidationError.isValidationError(error) && !SynthesisError.isSynthesisError(error)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
  }

  private readonly strict: boolean;
  /** @internal */
  readonly manifestFolder: string;
  private readonly stackFolder: string;
  /** Each CLI gets only its own half; a plain run writes both. */
  private readonly writes = {
    manifests: process.env.CDKTF_OUTDIR === undefined,
    stacks: process.env.CDK8S_OUTDIR === undefined,
  };
  private readonly terraform: StackApp;
  /** @internal */
  readonly deployments: Deployment[] = [];
  private readonly names: string[] = [];

  constructor(props: PlatformProps = {}) {
    refuse('new Platform', optionProblems(props, PLATFORM), folderProblems(props));
    const { manifestFolder, stackFolder } = props;
    this.strict = props.strict ?? false;
    this.manifestFolder = manifestFolder ?? process.env.CDK8S_OUTDIR ?? 'dist';
    this.stackFolder = process.env.CDKTF_OUTDIR ?? stackFolder ?? 'cdktf.out';
    this.terraform = new StackApp(this.stackFolder);
  }

  /**
   * The two roots of one application in one stage.
   *
   * @param application part of the names of the stack, the folder of manifests and the resources. @default - the stage's name alone
   */
  stage(stage: Stage, application?: string, options: DeploymentOptions = {}): Deployment {
    refuse('platform.stage', typeProblems({ stage }, { stage: STAGE }));
    const types = [...typeProblems({ application }, PARTS), ...optionProblems(options, DEPLOYMENT_OPTIONS)];
    if (refuses('platform.stage', types)) return this.stage(stage, String(standIn()));
    const name = application === undefined ? stage.name : `${application}-${stage.name}`;
    const call = [stage.name, ...(application === undefined ? [] : [application])].map(valueText).join(', ');
    const wrong = [...applicationProblems(application), ...twiceProblems(name, this.names)];
    if (refuses(`platform.stage(${call})`, wrong)) return this.stage(stage, String(standIn()));
    const deployment = new Deployment(this.terraform, stage, name, new TokenGuard(), options);
    this.deployments.push(deployment);
    if (this.names.length === 0) awaitSynthesis(this.names);
    this.names.push(name);
    return deployment;
  }

  /**
   * Checks everything, then writes everything.
   *
   * @throws SynthesisError with all problems; then nothing was written
   */
  synth(): SynthesisReport {
    isSynthesized(this.names);
    refuse('platform.synth', emptyProblems(this.deployments));
    try {
      return this.checkAndWrite();
    } catch (error) {
      const unwritten = SynthesisError.isSynthesisError(error) ? [] : this.unwritten();
      throw unwritten.length > 0 ? new SynthesisError(unwritten) : error;
    } finally {
      this.terraform.cleanUp();
    }
  }

  private checkAndWrite(): SynthesisReport {
    joinTrees(this.deployments);
    const advice = programAdvice(this.terraform.roots, this.deployments);
    const stacks = this.checkedStacks(this.strict ? advice.map(({ at }) => at) : []);
    labelKeptObjects(this.deployments);
    const found: ProblemAt[] = [];
    const program = programFacts(this.deployments);
    const context = { manifestFolder: this.manifestFolder, program, advice: advice.map(({ at }) => at) };
    const deployments = new Map(
      program.deployments.map((facts) => [facts.deployment.name, renderManifests(facts, context, found)]),
    );
    found.push(...this.deployments.flatMap(({ guard }) => guard.problems()));
    if (found.length > 0) throw new SynthesisError(found);

    return {
      files: install({
        stacks: this.writes.stacks ? { folder: this.stackFolder, files: stacks } : undefined,
        manifests: this.writes.manifests ? { folder: this.manifestFolder, deployments } : undefined,
      }),
      advice: advice.map(({ at }) => formatProblemAt(at)),
      unseenAdvice: advice
        .filter(({ annotated }) => process.env.CDKTF_OUTDIR === undefined || !annotated)
        .map(({ at }) => formatProblemAt(at)),
    };
  }

  /**
   * The files of the stacks. The checks follow the rendering, because aspects of cdktf run in it, and may change constructs
   * or add some. They also follow if it fails, because wrong constructs are the likely reason.
   */
  private checkedStacks(refused: readonly ProblemAt[]): OutputFiles {
    let stacks: OutputFiles;
    try {
      stacks = this.terraform.render();
    } catch (error) {
      this.check(refused);
      throw error;
    }
    this.check(refused);
    return stacks;
  }

  /** @param refused is refused with what the checks find */
  private check(refused: readonly ProblemAt[]): void {
    const problems = [
      ...[...this.terraform.roots, ...this.deployments.map(({ kubernetes }) => kubernetes)].flatMap(problemsBelow),
      ...this.deployments.flatMap(({ kubernetes }) => [...chartNameProblems(kubernetes)]),
      ...overwrittenObjects(this.deployments),
      ...refused,
    ];
    if (problems.length > 0) throw new SynthesisError(problems);
  }

  private unwritten(): ProblemAt[] {
    return this.deployments.flatMap(({ kubernetes }) => [...renderProblems(kubernetes)]);
  }
}

/** @param problems takes those of rendered values */
function renderManifests(
  facts: DeploymentFacts,
  context: GuideContext,
  problems: ProblemAt[],
): Map<string, OutputFile> {
  const { deployment, charts } = facts;
  const files = manifestFiles(deployment.kubernetes, charts);
  const written = new Map<string, OutputFile>([['DEPLOY.md', { content: deployGuide(facts, files, context) }]]);
  for (const { folder, name, chart, objects } of files) {
    const content = yamlOf(objects);
    deployment.guard.inspect(chart, objects, content);
    problems.push(...valueProblems(chart, objects, content));
    written.set(join(folder, name), { content });
  }
  return written;
}
