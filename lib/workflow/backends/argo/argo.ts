import { CRON_WORKFLOW, WORKFLOW, WORKFLOW_TEMPLATE } from '../../../kubernetes/kinds/argo';
import { nameProblems } from '../../../core/names/name';
import { problem } from '../../../core/problems';
import { objectOf } from '../../../kubernetes/kinds/kind';
import { Operator } from '../../../operators/operator';
import type { Mount } from '../../../pods/mounts/mount';
import type { DataSet } from '../../data-set';
import { RunValue } from '../../run-value';
import type { WorkflowBackend } from '../../workflow-backend';
import { accessOf } from './access';
import { cacheOf, specOf } from './workflow-spec';

/** Argo Workflows. */
export const ARGO: WorkflowBackend = {
  name: 'Workflow',
  kind: WORKFLOW,
  operator: Operator.ARGO_WORKFLOWS,

  /** Data sets of one volume share a mount. */
  supply(_, reads, writes) {
    const mounted = ({ claimName, place }: DataSet) => claimName ?? place;
    const written = new Set(Object.values(writes).map(mounted));
    const mounts = new Map<string, Mount>();
    const paths = Object.entries({ ...reads, ...writes }).map(([variable, data]): [string, string] => {
      const { folder, claimName, isPerRun } = data;
      const usual = `/data/${claimName ?? folder.replaceAll('/', '-')}`;
      const isTaken = [...mounts.values()].some(({ path: other }) => other === usual);
      const path = mounts.get(mounted(data))?.path ?? (isTaken ? `${usual}-${variable}` : usual);
      mounts.set(mounted(data), data.mount(path, { readOnly: !written.has(mounted(data)) }));
      const parts = [path, ...(claimName === undefined ? [] : [folder]), ...(isPerRun ? [RunValue.NAME] : [])];
      return [variable, parts.join('/')];
    });
    return { mounts: [...mounts.values()], env: Object.fromEntries(paths) };
  },

  *problems(workflow) {
    const { name, trigger } = workflow;
    // Argo adds the time of a run, or letters. It finds a name that is too long only when it runs.
    const max = { once: 63, onDemand: 57, cron: 52 }[trigger.kind];
    yield* nameProblems({ what: 'workflow', max, property: 'the id and the revision' }, name);
    const names = specOf(workflow, '').templates?.map((template) => template.name) ?? [];
    const taken = names.find((each, index) => names.indexOf(each) !== index);
    if (taken === undefined) return;
    const message = `Argo would have two templates "${taken}": the graph is main, and a step a has parts such as a-pod`;
    yield problem('step-name', 'steps', message, `rename the step "${taken}", or the one with this part`);
  },

  guide(workflow) {
    const { name, namespace, steps, trigger } = workflow;
    const argo = (command: string) => `\`argo -n ${namespace} ${command}\``;
    const start = trigger.kind === 'onDemand' ? `${argo(`submit --from workflowtemplate/${name}`)} starts a run; ` : '';
    const text = `Workflow \`${name}\`, by \`argo\`, the program of Argo Workflows: ${start}${argo('get RUN')} shows a run; ${argo('stop RUN')} stops it; ${argo('retry RUN')} runs its failed steps again; ${argo('resume RUN')} lets a run go on that waits for approval.`;
    const label = `workflows.argoproj.io/${trigger.kind === 'cron' ? 'cron-workflow' : 'workflow-template'}=${name}`;
    // Their pods, ended or not, would keep the volumes.
    const runs = `kubectl -n ${namespace} delete workflows.argoproj.io -l ${label} --ignore-not-found`;
    const results = `kubectl -n argo delete configmap ${cacheOf(workflow)} --ignore-not-found`;
    const isKept = steps.some(({ task }) => task?.options.cache !== undefined);
    const commands = [...(trigger.kind === 'once' ? [] : [runs]), ...(isKept ? [results] : [])];
    const removal = `This deletes the runs of workflow \`${name}\`${isKept ? ', and the results that it kept' : ''}:`;
    return [
      { phase: trigger.kind === 'once' ? 'runs' : 'standing', text },
      { phase: 'removal', text: commands.length > 0 ? removal : undefined, commands },
    ];
  },

  render(workflow) {
    const { name, base, all, trigger } = workflow;
    const { kind, schedule = '', timeZone, concurrency = 'Forbid', catchUp } = trigger;
    const control = `${base}-control`;
    const before = [...all.flatMap(({ created }) => created?.before ?? []), ...accessOf(workflow, control)];
    const spec = specOf(workflow, control);
    if (kind !== 'cron') return { before, main: objectOf(kind === 'once' ? WORKFLOW : WORKFLOW_TEMPLATE, name, spec) };
    const main = objectOf(CRON_WORKFLOW, name, {
      schedules: [schedule],
      timezone: timeZone,
      concurrencyPolicy: concurrency,
      startingDeadlineSeconds: catchUp?.toSeconds(),
      workflowSpec: spec,
    });
    return { before, main };
  },
};
