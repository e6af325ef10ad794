import type { Size } from 'cdk8s';
import type { FurtherFile } from '../../../core/contracts/further-file';
import type { GuideStep } from '../../../core/contracts/guide';
import { shellWord } from '../../../core/names/shell-word';
import type { Advice } from '../../../core/problems/check';
import { problem, type Problem } from '../../../core/problems/problem';
import type { ResolvedStep, ResolvedWorkflow } from '../../resolve-workflow';
import type { StepSupply, WorkflowBackend } from '../../workflow-backend';
import { ADDED, clockOf, folderOf, outside, ownRepo, pipelineOf } from './pipeline';
import { settingProblems, workflowProblems } from './problems';

/** The way in which Pachyderm splits the data of a step and spreads it over pods. */
export interface PachydermStep {
  /**
   * The globs that split data sets into datums, by the variables of `reads`. The program runs once for each datum: `/*` is each
   * file and folder at the top.
   *
   * @default - `/` for each data set: all its files are one datum
   */
  readonly globs?: Readonly<Record<string, string>>;
  /** The most pods at once. None runs while there is nothing to do. @default 1 */
  readonly workers?: number;
  /** The datums that a pod takes at a time: a number, a size, or all of a job in so many parts for each pod. @default - Pachyderm's own */
  readonly datumSet?: { readonly number: number } | { readonly size: Size } | { readonly perWorker: number };
}

/** Options of Pachyderm. */
export interface PachydermOptions {
  /** Settings of steps, by their names. @default {} */
  readonly steps?: Readonly<Record<string, PachydermStep>>;
}

/** Pachyderm: a pipeline for each step, which runs whenever its data changes. */
export class PachydermBackend implements WorkflowBackend {
  readonly name = 'Pachyderm pipeline';

  constructor(private readonly options: PachydermOptions) {}

  supply({ name, reads, writes }: Pick<ResolvedStep, 'name' | 'reads' | 'writes'>): StepSupply {
    const inputs = Object.keys(reads).map((variable) => [variable, `/pfs/${folderOf(variable)}`] as const);
    const outputs = Object.keys(writes).map((variable) => [variable, '/pfs/out'] as const);
    const workers = this.options.steps?.[name]?.workers ?? 1;
    return { mounts: [], env: Object.fromEntries([...inputs, ...outputs]), added: ADDED, workers };
  }

  *problems(workflow: ResolvedWorkflow): Generator<Problem> {
    yield* workflowProblems(workflow);
    yield* settingProblems(workflow, this.options.steps);
  }

  *advice({ steps }: ResolvedWorkflow): Generator<Advice> {
    for (const { name } of steps.filter(({ task }) => task?.pod.identity)) {
      const message = `step "${name}" runs as the account of Pachyderm's workers, not as its identity`;
      const fix = 'leave identity out, or acknowledge this if the program itself calls nothing of Google';
      yield problem('pachyderm-identity', 'identity', message, fix);
    }
  }

  files(workflow: ResolvedWorkflow): readonly FurtherFile[] {
    const { name, steps, namespace } = workflow;
    const settings = this.options.steps ?? {};
    const pipelines = steps.flatMap((step) =>
      step.task ? [pipelineOf(step, step.task, workflow, settings[step.name] ?? {})] : [],
    );
    const text = `The pipelines of workflow \`${name}\`. Pachyderm must run in namespace \`${namespace}\`, and be the one of \`pachctl config get active-context\`.`;
    const commands = (file: string) => [
      `pachctl validate pipeline -f ${file}`,
      ...[...new Set(outside(workflow).map(ownRepo))].map((repo) => `pachctl update repo ${repo}`),
      `pachctl update pipeline -f ${file}`,
    ];
    return [
      { name: `${name}.pachyderm.json`, content: `${JSON.stringify(pipelines, undefined, 2)}\n`, text, commands },
    ];
  }

  guide(workflow: ResolvedWorkflow): readonly GuideStep[] {
    const { name, steps, trigger } = workflow;
    const pipelines = steps.map(({ base }) => base);
    const last = pipelines.at(-1) ?? '';
    const clocks = steps.filter((step) => clockOf(step, workflow)).map(({ base }) => base);
    const puts = outside(workflow).map((data) => {
      const source = data.isVolume ? data.folder : data.root;
      return `pachctl put file -r ${ownRepo(data)}@master:/ -f ${shellWord(source)}`;
    });
    const starts = [...puts, ...clocks.map((pipeline) => `pachctl run cron ${pipeline}`)];
    const text = `A run of workflow \`${name}\` starts by ${[...new Set(starts)].map((line) => `\`${line}\``).join(' or ')}. To watch it: \`pachctl list job\`, \`pachctl inspect pipeline ${last}\`, \`pachctl logs --pipeline=${last}\`. To wait for its results: \`pachctl wait commit ${last}@master\`. To stop a pipeline: \`pachctl stop pipeline ${last}\`.`;
    const once = trigger.kind === 'once' ? clocks : [];
    const run = once.map((each) => `pachctl list file ${each}_tick@master | grep -qw file || pachctl run cron ${each}`);
    const removal = `This deletes the pipelines of workflow \`${name}\` with their results. Other repos stay.`;
    const deletions = pipelines.toReversed().map((each) => {
      return `! pachctl inspect pipeline ${each} >/dev/null 2>&1 || pachctl delete pipeline ${each}`;
    });
    return [
      { phase: 'standing', text },
      ...(run.length > 0 ? [{ phase: 'runs' as const, commands: run }] : []),
      { phase: 'removal', text: removal, commands: ['pachctl version', ...deletions] },
    ];
  }
}
