import type { IConstruct } from 'constructs';
import { join } from 'node:path';
import {
  collectingProblems,
  formatProblemAt,
  joinTrees,
  problemsBelow,
  refuse,
  refuses,
  standIn,
  SynthesisError,
  valueText,
  withCollected,
  type ProblemAt,
} from '../core/problems';
import { fileText, duplicateFileProblems } from '../core/contracts/further-file';
import { labelDeployment } from '../kubernetes/standard-labels';
import { joinPools } from '../workload/shared-pools';
import type { Stage } from '../core/stage/stage';
import { Deployment, type DeploymentOptions } from './deployment';
import { deployGuide } from './deploy-guide';
import { programAdvice } from './program-advice';
import { applicationProblems, asyncProblems, emptyProblems, folderProblems, twiceProblems } from './program-problems';
import { programFacts, type DeploymentFacts, type ProgramFacts } from './guide-facts';
import { watchIdlePools } from './idle-pools';
import { manifestFiles } from './manifest-files';
import { labelObjects } from './object-labels';
import type { OutputFile } from './output/files';
import { copyForCdk8s, install, type OutputFolder } from './output/install';
import { Locks } from './lock/locks';
import { overwrittenObjects } from './shared-clusters';
import { RUN_SCRIPT, runScript } from './run-script';
import { StackApp } from './stack-app';
import { printReport, type SynthesisReport } from './synthesis-report';
import { targetsOf } from './target';
import { TokenGuard } from './token-guard';
import { valueProblems } from './value-problems';
import { yamlOf } from './yaml';

export interface PlatformProps {
  /** Set to true to refuse advice that is not acknowledged. @default false */
  readonly strict?: boolean;
  /** The folder of the manifests. Under `cdk8s synth`, the output folder of cdk8s gets a copy. @default dist */
  readonly manifestFolder?: string;
  /** The folder of the stacks. Under `cdktf synth`, cdktf's own output folder is used instead. @default cdktf.out */
  readonly stackFolder?: string;
}

/**
 * One program for both halves: the stacks and charts of all stages, checked together, then written together.
 * `npm run synth` writes both halves, `cdk8s synth` and `cdktf synth` one each. All of them check both.
 *
 * @example
 * Platform.run((platform) => {
 *   const { stack, kubernetes } = platform.stage(new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1' }), 'digits');
 *   const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', operators: [Operator.TRAINING] });
 *   const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'research' });
 * });
 */
export class Platform {
  /**
   * Runs a program: builds, synthesizes, and prints the result. A wrong program prints all its problems to standard error,
   * ends with exit code 1, and changes no file.
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
      const error = withCollected(problems, thrown);
      if (!SynthesisError.isSynthesisError(error)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
  }

  private readonly strict: boolean;
  readonly manifestFolder: string;
  private readonly stackFolder: string;
  /** The halves to write: under a CLI its own, in a plain run both. */
  private readonly writes = {
    manifests: process.env.CDKTF_OUTDIR === undefined,
    stacks: process.env.CDK8S_OUTDIR === undefined,
  };
  private readonly terraform: StackApp;
  readonly deployments: Deployment[] = [];
  private readonly names: string[] = [];

  constructor(props: PlatformProps = {}) {
    refuse('new Platform', folderProblems(props));
    const { manifestFolder, stackFolder } = props;
    this.strict = props.strict ?? false;
    this.manifestFolder = manifestFolder ?? 'dist';
    this.stackFolder = process.env.CDKTF_OUTDIR ?? stackFolder ?? 'cdktf.out';
    this.terraform = new StackApp(this.stackFolder);
  }

  /**
   * The two roots of one application in one stage.
   *
   * @param application part of the names of the stack, the folder of manifests and the resources. @default - the stage's name alone
   */
  stage(stage: Stage, application?: string, options: DeploymentOptions = {}): Deployment {
    const name = application === undefined ? stage.name : `${application}-${stage.name}`;
    const call = [stage.name, ...(application === undefined ? [] : [application])].map(valueText).join(', ');
    const wrong = [...applicationProblems(application), ...twiceProblems(name, this.names)];
    if (refuses(`platform.stage(${call})`, wrong)) return this.stage(stage, String(standIn()));
    const deployment = new Deployment(this.terraform, stage, name, new TokenGuard(), options);
    labelDeployment(deployment.kubernetes, stage.labels, name, application);
    this.deployments.push(deployment);
    this.names.push(name);
    joinTrees(this.trees);
    return deployment;
  }

