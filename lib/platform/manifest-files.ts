import type { ApiObject, App, Chart } from 'cdk8s';
import { JOB } from '../kubernetes/kinds/batch';
import { isOfKind, type Kind } from '../kubernetes/kinds/kind';
import { RUNS } from '../kubernetes/run-objects';
import type { OrderedChart } from './dependency-order';

/**
 * The folder of a file. `crds` are applied first, because the API server refuses objects of unknown kinds. `standing`
 * objects are applied again after each change, by a person or a GitOps tool. `runs` are applied once.
 */
export type ManifestFolder = 'crds' | 'standing' | 'runs';

/** A file of manifests in one of the folders of a deployment. */
export interface ManifestFile {
  readonly folder: ManifestFolder;
  readonly name: string;
  readonly chart: Chart;
  readonly objects: readonly RenderedObject[];
  /** The kind of the run's job. @default - the file is not a run */
  readonly kind?: Kind;
}

/** The fields of a rendered object that DEPLOY.md's commands need. */
export interface RenderedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  /** The spec of a claim names the class that makes its volume. */
  readonly spec?: { readonly storageClassName?: string };
}

interface Place {
  readonly folder: ManifestFolder;
  readonly name: string;
  /** The kind of the run's job. @default - the file is not a run */
  readonly kind?: Kind;
  /** The id of the run, because names may be equal. @default - one file for each chart */
  readonly run?: string;
}

/**
 * The files of an app. Standing files are applied by name, so their names begin with numbers in the order of charts. Runs
 * are named by their jobs, in the order in which they are applied.
 *
 * @param charts those of the app
 */
export function manifestFiles(app: App, charts: readonly OrderedChart[]): ManifestFile[] {
  const runs = registeredRuns(app);
  const found = charts.flatMap(({ chart, objects }, index) => {
    const chartName = `${numbered(index, charts.length)}-${fileName(chart)}`;
    const placeOf = (object: RenderedObject): Place => runs.get(keyOf(object)) ?? standingOrRun(object, chartName);
    return byPlace(chart, objects.map(renderedObject), placeOf);
  });
  const taken = new Set<string>();
  return found.map((file) => {
    const name = file.folder === 'runs' ? nameOfRun(file, taken) : file.name;
    return { ...file, name: `${name}.k8s.yaml` };
  });
}

/** The name of a run's job; after its chart, and at last with a number, if another run has the name. */
function nameOfRun({ name, chart }: ManifestFile, taken: Set<string>): string {
  const inChart = `${fileName(chart)}.${name}`;
  let free = taken.has(name) ? inChart : name;
  for (let n = 2; taken.has(free); n++) free = `${inChart}-${n}`;
  taken.add(free);
  return free;
}

function fileName(chart: Chart): string {
  return chart.node.path.replaceAll(/[^\w.-]/g, '-').slice(0, 200);
}

/** A rendered object. This is the edge to cdk8s: an object's JSON has no type. */
function renderedObject(object: ApiObject): RenderedObject {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return object.toJson() as RenderedObject;
}

function byPlace(
  chart: Chart,
  objects: readonly RenderedObject[],
  placeOf: (object: RenderedObject) => Place,
): ManifestFile[] {
  const files = new Map<string, ManifestFile & { objects: RenderedObject[] }>();
  for (const object of objects) {
    const { folder, name, kind, run } = placeOf(object);
    const key = `${folder} ${run ?? ''}`;
    const file = files.get(key) ?? { folder, name, chart, kind, objects: [] };
    file.objects.push(object);
    files.set(key, file);
  }
  return [...files.values()];
}

function standingOrRun(object: RenderedObject, chartName: string): Place {
  if (object.kind === 'CustomResourceDefinition') return { folder: 'crds', name: chartName };
  // A Job that no construct of this library makes.
  if (isOfKind(object, JOB)) return { folder: 'runs', name: object.metadata.name, kind: JOB, run: keyOf(object) };
  return { folder: 'standing', name: chartName };
}

/** The files of objects that a construct makes for one run. */
function registeredRuns(app: App): Map<string, Place> {
  return new Map(
    RUNS.all(app).flatMap(({ construct, entry: { name, kind, objects } }) =>
      objects.map((object): [string, Place] => [
        keyOf(identityOf(object)),
        { folder: 'runs', name, kind, run: construct.node.path },
      ]),
    ),
  );
}

function identityOf({ apiVersion, kind, name, metadata }: ApiObject): RenderedObject {
  return { apiVersion, kind, metadata: { name, namespace: metadata.namespace } };
}

function keyOf({ apiVersion, kind, metadata: { name, namespace } }: RenderedObject): string {
  return `${apiVersion}/${kind}/${namespace ?? ''}/${name}`;
}

function numbered(index: number, count: number): string {
  return String(index).padStart(Math.max(2, String(count - 1).length), '0');
}
