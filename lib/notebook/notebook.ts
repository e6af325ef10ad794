import type { ApiObject } from 'cdk8s';
import { Chart, Duration } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { guideAtSynth, type GuideStep } from '../core/contracts/guide';
import { pathBelow } from '../core/names/name';
import { refuseValues } from '../core/problems/errors';
import { ownId } from '../core/problems/own-id';
import { isStandIn } from '../core/problems/stand-in';
import { chartOf } from '../kubernetes/enclosing-chart';
import { STATEFUL_SET } from '../kubernetes/kinds/core';
import type { ModelVolume } from '../model/model-source';
import type { TaskOptions } from '../pods/pod-options';
import { secretSteps } from '../pods/secret-steps';
import { PodUser } from '../pods/security/pod-user';
import { resolveTask } from '../pods/task';
import { addWorkload } from '../workload/workload';
import { notebookObjects, PORT } from './notebook-objects';
import { notebookProblems } from './notebook-problems';
import type { StopTime } from './notebook-program';

/** The home folder of the user in the images of the Jupyter project. */
const HOME = '/home/jovyan';

/** JupyterLab for one person, on a pool. */
export interface NotebookProps extends Omit<TaskOptions, 'command' | 'args'> {
  /** The volume of the folder `/home/jovyan`, such as a `SharedVolume`. It outlives the notebook. */
  readonly home: ModelVolume;
  /** The time without a run in a kernel or a terminal after which the notebook stops, and its node can go. Refused below 2 minutes. @default Duration.hours(2) */
  readonly idle?: Duration;
  /** A time of each day at which the notebook stops, whatever it does. @default - none */
  readonly stop?: StopTime;
  /** The beginning of its paths, as a route of a gateway has it. Refused without a slash at both ends. @default '/' */
  readonly basePath?: string;
  /** True if programs of the notebook may make, watch and delete jobs and workflows in its namespace. @default false */
  readonly submitsJobs?: boolean;
  /** The clients that may connect to it, such as the proxies of a gateway. @default - none: `kubectl port-forward` needs no permission of a policy */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
}

/** A notebook with all defaults filled in. */
export interface ResolvedNotebook
  extends
    Pick<NotebookProps, 'stop' | 'reachableFrom'>,
    Required<Pick<NotebookProps, 'idle' | 'basePath' | 'submitsJobs'>> {
  readonly name: string;
  readonly namespace: string;
}

/**
 * JupyterLab for one person. It stops when it is idle, so that its GPU goes back to the pool, and one command of DEPLOY.md
 * starts it again with its files. JupyterLab makes a token at each start; no manifest has it.
 *
 * @example
 * const home = new SharedVolume(chart, 'ada-home', { source: SharedVolumeSource.storageClass('standard-rwo'), accessMode: 'ReadWriteOnce' });
 * new Notebook(chart, 'ada', { image, pool: l4, home, mounts: [data.at('/data')] });
 */
export class Notebook extends Construct {
  /** The StatefulSet. */
  readonly resource?: ApiObject;
  /** Its Service, for a route of a gateway. */
  readonly service: {
    readonly name: string;
    readonly namespace: string;
    readonly port: number;
    readonly healthPath: string;
  };

  constructor(scope: Construct, id: string, props: NotebookProps) {
    super(scope, ownId(scope, id));
    const {
      home,
      idle = Duration.hours(2),
      stop,
      basePath = '/',
      submitsJobs = false,
      reachableFrom,
      ...options
    } = props;
    const name = pathBelow(chartOf(this), this);
    const namespace = Chart.of(this).namespace ?? 'default';
    this.service = { name, namespace, port: PORT, healthPath: `${basePath}api` };
    const notebook = { name, namespace, idle, stop, basePath, submitsJobs, reachableFrom };
    refuseValues(this, notebookProblems(notebook));
    const { mounts = [], env = {}, user = PodUser.of(1000, 100), podSpec } = options;
    const task = resolveTask(this, {
      workingDir: HOME,
      ...options,
      user,
      mounts: [home.at(HOME), ...mounts],
      env: { HOME, ...environmentOf(notebook), ...env },
      podSpec: { ...podSpec, automountServiceAccountToken: true },
    });
    if (isStandIn(task.pod)) return;
    const rendered = notebookObjects(notebook, task);
    const pods = [{ ...task, name: 'notebook', replicas: 1, port: PORT, containerName: 'notebook' }];
    this.resource = addWorkload(this, { base: name, pods, stays: true, kind: STATEFUL_SET, rendered });
    guideAtSynth(this, () => [...secretSteps(name, namespace, [task.pod]), stepOf(notebook)]);
  }
}

/** The settings of the program that runs JupyterLab. */
function environmentOf({ name, basePath, idle, stop }: ResolvedNotebook): Readonly<Record<string, string>> {
  const url = `http://localhost:${PORT}${basePath}`;
  const own = { NOTEBOOK: name, NOTEBOOK_URL: url, IDLE_SECONDS: String(idle.toSeconds()) };
  if (!stop) return own;
  return { ...own, STOP_AT: stop.at, ...(stop.timeZone !== undefined && { STOP_ZONE: stop.timeZone }) };
}

function stepOf({ name, namespace, basePath, idle }: ResolvedNotebook): GuideStep {
  const kubectl = `kubectl -n ${namespace}`;
  const open = `\`${kubectl} port-forward service/${name} ${PORT}\` leads http://localhost:${PORT}${basePath} to it`;
  const token = `\`${kubectl} exec statefulset/${name} -- jupyter server list\` shows its token`;
  const again = `\`${kubectl} scale statefulset/${name} --replicas=1\` starts it again`;
  const text = `Notebook \`${name}\`: ${open}, and ${token}. It stops after ${idle.toMinutes()} minutes in which nothing runs. ${again}.`;
  return { phase: 'standing', text };
}
