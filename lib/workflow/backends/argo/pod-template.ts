import { createHash } from 'node:crypto';
import type { ArgoParameters, ArgoTask, ArgoTemplate } from '../../../kubernetes/kinds/argo-specs';
import type { JsonObject } from '../../../kubernetes/manifest';
import { inExpression, referencesIn } from '../../run-value';
import type { TaskWork } from '../../step-work';

/** Pod Security's level `restricted` for the containers that Argo adds. Their image has no user of its own. */
const RESTRICTED = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, runAsNonRoot: true };
/** Requests of nothing, for the containers that Argo adds: with none at all they get those of a tenant's LimitRange, which no check counts. */
const NOTHING: JsonObject = { resources: { requests: { cpu: '0', memory: '0' } } };
const ARGO_CONTAINER: JsonObject = { ...NOTHING, securityContext: { ...RESTRICTED, runAsUser: 8737 } };
const withNothing = (name: string) => [{ name, ...NOTHING }];
/** The patch of pods that create or watch objects, in which all containers are Argo's. */
export const OBJECT_PATCH = JSON.stringify({ initContainers: withNothing('init'), containers: withNothing('main') });

/** The fields of a pod that a template has itself. */
const OWN = ['nodeSelector', 'tolerations', 'volumes', 'initContainers', 'securityContext', 'serviceAccountName'];
/** The fields that Argo decides. It merges all others into the pod. */
const ARGOS = [...OWN, 'automountServiceAccountToken', 'restartPolicy'];

/**
 * A pod, tried again after preemptions; around it the tries after failures, which count apart; around these the items of a
 * fan-out.
 *
 * @param cacheName the ConfigMap that keeps results
 */
export function taskTemplates(name: string, task: TaskWork, cacheName: string): ArgoTemplate[] {
  const { retries = 0, forEach } = task.options;
  const pod = podTemplate(retries > 0 || forEach ? `${name}-pod` : name, task, cacheName);
  const retryStrategy = { limit: retries, retryPolicy: 'Always' as const };
  const tries = retries > 0 ? [{ ...around(pod, forEach ? `${name}-tries` : name), retryStrategy }] : [];
  if (!forEach) return [...tries, pod];
  const { items, atMost: parallelism } = forEach;
  const [inner = pod] = tries;
  const loop = typeof items === 'string' ? { withParam: items } : { withItems: items };
  return [{ ...around(inner, name, loop), parallelism }, ...tries, pod];
}

/** A graph of one task, with its outputs. A loop over no items, which a run may find, has empty lists. */
function around(inner: ArgoTemplate, name: string, loop?: Partial<ArgoTask>): ArgoTemplate {
  const outputs = inner.outputs?.parameters?.map(({ name: output }) => ({
    name: output,
    valueFrom: { parameter: `{{tasks.run.outputs.parameters.${output}}}`, default: loop && '[]' },
  }));
  const tasks = [{ name: 'run', template: inner.name, ...loop }];
  return { name, dag: { tasks }, outputs: parameters(outputs) };
}

export function parameters(list: ArgoParameters['parameters'] = []): ArgoParameters | undefined {
  return list.length > 0 ? { parameters: list } : undefined;
}

function podTemplate(name: string, { options, parts }: TaskWork, cacheName: string): ArgoTemplate {
  const { outputs = {}, timeout, preemptions = 5, cache } = options;
  const results = Object.entries(outputs).map(([output, path]) => ({ name: output, valueFrom: { path } }));
  // A result is kept with an output.
  const kept =
    cache && results.length === 0 ? [{ name: 'done', valueFrom: { path: '/tmp/done', default: 'done' } }] : results;
  const fields = Object.entries(parts.rest);
  const patch = {
    ...Object.fromEntries(fields.filter(([field]) => !ARGOS.includes(field))),
    initContainers: [{ name: 'init', ...ARGO_CONTAINER }],
    containers: [{ name: 'wait', ...ARGO_CONTAINER }],
  };
  return {
    name,
    ...Object.fromEntries(fields.filter(([field]) => OWN.includes(field))),
    metadata: parts.metadata,
    container: { ...parts.container, name: undefined, ...(preemptions > 0 && { lifecycle: TELLS_DELETION }) },
    outputs: parameters(kept),
    podSpecPatch: JSON.stringify(patch),
    activeDeadlineSeconds: timeout?.toSeconds(),
    retryStrategy: preemptions > 0 ? preempted(preemptions) : undefined,
    memoize: cache && {
      key: cacheKey(name, JSON.stringify([parts.container, parts.rest['initContainers'], parts.rest['volumes']])),
      maxAge: `${cache.toSeconds()}s`,
      cache: { configMap: { name: cacheName } },
    },
  };
}

/** The key of a result: the program, and the values of what its texts refer to. */
function cacheKey(name: string, program: string): string {
  const digest = createHash('sha256').update(program).digest('hex').slice(0, 16);
  const values = referencesIn(program).map(inExpression);
  return `${name}-${digest}-{{=sprig.sha256sum(${["''", ...values].join(" + '/' + ")})}}`;
}

/**
 * Kubernetes runs this in a container whose pod is deleted or evicted, and not if the container ends by itself. Argo's
 * program is in every image. It writes that it has no command of this name as the container's last message, which Argo
 * adds to the exit code.
 */
const TELLS_DELETION = { preStop: { exec: { command: ['/var/run/argo/argoexec', 'pod deleted'] } } };

/**
 * The messages of pods that were taken away: by Argo where the pod is gone, by the hook above, by Argo's programs that a
 * signal ends, by Argo for pods whose containers did not end or start, and by the kubelet.
 */
const TAKEN_AWAY = [
  'pod deleted',
  'context canceled',
  '^init: ',
  '^pod failed: ',
  '^Pod (failed before|was rejected|was terminated)',
  '^Preempted',
  '^The node ',
];

/**
 * Another try after a pod was taken away. A program that fails is not tried again. The time between two tries has a limit,
 * but not the time of all: a step may run for hours before its pod is taken away.
 *
 * @param messages further messages that let it try again
 * @see https://argo-workflows.readthedocs.io/en/latest/retries/
 */
export function preempted(limit: number, ...messages: string[]): NonNullable<ArgoTemplate['retryStrategy']> {
  const expression = `lastRetry.message matches '${[...messages, ...TAKEN_AWAY].join('|')}'`;
  return { limit, retryPolicy: 'Always', expression, backoff: { duration: '5s', factor: 2, cap: '5m' } };
}
