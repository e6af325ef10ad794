import { Duration, type ApiObject } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { guideAtSynth, type GuideStep } from '../core/contracts/guide';
import type { PageAddress } from '../core/contracts/service-address';
import { checkAtSynth, isStandIn, ownId, refuseValues } from '../core/problems';
import { placeInChart } from '../kubernetes/enclosing-chart';
import type { ModelVolume } from '../model/model-source';
import type { TaskOptions } from '../pods/pod-options';
import { secretSteps } from '../pods/secret-steps';
import { PodUser } from '../pods/security/pod-user';
import { resolveTask } from '../pods/task';
import { operatorProblems } from '../workload/backend';
import { addWorkload } from '../workload/workload';
import { NotebookEngine, PORT, type BasePath } from './notebook-engine';
import { notebookObjects } from './notebook-objects';
import { notebookProblems } from './notebook-problems';
import type { StopTime } from './notebook-program';

/** The variables of the user in the images of the Jupyter project. */
export const JOVYAN = { HOME: '/home/jovyan', USER: 'jovyan' };

/** Kernels and terminals answer by WebSockets, which are open as long as a page. */
export const OPEN_TIME = Duration.days(1);

/** JupyterLab for one person, on a pool. */
export interface NotebookProps extends Omit<TaskOptions, 'command' | 'args'> {
  /** The volume of the folder `/home/jovyan`, such as a `SharedVolume`. It outlives the notebook. */
  readonly home: ModelVolume;
  /** The time in which nothing runs in kernels and terminals, after which the notebook stops. Refused below 2 minutes. @default Duration.hours(2) - its GPUs are paid for meanwhile; variables of its kernels are gone after it */
  readonly idle?: Duration;
  /** A time of each day at which the notebook stops, whatever it does. @default - none */
  readonly stop?: StopTime;
  /** The beginning of its paths, as a route of a gateway has it, such as `/ada/`. @default - '/'; that of Kubeflow's dashboard for its engine */
  readonly basePath?: BasePath;
  /** True if programs of the notebook may make, watch and delete jobs and workflows in its namespace. @default false */
  readonly submitsJobs?: boolean;
  /** The clients that may connect to it, beside gateways with a route to it. @default - none: `kubectl port-forward` needs no permission of a policy */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
  /** The kind of object that runs it. @default NotebookEngine.statefulSet() */
  readonly engine?: NotebookEngine;
}

/** A notebook with all defaults filled in. */
export type ResolvedNotebook = ReturnType<typeof placeInChart> &
  Pick<NotebookProps, 'stop' | 'reachableFrom'> &
  Required<Pick<NotebookProps, 'idle' | 'basePath' | 'submitsJobs' | 'engine'>>;

/**
 * JupyterLab for one person. It stops when it is idle, so that its GPU goes back to the pool, and one command of DEPLOY.md
 * starts it again with its files. It has a new token at each start, which no manifest and no log has.
 *
 * @example
 * const home = new SharedVolume(chart, 'ada-home', { source: SharedVolumeSource.storageClass('standard-rwo'), accessMode: 'ReadWriteOnce' });
 * new Notebook(chart, 'ada', { image, pool: l4, home, mounts: [data.at('/data')] });
 */
export class Notebook extends Construct {
  /** The object that runs it, such as a StatefulSet. */
  readonly resource?: ApiObject;
  /** Its Service, for a route of a gateway. */
  readonly service: PageAddress;

  constructor(scope: Construct, id: string, props: NotebookProps) {
    super(scope, ownId(scope, id));
    const { name, namespace } = placeInChart(this);
    const { home, idle = Duration.hours(2), stop, submitsJobs = false, reachableFrom, ...others } = props;
    const { engine = NotebookEngine.statefulSet(), basePath = engine.basePath(name, namespace), ...options } = others;
    const page = { port: engine.servicePort, clientPaths: [basePath], healthPath: `${basePath}api`, operated: true };
    this.service = { name, namespace, ...page, requestTimeout: OPEN_TIME, pods: { workload: name, port: PORT } };
    const notebook = { name, namespace, idle, stop, basePath, submitsJobs, reachableFrom, engine };
    refuseValues(this, notebookProblems(notebook));
    const { mounts = [], env = {}, user = PodUser.of(1000, 100), podSpec } = options;
    const task = resolveTask(this, {
      workingDir: JOVYAN.HOME,
      ...options,
      user,
      mounts: [home.at(JOVYAN.HOME), ...mounts],
      env: { ...JOVYAN, NOTEBOOK_SETTINGS: JSON.stringify(settingsOf(notebook)), ...env },
      podSpec: { ...podSpec, automountServiceAccountToken: true },
    });
    if (isStandIn(task.pod)) return;
    const rendered = notebookObjects(notebook, task);
    const pods = [{ ...task, name: 'notebook', replicas: 1, port: PORT, containerName: name }];
    this.resource = addWorkload(this, { base: name, pods, stays: true, kind: engine.kind, rendered });
    checkAtSynth(this, () => operatorProblems('engine', { name: engine.kind.kind, ...engine }, task.pool.cluster));
    guideAtSynth(this, () => [...secretSteps(name, namespace, [task.pod]), stepOf(notebook)]);
  }
}

/** The settings of the program that runs JupyterLab. */
function settingsOf({ name, namespace, idle, stop, engine }: ResolvedNotebook): object {
  const { apiVersion, plural } = engine.kind;
  const { subresource, patch } = engine.stop;
  const object = `https://kubernetes.default.svc/apis/${apiVersion}/namespaces/${namespace}/${plural}/${name}${subresource}`;
  return { idleSeconds: idle.toSeconds(), object, patch: JSON.stringify(patch), ...stop };
}

function stepOf({ name, namespace, basePath, idle, engine }: ResolvedNotebook): GuideStep {
  const kubectl = `kubectl -n ${namespace}`;
  const ports = engine.servicePort === PORT ? PORT : `${PORT}:${engine.servicePort}`;
  const open = `\`${kubectl} port-forward service/${name} ${ports}\` leads http://localhost:${PORT}${basePath} to it`;
  const token = `\`${kubectl} exec statefulset/${name} -- jupyter server list\` shows its token`;
  const again = `\`${kubectl} ${engine.start(name)}\` starts it again`;
  const text = `Notebook \`${name}\`: ${open}, and ${token}. It stops after ${idle.toMinutes({ integral: false })} minutes in which nothing runs. ${again}.`;
  return { phase: 'standing', text };
}
