import { isOfKind, resourceOf, type Ending, type Kind } from '../kubernetes/kinds/kind';
import { shellWord } from '../core/names/shell-word';
import { sh } from './guide-text';
import type { ManifestFile, RenderedObject } from './manifest-files';
import type { Target } from './target';

/** A job of a run, and the ending of its kind. */
interface Job {
  readonly object: RenderedObject;
  readonly kind: Kind;
  readonly ending: Ending;
}

/**
 * The time limit of the wait for an end: a year. A job ends by its own limit, to which queues and attempts add a time that
 * is not known. Without `--timeout`, kubectl gives up after 30 s.
 */
const LONGEST = '8760h';

/**
 * Commands that wait for the end of a run's jobs, then check for success. A wait for success alone would not end at a
 * failure. The check has no time limit (`--timeout=0`), which would be over before a slow API server answers.
 */
export function waitsFor(run: ManifestFile): string[] {
  return jobsOf(run).flatMap(({ object, kind, ending: { ended, good, bad, state } }) => {
    const job = `${resourceOf(kind)}/${object.metadata.name}`;
    const kubectl = inNamespaceOf(object);
    const isGood = `${kubectl} wait --for=condition=${good} --timeout=0 ${job}`;
    if (ended !== undefined) return [`${kubectl} wait --for=jsonpath='{${ended}}' --timeout=${LONGEST} ${job}`, isGood];
    const get = `${kubectl} get ${job}`;
    if (!state) return [untilOneOf(get, '.status.conditions[?(@.status=="True")].type', [good, bad]), isGood];
    const isGoodState = `${kubectl} wait --for=jsonpath='{.${state.path}}'=${state.good} --timeout=0 ${job}`;
    return [untilOneOf(get, `.${state.path}`, [state.good, state.bad]), isGoodState];
  });
}

/** A loop that waits for one of several states, as kubectl waits for only one. It also ends if the job is deleted. */
function untilOneOf(get: string, path: string, texts: readonly string[]): string {
  const state = `state=$(${get} -o jsonpath='{${path}}')`;
  return `while ${state} && ! echo "$state" | grep -qwE '${texts.join('|')}'; do sleep 10; done`;
}

/** Paragraphs about failed jobs of a run: finding the reason, and running them again. */
export function failureParagraphs(run: ManifestFile, { cluster, folder }: Target): string[] {
  const jobs = jobsOf(run);
  if (jobs.length === 0) return [];
  const names = jobs.map(({ object }) => `\`${object.metadata.name}\``).join(' and ');
  return [
    `Look at the events of ${names}, at the pods, and at the last lines that each pod printed:`,
    sh(cluster, ...jobs.flatMap(looksAt)),
    'To run it again, give the job a new `revision` and synthesize, or delete this run; then run the commands of Runs again:',
    sh(cluster, `kubectl delete --ignore-not-found -f ${shellWord(`${folder}/runs/${run.name}`)}`),
  ];
}

function looksAt({ object, kind }: Job): string[] {
  const kubectl = inNamespaceOf(object);
  const { name } = object.metadata;
  const pods = `-l ${kind.podLabel ?? ''}=${name}`;
  return [
    `${kubectl} describe ${resourceOf(kind)}/${name}`,
    ...(kind.podLabel === undefined
      ? []
      : [
          `${kubectl} get pods ${pods} -o wide`,
          `${kubectl} describe pods ${pods}`,
          `${kubectl} logs ${pods} --all-containers --prefix --tail=20`,
        ]),
  ];
}

function jobsOf({ kind, objects }: ManifestFile): Job[] {
  if (!kind?.ending) return [];
  const { ending } = kind;
  return objects.filter((object) => isOfKind(object, kind)).map((object) => ({ object, kind, ending }));
}

function inNamespaceOf({ metadata }: RenderedObject): string {
  return `kubectl -n ${metadata.namespace ?? 'default'}`;
}
