import { timeOfDayProblems, timeZoneProblems } from '../core/names/cron-schedule';
import { DNS_LABEL } from '../core/names/kubernetes-name';
import { nameProblems } from '../core/names/name';
import { secondsProblems, type Problem } from '../core/problems';
import type { ResolvedNotebook } from './notebook';

/** Values with which JupyterLab would not start, or would not stop when it should. */
export function* notebookProblems({ name, idle, stop }: ResolvedNotebook): Generator<Problem> {
  // The name of the StatefulSet is part of that of its pod.
  yield* nameProblems({ ...DNS_LABEL, max: 52, what: 'notebook', property: 'id' }, name);
  yield* secondsProblems({ idle }, { least: 120 }, 'notebook-idle');
  if (!stop) return;
  yield* timeZoneProblems('notebook-stop', stop.timeZone);
  yield* timeOfDayProblems('notebook-stop', 'stop.at', stop.at);
}
