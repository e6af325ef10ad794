import type { GuideStep } from '../../../core/contracts/guide';
import { problem, type Problem } from '../../../core/problems/problem';
import {
  CRON_WORKFLOW,
  WORKFLOW,
  WORKFLOW_TEMPLATE,
  type ArgoTask,
  type WorkflowSpec,
} from '../../../kubernetes/kinds/argo';
import { objectOf } from '../../../kubernetes/kinds/kind';
import type { JsonObject, Manifest, NamedManifest } from '../../../kubernetes/manifest';
import { Operator } from '../../../operators/operator';
import { Mount } from '../../../pods/mounts/mount';
import { ownServiceAccount } from '../../../pods/security/service-account';
import type { Rendered } from '../../../workload/rendered';
import { dataName, placeKey, type DataSet } from '../../data-set';
import type { DataUse, Dependency, ResolvedStep, ResolvedWorkflow } from '../../resolved-workflow';
import { RunValue } from '../../run-value';
import type { DataAccess, WorkflowBackend } from '../../workflow-backend';
import { rightsOn, stopTemplate } from './object-template';
import { inTemplate, whenOf } from './references';
import { stepInputs, templatesOf, type ArgoNames } from './step-templates';

/** The folder below which data sets lie in the pods of steps. */
const DATA = '/data';

/** Argo Workflows. */
export class ArgoBackend implements WorkflowBackend {
  readonly name = 'Workflow';
  readonly kind = WORKFLOW;
  readonly operator = Operator.ARGO_WORKFLOWS;

  data(uses: readonly DataUse[]): DataAccess {
    const roots = [...new Map(uses.map(({ data }) => [rootKey(data), data])).values()];
    return {
      mounts: roots.map((root) => {
        const same = uses.filter(({ data }) => rootKey(data) === rootKey(root));
        const options = { readOnly: same.every(({ isWritten }) => !isWritten) };
        const { place } = root;
        return place.kind === 'volume'
          ? place.volume.at(rootPath(root), options)
          : Mount.bucket(place.bucket, rootPath(root), { ...options, subfolder: place.folder });
      }),
      env: Object.fromEntries(uses.map(({ variable, data }) => [variable, pathOf(data)])),
    };
  }

  *problems({ name, steps, trigger }: ResolvedWorkflow): Generator<Problem> {
    // Runs of a schedule have the time in seconds at the end of their names.
    const run = trigger.start.kind === 'once' ? name : `${name}-${'9'.repeat(10)}`;
    for (const step of steps) {
      if (step.work.kind !== 'training') continue;
      const { job, engine } = step.work.run;
      const real = { ...job, name: `${run}-${step.name}`, base: `${run}-${step.name}` };
      const found = [...engine.problems(real)].filter(({ code }) => code === 'job-name');
      for (const { message } of found.slice(0, 1)) {
        yield problem(
          'run-name',
          'steps',
          `step "${step.name}": ${message}`,
          'give the workflow or the step a shorter id',
        );
      }
    }
  }

  guide({ name, namespace, steps, trigger: { start } }: ResolvedWorkflow): readonly GuideStep[] {
    const phase = start.kind === 'once' ? 'runs' : 'standing';
    const argo = (action: string, what = 'RUN') => `\`argo -n ${namespace} ${action} ${what}\``;
    const asks = steps.some(({ work }) => work.kind === 'approval');
    const lines = [
      `Workflow \`${name}\`, by \`argo\`, the program of Argo Workflows:`,
      ...(start.kind === 'onDemand' ? [`${argo('submit', `--from workflowtemplate/${name}`)} starts a run;`] : []),
      `${argo('get')} shows a run; ${argo('stop')} stops it; ${argo('retry')} runs its failed steps again`,
      ...(asks ? [`; ${argo('resume')} lets a run go on that waits for approval`] : []),
    ];
    const text = `${lines.join(' ').replace(' ;', ';')}.`;
    if (start.kind === 'once') return [{ phase, text }];
    // Their pods, ended or not, would keep the volumes.
    const label = `workflows.argoproj.io/${start.kind === 'cron' ? 'cron-workflow' : 'workflow-template'}=${name}`;
    const runs = `kubectl -n ${namespace} delete workflows.argoproj.io -l ${label} --ignore-not-found`;
    return [
      { phase, text },
      { phase: 'removal', text: `This deletes the runs of workflow \`${name}\`:`, commands: [runs] },
    ];
  }

  render(workflow: ResolvedWorkflow): Rendered {
    const { steps, onExit, trigger, name } = workflow;
    const all = [...steps, ...(onExit ? [onExit] : [])];
    const names = namesOf(workflow);
    const before = all.flatMap(({ work, base }): Manifest[] => {
      if (work.kind !== 'training') return [];
      const account = work.run.job.pod.identity ? [] : [ownServiceAccount(base)];
      return [...account, ...(work.run.workload.rendered.before ?? [])];
    });
    return { before: [...before, ...accessOf(workflow, names)], main: mainOf(name, trigger, specOf(workflow, names)) };
  }
}

function namesOf({ steps, name }: ResolvedWorkflow): ArgoNames {
  const [first] = steps;
  const base = first ? first.base.slice(0, -first.name.length - 1) : name;
  return { base, control: `${base}-control` };
}

