import type { FurtherFile } from '../../../core/contracts/further-file';
import type { GuideStep } from '../../../core/contracts/guide';
import { shellWord } from '../../../core/names/shell-word';
import type { Advice } from '../../../core/problems/check';
import { problem, type Problem } from '../../../core/problems/problem';
import type { DataUse, ResolvedWorkflow } from '../../resolved-workflow';
import type { DataAccess, WorkflowBackend } from '../../workflow-backend';
import type { PachydermOptions } from './options';
import { ADDED, folderOf, outside, pipelineOf, scheduleOf } from './pipeline';
import { settingProblems, workflowProblems } from './problems';

/** Pachyderm: a pipeline for each step, which runs whenever its data changes. */
export class PachydermBackend implements WorkflowBackend {
  readonly name = 'Pachyderm pipeline';
  readonly added = ADDED;

  constructor(private readonly options: PachydermOptions) {}

  data(uses: readonly DataUse[]): DataAccess {
    return { mounts: [], env: Object.fromEntries(uses.map((use) => [use.variable, `/pfs/${folderOf(use)}`])) };
  }

  pods(step: string): number {
    return this.options.steps?.[step]?.workers ?? 1;
  }

  *problems(workflow: ResolvedWorkflow): Generator<Problem> {
    yield* workflowProblems(workflow);
    yield* settingProblems(workflow, this.options);
  }

  *advice({ steps }: ResolvedWorkflow): Generator<Advice> {
    for (const { name, work } of steps) {
      if (work.kind !== 'task' || !work.task.pod.identity) continue;
      const message = `step "${name}" runs as the account of Pachyderm's workers, not as its identity`;
      const fix = 'leave identity out, or acknowledge this if the program itself calls nothing of Google';
      yield problem('pachyderm-identity', 'identity', message, fix);
    }
  }

  files(workflow: ResolvedWorkflow): readonly FurtherFile[] {
    const { name, steps, namespace } = workflow;
    const pipelines = steps.flatMap((step) =>
      step.work.kind === 'task' ? [pipelineOf(step, step.work, workflow, this.options.steps?.[step.name] ?? {})] : [],
    );
    const text = `The pipelines of workflow \`${name}\`. Pachyderm must run in namespace \`${namespace}\`, and be the one of \`pachctl config get active-context\`.`;
    const commands = (file: string) => [
      `pachctl validate pipeline -f ${file}`,
      ...[...outside(workflow).keys()].map((repo) => `pachctl update repo ${repo}`),
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
    const clocks = steps.filter((step) => scheduleOf(step, workflow) !== undefined).map(({ base }) => base);
    const starts = [
      ...[...outside(workflow)].map(([repo, { place }]) => {
        const source = place.kind === 'bucket' ? shellWord(`${place.bucket.url}/${place.folder}`) : place.folder;
        return `\`pachctl put file -r ${repo}@master:/ -f ${source}\``;
      }),
      ...clocks.map((pipeline) => `\`pachctl run cron ${pipeline}\``),
    ];
    const text = `A run of workflow \`${name}\` starts by ${starts.join(' or ')}. To watch it: \`pachctl list job\`, \`pachctl inspect pipeline ${last}\`, \`pachctl logs --pipeline=${last}\`. To wait for its results: \`pachctl wait commit ${last}@master\`. To stop a pipeline: \`pachctl stop pipeline ${last}\`.`;
    const once = trigger.start.kind === 'once' ? clocks : [];
    const run = (pipeline: string) =>
      `pachctl list file ${pipeline}_tick@master | grep -qw file || pachctl run cron ${pipeline}`;
    const remove = (pipeline: string) =>
      `! pachctl inspect pipeline ${pipeline} >/dev/null 2>&1 || pachctl delete pipeline ${pipeline}`;
    const removal = `This deletes the pipelines of workflow \`${name}\` with their results. Other repos stay.`;
    return [
      { phase: 'standing', text },
      ...(once.length > 0 ? [{ phase: 'runs' as const, commands: once.map(run) }] : []),
      { phase: 'removal', text: removal, commands: ['pachctl version', ...pipelines.toReversed().map(remove)] },
    ];
  }
}
