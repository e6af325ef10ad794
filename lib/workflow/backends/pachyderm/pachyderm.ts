import type { Size } from 'cdk8s';
import { shellWord } from '../../../core/names/shell-word';
import type { DataSet } from '../../data-set';
import type { ResolvedWorkflow } from '../../resolve-workflow';
import type { WorkflowBackend } from '../../workflow-backend';
import { ADDED, clockOf, pipelineOf, repoOf, writersOf } from './pipeline';
import { pachydermProblems } from './problems';

/** The way in which Pachyderm splits the data of a step and spreads it over pods. */
export interface PachydermStep {
  /** The globs that split data sets into datums, by the variables of `reads`. With `/*` the program runs for each file and folder at the top. @default - `/`: all files are one datum */
  readonly globs?: Readonly<Record<string, string>>;
  /** The most pods at once. None runs while there is nothing to do. @default 1 - many files wait for each other */
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
export function pachyderm({ steps: settings = {} }: PachydermOptions) {
  return {
    name: 'Pachyderm pipeline',

    supply(step, reads, writes) {
      const inputs = Object.keys(reads).map((variable) => [variable, `/pfs/${variable.toLowerCase()}`] as const);
      const outputs = Object.keys(writes).map((variable) => [variable, '/pfs/out'] as const);
      const env = Object.fromEntries([...inputs, ...outputs]);
      return { mounts: [], env, added: ADDED, workers: settings[step]?.workers ?? 1 };
    },

    problems: (workflow) => pachydermProblems(workflow, settings),

    files(workflow) {
      const { name, steps, namespace } = workflow;
      const pipelines = steps.flatMap((step) => {
        return step.task ? [pipelineOf(step, step.task, workflow, settings[step.name] ?? {})] : [];
      });
      const text = `The pipelines of workflow \`${name}\`. Pachyderm must run in namespace \`${namespace}\`, and be the one of \`pachctl config get active-context\`.`;
      const commands = (file: string) => [
        `pachctl validate pipeline -f ${file}`,
        ...[...outside(workflow).keys()].map((repo) => `pachctl update repo ${repo}`),
        `pachctl update pipeline -f ${file}`,
      ];
      const content = `${JSON.stringify(pipelines, undefined, 2)}\n`;
      const images = steps.flatMap(({ task }) => task?.pod.image ?? []);
      return [{ name: `${name}.pachyderm.json`, content, images, text, commands }];
    },

    guide(workflow) {
      const { name, steps } = workflow;
      const clocks = steps.filter((step) => clockOf(step, workflow).length > 0);
      const puts = [...outside(workflow)].map(([repo, { claimName, folder, place }]) => {
        return `pachctl put file -r ${repo}@master:/ -f ${shellWord(claimName === undefined ? place : folder)}`;
      });
      const starts = [...puts, ...clocks.map(({ base }) => `pachctl run cron ${base}`)].map((line) => `\`${line}\``);
      const last = steps.at(-1)?.base ?? '';
      const text = `A run of workflow \`${name}\` starts by ${starts.join(' or ')}. To watch it: \`pachctl list job\`, \`pachctl inspect pipeline ${last}\`, \`pachctl logs --pipeline=${last}\`. To wait for its results: \`pachctl wait commit ${last}@master\`. To stop a pipeline: \`pachctl stop pipeline ${last}\`.`;
      const removal = `This deletes the pipelines of workflow \`${name}\` with their results. Other repos stay.`;
      const deletions = steps.toReversed().map(({ base }) => {
        return `! pachctl inspect pipeline ${base} >/dev/null 2>&1 || pachctl delete pipeline ${base}`;
      });
      return [
        { phase: 'standing', text },
        { phase: 'removal', text: removal, commands: ['pachctl version', ...deletions] },
      ];
    },
  } satisfies WorkflowBackend;
}

/** The data sets that no step writes, by the names of their repos. */
function outside(workflow: ResolvedWorkflow): Map<string, DataSet> {
  const read = workflow.steps.flatMap(({ reads }) => Object.values(reads));
  const given = read.filter((data) => writersOf(data, workflow.steps).length === 0);
  return new Map(given.map((data) => [repoOf(data, workflow), data]));
}