function mainOf(name: string, { start }: ResolvedWorkflow['trigger'], spec: WorkflowSpec): NamedManifest {
  switch (start.kind) {
    case 'once':
      return objectOf(WORKFLOW, name, spec);
    case 'onDemand':
      return objectOf(WORKFLOW_TEMPLATE, name, spec);
    case 'cron':
      return objectOf(CRON_WORKFLOW, name, {
        schedules: [start.schedule],
        timezone: start.timeZone,
        concurrencyPolicy: start.concurrency ?? 'Forbid',
        startingDeadlineSeconds: start.catchUp?.toSeconds(),
        suspend: start.suspended,
        workflowSpec: spec,
      });
  }
}

function specOf(
  { steps, onExit, parameters, timeout, keepFinished }: ResolvedWorkflow,
  names: ArgoNames,
): WorkflowSpec {
  const values = Object.entries(parameters).map(([name, value]) => ({ name, value }));
  const stops = steps.flatMap(({ name, work }) => {
    if (work.kind !== 'training' && work.kind !== 'object') return [];
    const [object, kind] =
      work.kind === 'object' ? [work.object, work.of] : [work.run.workload.rendered.main, work.run.engine.kind];
    return kind.suspend === undefined ? [] : [stopTemplate(`stop-${name}`, names.control, inTemplate(object), kind)];
  });
  const exit = onExit ? templatesOf(onExit, names) : [];
  const atEnd = [
    ...stops.map(({ name }) => ({
      name,
      template: name,
      when: '{{workflow.status}} != Succeeded',
      continueOn: { error: true, failed: true },
    })),
    ...(onExit ? [{ name: onExit.name, template: onExit.name }] : []),
  ];
  return {
    entrypoint: 'main',
    onExit: atEnd.length > 0 ? 'at-end' : undefined,
    arguments: values.length > 0 ? { parameters: values } : undefined,
    activeDeadlineSeconds: timeout?.toSeconds(),
    ttlStrategy: keepFinished && { secondsAfterCompletion: keepFinished.toSeconds() },
    templates: [
      { name: 'main', dag: { tasks: steps.map(taskOf) } },
      ...steps.flatMap((step) => templatesOf(step, names)),
      ...(atEnd.length > 0 ? [{ name: 'at-end', dag: { tasks: atEnd } }] : []),
      ...stops,
      ...exit,
    ],
  };
}

function taskOf(step: ResolvedStep): ArgoTask {
  const { name, after, when } = step;
  const values = stepInputs(step).filter((input) => input.name !== 'item');
  return {
    name,
    template: name,
    depends: after.length > 0 ? after.map(dependsOn).join(' && ') : undefined,
    when: when && whenOf(when),
    arguments: values.length > 0 ? { parameters: values } : undefined,
  };
}

/** A step whose results are used must succeed. One that comes before may have been left out, and some may fail. */
function dependsOn({ step, isUsed, mayFail }: Dependency): string {
  const others = isUsed && !mayFail ? [] : ['Skipped', 'Omitted', ...(mayFail ? ['Failed', 'Errored'] : [])];
  const ends = ['Succeeded', ...others].map((end) => `${step}.${end}`);
  return ends.length > 1 ? `(${ends.join(' || ')})` : ends.join('');
}

/**
 * The least rights: every pod reports its results, and those that create objects have an account of their own.
 *
 * @see https://argo-workflows.readthedocs.io/en/latest/workflow-rbac/
 */
function accessOf({ steps, onExit, namespace }: ResolvedWorkflow, { base, control }: ArgoNames): Manifest[] {
  const all = [...steps, ...(onExit ? [onExit] : [])].map(({ work }) => work);
  const kinds = [
    ...new Set(
      all.flatMap((work) =>
        work.kind === 'object' ? [work.of] : work.kind === 'training' ? [work.run.engine.kind] : [],
      ),
    ),
  ];
  const tasks = all.flatMap((work) => (work.kind === 'task' ? [work] : []));
  const accounts = [...new Set(tasks.map(({ task }) => task.pod.identity?.serviceAccountName ?? base))];
  const report: JsonObject = {
    apiGroups: ['argoproj.io'],
    resources: ['workflowtaskresults'],
    verbs: ['create', 'patch'],
  };
  const extra = kinds.flatMap(({ ending }) => (ending?.as ? [ending.as] : []));
  return [
    ...(accounts.length > 0 ? rights(base, namespace, accounts, [report]) : []),
    ...(kinds.length > 0
      ? [
          ownServiceAccount(control),
          ...rights(control, namespace, [control], [report, ...[...new Set([...kinds, ...extra])].map(rightsOn)]),
        ]
      : []),
  ];
}

function rights(
  name: string,
  namespace: string,
  accounts: readonly string[],
  rules: readonly JsonObject[],
): NamedManifest[] {
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  return [
    { apiVersion, kind: 'Role', metadata: { name }, rules },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: accounts.map((account) => ({ kind: 'ServiceAccount', name: account, namespace })),
    },
  ];
}

/** Data sets of one volume share a mount. */
function rootKey(data: DataSet): string {
  return data.place.kind === 'volume' ? data.place.volume.claimName : placeKey(data);
}

function rootPath(data: DataSet): string {
  return `${DATA}/${data.place.kind === 'volume' ? data.place.volume.claimName : dataName(data)}`;
}

function pathOf(data: DataSet): string {
  const folder = data.place.kind === 'volume' ? `/${data.place.folder}` : '';
  return `${rootPath(data)}${folder}${data.isPerRun ? `/${RunValue.NAME}` : ''}`;
}