  private get trees(): readonly IConstruct[] {
    return [...this.terraform.roots, ...this.deployments.map(({ kubernetes }) => kubernetes)];
  }

  /**
   * Checks everything, then writes everything.
   *
   * @throws SynthesisError with all problems, before anything is written
   */
  synth(): SynthesisReport {
    refuse('platform.synth', emptyProblems(this.deployments));
    try {
      return this.checkAndWrite();
    } finally {
      this.terraform.cleanUp();
    }
  }

  private checkAndWrite(): SynthesisReport {
    const charts = () => this.deployments.map(({ kubernetes }) => kubernetes);
    joinTrees(this.trees);
    joinPools(charts());
    watchIdlePools(this.terraform.roots, charts);
    const advice = programAdvice(this.terraform.roots, this.deployments);
    const locks = new Locks(this.stackFolder);
    const stacks = this.checkedStacks(this.strict ? advice.map(({ at }) => at) : [], locks);
    advice.push(...locks.advice().map((at) => ({ at, annotated: false })));
    labelObjects(this.deployments);
    const found: ProblemAt[] = [];
    const program = programFacts(
      this.deployments,
      this.manifestFolder,
      advice.map(({ at }) => at),
    );
    const parts = new Map(
      program.deployments.map((facts) => [facts.deployment.name, renderManifests(facts, program, found)]),
    );
    found.push(...this.deployments.flatMap(({ guard }) => guard.problems()));
    if (found.length > 0) throw new SynthesisError(found);

    const manifests = { folder: this.manifestFolder, parts };
    const files = install([...(this.writes.stacks ? [stacks] : []), ...(this.writes.manifests ? [manifests] : [])]);
    if (this.writes.manifests) copyForCdk8s(manifests);
    if (this.writes.stacks) locks.write();
    return {
      files,
      advice: advice.map(({ at }) => formatProblemAt(at)),
      unseenAdvice: advice
        .filter(({ annotated }) => process.env.CDKTF_OUTDIR === undefined || !annotated)
        .map(({ at }) => formatProblemAt(at)),
    };
  }

  /**
   * The files of the stacks. The checks run after the rendering, because cdktf's aspects run in it and may change or add
   * constructs. They run also if it fails, because wrong constructs are the likely reason.
   */
  private checkedStacks(refused: readonly ProblemAt[], locks: Locks): OutputFolder {
    const own = this.deployments.flatMap(({ existingStacks }) => existingStacks);
    let stacks: OutputFolder;
    try {
      locks.addMoves(own);
      stacks = this.terraform.render();
    } catch (error) {
      this.check(refused);
      throw error;
    }
    locks.compare(own, stacks.parts);
    this.check([...refused, ...locks.problems(), ...(this.strict ? locks.advice() : [])]);
    return stacks;
  }

  /** @param refused problems that are reported with those of the checks */
  private check(refused: readonly ProblemAt[]): void {
    const problems = [...this.trees.flatMap(problemsBelow), ...overwrittenObjects(this.deployments), ...refused];
    if (problems.length > 0) throw new SynthesisError(problems);
  }
}

/** @param problems the list to which problems of rendered values are added */
function renderManifests(
  facts: DeploymentFacts,
  program: ProgramFacts,
  problems: ProblemAt[],
): Map<string, OutputFile> {
  const { deployment, charts, files: further } = facts;
  const files = manifestFiles(deployment.kubernetes, charts);
  const targets = targetsOf(facts, files, program);
  const written = new Map<string, OutputFile>([['DEPLOY.md', { content: deployGuide(facts, targets, program) }]]);
  const script = runScript(targets);
  if (script !== undefined) written.set(RUN_SCRIPT, { content: script });
  for (const { folder, name, chart, objects } of files) {
    const content = yamlOf(objects);
    deployment.guard.inspect(chart, objects, content);
    problems.push(...valueProblems(chart, objects, content));
    written.set(join(folder, name), { content });
  }
  problems.push(...duplicateFileProblems(further));
  for (const { entry } of further) written.set(join('files', entry.name), { content: fileText(entry) });
  return written;
}
