import type { Duration, Size } from 'cdk8s';
import { Construct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import { fileAtSynth } from '../core/contracts/further-file';
import { guideAtSynth } from '../core/contracts/guide';
import type { IWorkloadIdentity } from '../core/contracts/identity';
import type { HelmValues } from '../core/contracts/operator';
import type { PageAddress } from '../core/contracts/service-address';
import {
  adviseAtSynth,
  boundsProblems,
  isStandIn,
  ownId,
  problem,
  refuseValues,
  secondsProblems,
  type Problem,
} from '../core/problems';
import { placeInChart } from '../kubernetes/enclosing-chart';
import { roleFor } from '../kubernetes/role';
import { WorkloadObject } from '../kubernetes/workload-object';
import { mergedValues } from '../operators/helm-values';
import { releaseCommands } from '../operators/operator-guard';
import { configManifests } from '../pods/config-maps';
import type { Mount } from '../pods/mounts/mount';
import type { TaskOptions } from '../pods/pod-options';
import { secretSteps } from '../pods/secret-steps';
import { ownServiceAccount, serviceAccountFor } from '../pods/security/service-account';
import { PodUser } from '../pods/security/pod-user';
import { resolveTask } from '../pods/task';
import { placePods } from '../workload/workload';
import { checkPods } from '../workload/workload-pods';
import type { HubSignIn } from './hub-sign-in';
import { hubValues } from './hub-values';
import { HOME } from './notebook';
import { submittingRules } from './notebook-objects';

/** A choice of the page on which people start their server. */
export interface HubProfile extends Pick<TaskOptions, 'pool' | 'resources'> {
  /** The image, which needs `jupyterhub-singleuser` of JupyterHub 5. @default - that of the hub */
  readonly image?: string;
}

/** JupyterHub: notebooks for everyone who signs in. */
export interface NotebookHubProps {
  /** The image, which needs `jupyterhub-singleuser` of JupyterHub 5, as those of the Jupyter project have. */
  readonly image: string;
  /** The choices by the texts that people read, the first one preselected. Refused if there are none. */
  readonly profiles: Readonly<Record<string, HubProfile>>;
  /** The way in which people sign in. */
  readonly signIn: HubSignIn;
  /** The size of the disk of each person, with the folder `/home/jovyan`. @default Size.gibibytes(10) */
  readonly homeSize?: Size;
  /** The StorageClass of the disks. All pools of the profiles must reach its zones. @default - that of the cluster */
  readonly homeClass?: string;
  /** Shared folders and data in every person's pod. @default [] */
  readonly mounts?: readonly Mount[];
  /** The Google service account that all people's pods act as. @default - none */
  readonly identity?: IWorkloadIdentity;
  /** The time without use after which a server stops. JupyterHub counts an open page as use. Refused below 2 minutes. @default Duration.hours(2) */
  readonly idle?: Duration;
  /** The longest time that a server runs, whatever it does. @default - without an end */
  readonly longest?: Duration;
  /** True if programs of the people may make, watch and delete jobs and workflows in the namespace. @default false */
  readonly submitsJobs?: boolean;
  /** Values of the chart over those that this makes, as Helm merges them. @default {} */
  readonly values?: HelmValues;
}

const RELEASE = { repository: 'https://hub.jupyter.org/helm-chart/', chart: 'jupyterhub', version: '4.4.0' };

/**
 * JupyterHub, by its Helm chart 4.4.0: each person who signs in chooses a profile, and gets a server on its pool with a disk
 * of their own. A command of DEPLOY.md installs it. A namespace has one.
 *
 * @example
 * new NotebookHub(chart, 'hub', {
 *   image: 'us-docker.pkg.dev/acme-ml/images/jupyterhub:5',
 *   profiles: { 'Two CPUs': { pool: cpus, resources: { cpus: 2 } }, 'One L4': { pool: l4 } },
 *   signIn: HubSignIn.google('acme.com', { host: 'hub.acme.com', clientId, secretName: 'hub-client' }),
 * });
 */
export class NotebookHub extends Construct {
  /** Its Service, for a route of a gateway. */
  readonly service: PageAddress;

  constructor(scope: Construct, id: string, props: NotebookHubProps) {
    super(scope, ownId(scope, id));
    const { name, namespace } = placeInChart(this);
    this.service = { name: 'proxy-public', namespace, port: 80, healthPath: '/hub/health', operated: true };
    const { signIn, identity, mounts, idle, longest, values = {}, submitsJobs = false } = props;
    const count = { 'the number of profiles': Object.keys(props.profiles).length };
    const wrongCount = boundsProblems('notebook-profiles', count, { least: 1 });
    refuseValues(this, secondsProblems({ idle, longest }, { least: 120 }, 'notebook-idle'), wrongCount);
    // People choose one profile each, and nobody knows how many come.
    const [first, ...others] = Object.entries(props.profiles).map(([profile, { image = props.image, ...options }]) => {
      const common = { image, identity, mounts, user: PodUser.of(1000, 100), env: { HOME } };
      return { ...resolveTask(this, { ...options, ...common }), name: profile, replicas: 1, turns: [profile] };
    });
    if (!first || [first, ...others].some(({ pod }) => isStandIn(pod))) return;
    const pods = [first, ...others] as const;
    const { cluster } = first.pool;
    // The chart has an account, a role and a binding `hub` of its own.
    const people = `${name}-people`;
    const account = identity ? serviceAccountFor(this, identity) : submitsJobs ? people : undefined;
    const role = submitsJobs ? roleFor(people, submittingRules(cluster), [account ?? people], namespace) : [];
    const own = submitsJobs && !identity ? [ownServiceAccount(people)] : [];
    const objects = [...own, ...role, ...configManifests(pods, name)];
    for (const object of objects) new WorkloadObject(this, `${object.kind}-${object.metadata.name}`, object);
    checkPods(this, { pods, stays: true });
    // One person at least: those of a day leave the share of the tenant to jobs of the night.
    placePods(this, namespace, { kind: 'JupyterHub', name }, { base: name, pods });
    adviseAtSynth(this, () => signInAdvice(signIn, cluster));
    const made = hubValues(props, name, pods, account);
    const release = { ...RELEASE, name, namespace };
    const leads = `\`kubectl -n ${namespace} port-forward service/proxy-public 8000:80\` leads http://localhost:8000 to it`;
    const { secretName } = signIn;
    const needs = secretName === undefined ? '' : ` It needs Secret \`${secretName}\` with key \`client-secret\`.`;
    fileAtSynth(this, {
      name: `${name}.json`,
      content: `${JSON.stringify(mergedValues(made, values), undefined, 2)}\n`,
      text: `JupyterHub \`${name}\`: ${leads}.${needs}`,
      commands: (path) => releaseCommands(release, path),
    });
    const uninstall = `helm uninstall ${name} --namespace ${namespace} --ignore-not-found --wait`;
    guideAtSynth(this, () => [
      ...secretSteps(name, namespace, [first.pod]),
      { phase: 'removal', text: `JupyterHub \`${name}\`:`, commands: [uninstall] },
    ]);
  }
}

function* signInAdvice({ secretName }: HubSignIn, { features }: ICluster): Generator<Problem> {
  if (secretName !== undefined || features?.has('gke') !== true) return;
  const message = 'anyone who can reach the hub can sign in under any name and read the files of that person';
  yield problem('hub-sign-in', 'signIn', message, 'use HubSignIn.google or gitHub, or acknowledge this');
}
