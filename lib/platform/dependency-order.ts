import { ApiObject, Chart, type App } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { clusterKey } from '../core/contracts/cluster';
import { pathOf, problem, SynthesisError } from '../core/problems';
import { findInScopes } from '../core/scopes';
import { clusterOf } from '../kubernetes/chart-cluster';
import { isClusterScoped, namespaceOf } from '../kubernetes/cluster-scoped';

/** The dependencies of each construct, in the order in which they were added. */
type Dependencies = Map<IConstruct, Set<IConstruct>>;

/** A chart and its objects, each after those that it depends on, and after its namespace. */
export interface OrderedChart {
  readonly chart: Chart;
  /** Also the Namespaces of later charts of which this one has objects, without what an earlier chart has in the same words. */
  readonly objects: readonly ApiObject[];
}

// As in cdk8s, a dependency on a construct is one on all objects below it, or on its chart if that is another one. cdk8s
// computes this for the whole app again for each chart, and validates the whole app each time.

/**
 * The charts of an app with their objects, each after those that it depends on, and after its namespace.
 *
 * @throws SynthesisError if constructs depend on each other
 */
export function objectsInOrder(app: App): OrderedChart[] {
  const dependencies = dependenciesBelow(app);
  const charts = inOrder(app.node.findAll(), dependencies).filter((construct) => construct instanceof Chart);
  const ordered = charts.map((chart) => {
    const objects = inOrder(chart.node.findAll(), dependencies).filter((construct) => construct instanceof ApiObject);
    return { chart, objects: objects.filter((object) => object.chart === chart) };
  });
  return afterTheirNamespaces(ordered);
}

/** Moves a Namespace before the first object in it. A gateway has objects in the namespaces of other charts, which may be later ones. */
function afterTheirNamespaces(charts: readonly OrderedChart[]): OrderedChart[] {
  const placed = charts.map((ordered) => {
    const cluster = clusterOf(ordered.chart);
    return { ...ordered, place: cluster ? clusterKey(cluster) : '' };
  });
  const made = new Map(
    placed.flatMap(({ objects, place }) =>
      objects.filter(({ kind }) => kind === 'Namespace').map((object) => [`${place}/${object.name}`, object] as const),
    ),
  );
  const done = new Set<ApiObject | string>();
  return placed.map(({ chart, objects, place }) => {
    const madeFor = (object: ApiObject) => made.get(`${place}/${namespaceOf(object) ?? ''}`);
    // Objects without a namespace that several charts have are equal: the check of names has seen to it.
    const identityOf = (object: ApiObject) =>
      isClusterScoped(object) ? [place, object.apiGroup, object.kind, object.name].join(' ') : object;
    const all = objects.flatMap((object) => [madeFor(object) ?? object, object]);
    const further = all.filter((object) => {
      const identity = identityOf(object);
      const isNew = !done.has(identity);
      done.add(identity);
      return isNew;
    });
    return { chart, objects: further };
  });
}

function dependenciesBelow(app: App): Dependencies {
  const found: Dependencies = new Map();
  const add = (source: IConstruct, target: IConstruct) => {
    if (source !== target) found.set(source, (found.get(source) ?? new Set()).add(target));
  };
  for (const source of app.node.findAll()) for (const target of source.node.dependencies) add(source, target);
  const explicit = [...found].flatMap(([source, targets]) => [...targets].map((target) => ({ source, target })));
  for (const { source, target } of explicit) {
    const [chart, other] = [chartOf(source), chartOf(target)];
    if (!chart || !other) continue;
    if (chart !== other) add(chart, other);
    else {
      const own = objectsOf(source, chart);
      for (const object of objectsOf(target, chart)) for (const each of own) add(each, object);
    }
  }
  return found;
}

/** The objects of a chart below one of its constructs. */
function objectsOf(construct: IConstruct, chart: Chart): ApiObject[] {
  const objects = construct.node.findAll().filter((each) => each instanceof ApiObject);
  return objects.filter((object) => object.chart === chart);
}

function chartOf(construct: IConstruct): Chart | undefined {
  return findInScopes(construct, (scope) => (scope instanceof Chart ? scope : undefined));
}

/** The constructs in an order in which each follows its dependencies. */
function inOrder(constructs: readonly IConstruct[], dependencies: Dependencies): IConstruct[] {
  if (!constructs.some((construct) => dependencies.has(construct))) return [...constructs];
  const all = new Set(constructs);
  const needed = new Set(constructs.flatMap((construct) => [...(dependencies.get(construct) ?? [])]));
  const ordered = new Set<IConstruct>();
  const open = new Set<IConstruct>();
  const visit = (construct: IConstruct) => {
    if (ordered.has(construct) || !all.has(construct)) return;
    if (open.has(construct)) throw cycle([...open, construct]);
    open.add(construct);
    dependencies.get(construct)?.forEach(visit);
    open.delete(construct);
    ordered.add(construct);
  };
  constructs.filter((construct) => !needed.has(construct)).forEach(visit);
  constructs.forEach(visit);
  return [...ordered];
}

/** The error of a cycle. @param open constructs that each depend on the next; the last one appears twice */
function cycle(open: readonly IConstruct[]): SynthesisError {
  const paths = open.map(pathOf);
  const path = paths.at(-1) ?? '';
  const way = paths.slice(paths.indexOf(path)).map((each) => `"${each}"`);
  const message = `the order of these constructs depends on itself: ${way.join(', then ')}`;
  const fix = 'remove one of the dependencies that the program adds between them';
  return new SynthesisError([{ path, ...problem('dependency-cycle', message, fix) }]);
}
