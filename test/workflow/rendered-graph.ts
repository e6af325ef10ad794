import type { ArgoTask, ArgoTemplate, WorkflowSpec } from '../../lib/kubernetes/kinds/argo-specs';

// What a rendered workflow of Argo says, read from its fields alone.

/** Upstream's types with the names that we always give. */
export interface Template extends Omit<ArgoTemplate, 'dag'> {
  readonly name: string;
  readonly dag?: { readonly tasks: readonly (ArgoTask & { readonly template: string })[] };
}
export interface Spec extends Omit<WorkflowSpec, 'templates'> {
  readonly entrypoint: string;
  readonly templates: readonly Template[];
}

/** The tasks of a graph, each with all tasks before it, as its `depends` say. */
export function beforeOf(template: Template | undefined): Map<string, Set<string>> {
  const tasks = template?.dag?.tasks ?? [];
  const direct = new Map(tasks.map(({ name, depends = '' }) => [name, namesIn(depends)]));
  const all = new Map<string, Set<string>>();
  const follow = (name: string, path: readonly string[]): Set<string> => {
    if (path.includes(name)) throw new Error(`a cycle: ${[...path, name].join(' ')}`);
    const known = all.get(name);
    if (known) return known;
    const found = new Set((direct.get(name) ?? []).flatMap((other) => [other, ...follow(other, [...path, name])]));
    all.set(name, found);
    return found;
  };
  for (const { name } of tasks) follow(name, []);
  return all;
}

function namesIn(depends: string): string[] {
  return [...depends.matchAll(/([a-z][\w-]*)(?:\.\w+)?/g)].map(([, name = '']) => name);
}

/** What is wrong with a rendered workflow, so that the controller would not take it. */
export function faultsOf({ templates, entrypoint, onExit, arguments: given }: Spec): string[] {
  const names = templates.map(({ name }) => name);
  const byName = new Map(templates.map((template) => [template.name, template]));
  const roots = [entrypoint, ...(onExit === undefined ? [] : [onExit])];
  const called = templates.flatMap((template) => template.dag?.tasks.map((task) => task.template) ?? []);
  const inMain = reachedFrom(entrypoint, byName);
  const parameters = (given?.parameters ?? []).map(({ name }) => `workflow.parameters.${name}`);
  const known = (name: string) =>
    new Set(['workflow.name', ...parameters, ...(inMain.has(name) ? [] : ['workflow.status', 'workflow.failures'])]);
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `two templates ${name}`),
    ...[...roots, ...called].filter((name) => !byName.has(name)).map((name) => `no template ${name}`),
    ...names.filter((name) => !roots.includes(name) && !called.includes(name)).map((name) => `nothing uses ${name}`),
    ...templates.flatMap((template) => ownFaults(template, known(template.name))),
    ...templates.flatMap((template) => callFaults(template, byName)),
  ];
}

function reachedFrom(root: string, byName: ReadonlyMap<string, Template>, found = new Set<string>()): Set<string> {
  if (found.has(root)) return found;
  found.add(root);
  for (const { template } of byName.get(root)?.dag?.tasks ?? []) reachedFrom(template, byName, found);
  return found;
}

function references(value: unknown): string[] {
  return [...JSON.stringify(value ?? '').matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => name);
}

/** References inside a template to what it has not. */
function ownFaults({ dag, ...template }: Template, known: ReadonlySet<string>): string[] {
  const own = new Set((template.inputs?.parameters ?? []).map(({ name }) => `inputs.parameters.${name}`));
  const all = references([
    template,
    (dag?.tasks ?? []).map(({ arguments: values, when, ...rest }) => [values, when, rest]),
  ]);
  return all.flatMap((name) => {
    const isKnown =
      own.has(name) ||
      known.has(name) ||
      (dag && (name.startsWith('tasks.') || name === 'item')) ||
      name.startsWith('=');
    return isKnown ? [] : [`${template.name} refers to ${name}`];
  });
}

/** Wrong calls of a graph. */
function callFaults(template: Template, byName: ReadonlyMap<string, Template>): string[] {
  const { dag, name, outputs } = template;
  const before = beforeOf(template);
  const outputsOf = (task: string) => {
    const called = byName.get(dag?.tasks.find((each) => each.name === task)?.template ?? '');
    return (called?.outputs?.parameters ?? []).map((output) => output.name);
  };
  const tasks = dag?.tasks ?? [];
  const taskNames = tasks.map((task) => task.name);
  return [
    ...taskNames.filter((task, index) => taskNames.indexOf(task) !== index).map((task) => `${name}: two tasks ${task}`),
    ...references(dag ? outputs : undefined).flatMap((text) => {
      const [, task = '', output = ''] = /^tasks\.([^.]+)\.outputs\.parameters\.(.+)$/.exec(text) ?? [];
      return outputsOf(task).includes(output) ? [] : [`${name} hands on ${text}`];
    }),
    ...tasks.flatMap((task) => {
      const wanted = (byName.get(task.template)?.inputs?.parameters ?? []).map((input) => input.name);
      const given = (task.arguments?.parameters ?? []).map((input) => input.name);
      const isLoop = task.withItems !== undefined || task.withParam !== undefined;
      return [
        ...namesIn(task.depends ?? '').flatMap((other) =>
          taskNames.includes(other) ? [] : [`${name}: ${task.name} depends on ${other}`],
        ),
        ...wanted.filter((input) => !given.includes(input)).map((input) => `${name}: ${task.name} lacks ${input}`),
        ...given
          .filter((input) => !wanted.includes(input))
          .map((input) => `${name}: ${task.name} gives ${input} for nothing`),
        ...given
          .filter((input, index) => given.indexOf(input) !== index)
          .map((input) => `${name}: ${task.name} gives ${input} twice`),
        ...references([task.arguments, task.when]).flatMap((text) => {
          if (text === 'item') return isLoop ? [] : [`${name}: ${task.name} uses an item without a loop`];
          const [, other, output = ''] = /^tasks\.([^.]+)\.outputs\.parameters\.(.+)$/.exec(text) ?? [];
          if (other === undefined) return [];
          if (!before.get(task.name)?.has(other))
            return [`${name}: ${task.name} uses ${text}, but does not wait for it`];
          return outputsOf(other).includes(output) ? [] : [`${name}: ${task.name} uses ${text}, which there is not`];
        }),
      ];
    }),
  ];
}
