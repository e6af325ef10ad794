import type { IConstruct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import type { HelmValues } from '../core/contracts/operator';
import { timeOfDayProblems, timeZoneProblems } from '../core/names/cron-schedule';
import { DNS_LABEL } from '../core/names/kubernetes-name';
import { nameProblems } from '../core/names/name';
import { pathOf, problem, secondsProblems, type Advice, type Problem } from '../core/problems';
import { partAt } from '../kubernetes/manifest';
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

/** The problem of a hub in the namespace of another one. */
export function secondHub(first: IConstruct): Problem {
  const message = `${pathOf(first)} is a hub of this namespace already, and the objects of both have the same names`;
  return problem('duplicate-name', message, 'make one NotebookHub of both, or put one into another namespace');
}

/** Advice about a hub in the cloud that has the chart's own sign-in. */
export function* signInAdvice(values: HelmValues, { features }: ICluster): Generator<Advice> {
  const authenticator = partAt(values, ['hub', 'config', 'JupyterHub'])['authenticator_class'] ?? 'dummy';
  if (authenticator !== 'dummy' || features?.has('gke') !== true) return;
  const message = 'anyone who can reach the hub can sign in under any name and read the files of that person';
  const fix = 'set hub.config.JupyterHub.authenticator_class, such as "google", or acknowledge this';
  yield problem('hub-sign-in', 'values', message, fix);
}
