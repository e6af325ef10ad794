import { Construct } from 'constructs';
import { clusterKey } from '../core/contracts/cluster';
import { fileAtSynth } from '../core/contracts/further-file';
import { guideAtSynth } from '../core/contracts/guide';
import type { IWorkloadIdentity } from '../core/contracts/identity';
import type { HelmValues } from '../core/contracts/operator';
import type { PageAddress } from '../core/contracts/service-address';
import {
  adviseAtSynth,
  boundsProblems,
  checkAtSynth,
  isStandIn,
  ownId,
  refuseValues,
  takeOnce,
} from '../core/problems';
import { placeInChart } from '../kubernetes/enclosing-chart';
import { partAt } from '../kubernetes/manifest';
import { roleFor } from '../kubernetes/role';
import { mergedValues } from '../operators/helm-values';
import { releaseCommands } from '../operators/operator-guard';
import type { Mount } from '../pods/mounts/mount';
import type { TaskOptions } from '../pods/pod-options';
import { secretSteps } from '../pods/secret-steps';
import { PodUser } from '../pods/security/pod-user';
import { resolveTask } from '../pods/task';
import { submittingRules } from '../workload/job-kinds';
import { addPodsOf } from '../workload/workload';
import { hubValueProblems, personDiskProblems } from './hub-value-problems';
import { hubValues } from './hub-values';
import { hubSecrets } from './hub-secrets';
import { JOVYAN, OPEN_TIME } from './notebook';
import { secondHub, signInAdvice } from './notebook-problems';

/** A choice on the page where people start their server. */
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
  /** Shared folders and data in every person's pod, beside a disk of their own at `/home/jovyan`. @default [] */
  readonly mounts?: readonly Mount[];
  /** The Google service account that all people's pods act as. @default - none */
  readonly identity?: IWorkloadIdentity;
  /** True if programs of the people may make, watch and delete jobs and workflows in the namespace. @default false */
  readonly submitsJobs?: boolean;
  /**
   * Values of the chart over those that this makes, as Helm merges them: `hub.config` for the sign-in, `singleuser.storage`
   * for the disks, `cull` for the end of servers.
   *
   * @default {} - JupyterHub's DummyAuthenticator, disks of 10 GiB, servers that end after an hour without use
   * @see https://z2jh.jupyter.org/en/stable/administrator/authentication.html
   */
  readonly values?: HelmValues;
}

/** The images of the chart itself, by the parts that have them. */
const IMAGES = {
  hub: { name: 'quay.io/jupyterhub/k8s-hub', tag: '4.4.0' },
  'proxy.chp': { name: 'quay.io/jupyterhub/configurable-http-proxy', tag: '5.2.0' },
};
const RELEASE = { repository: 'https://hub.jupyter.org/helm-chart/', chart: 'jupyterhub', version: '4.4.0' };

/**
 * JupyterHub, by its Helm chart 4.4.0: each person who signs in chooses a profile, and gets a server on its pool with a disk
 * of their own. A command of DEPLOY.md installs it. A namespace has one.
 *
 * @example
 * new NotebookHub(chart, 'hub', {
 *   image: 'us-docker.pkg.dev/acme-ml/images/jupyterhub:5',
 *   profiles: { 'Two CPUs': { pool: cpus, resources: { cpus: 2 } }, 'One L4': { pool: l4 } },
 *   values: { hub: { config: { JupyterHub: { authenticator_class: 'google' }, GoogleOAuthenticator: { … } } } },
 * });
 */
export class NotebookHub extends Construct {
  /** Its Service, for a route of a gateway. */
  readonly service: PageAddress;

  constructor(scope: Construct, id: string, props: NotebookHubProps) {
    super(scope, ownId(scope, id));
    const { name, namespace } = placeInChart(this);
    const { identity, mounts, submitsJobs = false, values = {} } = props;
    const { baseUrl } = partAt(values, ['hub']);
    const base = typeof baseUrl === 'string' ? `/${baseUrl}/`.replace(/\/+/g, '/') : '/';
    const page = { clientPaths: [base], healthPath: `${base}hub/health`, operated: true };
    this.service = { name: 'proxy-public', namespace, port: 80, ...page, requestTimeout: OPEN_TIME };
    const count = { 'the number of profiles': Object.keys(props.profiles).length };
    refuseValues(this, boundsProblems('notebook-profiles', count, { least: 1 }));
    const common = { identity, mounts, user: PodUser.of(1000, 100), env: JOVYAN };
    const podSpec = { automountServiceAccountToken: submitsJobs };
    // People choose one profile each, and nobody knows how many come.
    const pods = Object.entries(props.profiles).map(([profile, { image = props.image, ...options }]) => {
      const task = resolveTask(this, { ...options, ...common, image, podSpec });
      return { ...task, name: profile, replicas: 1, turns: [profile] };
    });
    const [first] = pods;
    if (!first || pods.some(({ pod }) => isStandIn(pod))) return;
    const { cluster } = first.pool;
    // The names of the chart's objects do not have the name of the release.
    takeOnce(this, ['JupyterHub', clusterKey(cluster), namespace], secondHub);
    // The chart has an account, a role and a binding `hub` of its own.
    const people = `${name}-people`;
    const accounts = [identity?.serviceAccountName ?? people];
    const role = submitsJobs ? roleFor(people, submittingRules(cluster), accounts, namespace) : [];
    addPodsOf(this, { kind: 'JupyterHub', name }, { base: people, pods }, role);
    const content = mergedValues(hubValues(people, first, pods), values);
    adviseAtSynth(this, () => signInAdvice(content, cluster));
    checkAtSynth(this, function* () {
      yield* hubValueProblems(values);
      yield* personDiskProblems(content, pods);
    });
    fileAtSynth(this, {
      name: `${name}.json`,
      content: `${JSON.stringify(content, undefined, 2)}\n`,
      images: [...pods.flatMap(({ pod }) => pod.image), ...imagesOf(content)],
      text: `JupyterHub \`${name}\`: \`kubectl -n ${namespace} port-forward service/proxy-public 8000:80\` leads http://localhost:8000 to it.`,
      commands: (path) => releaseCommands({ ...RELEASE, name, namespace }, path),
    });
    const uninstall = `helm uninstall ${name} --namespace ${namespace} --ignore-not-found --wait`;
    // People's servers are no part of the release: nothing else would stop them.
    const servers = `kubectl -n ${namespace} delete pods -l component=singleuser-server`;
    guideAtSynth(this, () => [
      ...secretSteps(name, namespace, [first.pod], hubSecrets(values)),
      { phase: 'removal', text: `JupyterHub \`${name}\`, and people's servers:`, commands: [uninstall, servers] },
    ]);
  }
}

function imagesOf(values: HelmValues): string[] {
  return Object.entries(IMAGES).map(([part, usual]) => {
    const { name, tag } = { ...usual, ...partAt(values, [...part.split('.'), 'image']) };
    return `${name}:${tag}`;
  });
}
