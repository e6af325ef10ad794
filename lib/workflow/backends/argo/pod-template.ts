import { createHash } from 'node:crypto';
import type { ArgoTemplate } from '../../../kubernetes/kinds/argo';
import { recommendedLabels } from '../../../kubernetes/standard-labels';
import type { JsonObject } from '../../../kubernetes/manifest';
import { podPartsOf } from '../../../pods/pod-template';
import type { ResolvedStep, TaskWork } from '../../resolved-workflow';

/** The settings for Pod Security's level `restricted` of the containers that Argo adds. Their image has no user of its own. */
const ARGO_CONTAINER: JsonObject = {
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    runAsNonRoot: true,
    runAsUser: 8737,
  },
};

/** The token by which Argo's containers report results. A template can only leave it out. */
export const WITH_TOKEN: JsonObject = { automountServiceAccountToken: true };

/** The fields of a pod that a template has itself. Argo merges all others into the pod. */
const OWN_FIELDS = ['nodeSelector', 'tolerations', 'volumes', 'initContainers', 'securityContext'] as const;
/** The fields that Argo decides. */
const ARGO_FIELDS = new Set<string>([
  ...OWN_FIELDS,
  'serviceAccountName',
  'automountServiceAccountToken',
  'restartPolicy',
]);

/** The template of the pods of a task. @param workflow the base of the workflow's objects */
export function podTemplate(
  name: string,
  workflow: string,
  { base, name: step }: ResolvedStep,
  work: TaskWork,
): ArgoTemplate {
  const { task, options, preemptions } = work;
  const labels = recommendedLabels({ component: step });
  const { metadata, container, rest } = podPartsOf({
    ...task,
    workloadName: workflow,
    configMapPrefix: base,
    containerName: 'main',
    lifecycle: preemptions > 0 ? TELLS_DELETION : undefined,
    labels,
  });
  const own = Object.fromEntries(
    OWN_FIELDS.flatMap((field) => (rest[field] === undefined ? [] : [[field, rest[field]]])),
  );
  const others = Object.entries(rest).filter(([field]) => !ARGO_FIELDS.has(field));
  const patch = {
    ...Object.fromEntries(others),
    ...WITH_TOKEN,
    initContainers: [{ name: 'init', ...ARGO_CONTAINER }],
    containers: [{ name: 'wait', ...ARGO_CONTAINER }],
  };
  const outputs = Object.entries(options.outputs ?? {}).map(([output, path]) => ({
    name: output,
    valueFrom: { path },
  }));
  return {
    name,
    ...own,
    metadata,
    container: { ...container, name: undefined },
    outputs: outputs.length > 0 ? { parameters: outputs } : undefined,
    serviceAccountName: accountOf(rest),
    podSpecPatch: JSON.stringify(patch),
    activeDeadlineSeconds: options.timeout?.toSeconds(),
    retryStrategy: preemptions > 0 ? preempted(preemptions) : undefined,
  };
}

function accountOf({ serviceAccountName }: JsonObject): string | undefined {
  return typeof serviceAccountName === 'string' ? serviceAccountName : undefined;
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
export const TAKEN_AWAY = [
  'pod deleted',
  'context canceled',
  '^init: ',
  '^pod failed: ',
  '^Pod (failed before|was rejected|was terminated)',
  '^Preempted',
  '^The node ',
].join('|');

/**
 * Another try after a pod was taken away. A program that fails is not tried again. The time between two tries has a limit,
 * but not the time of all: a step may run for hours before its pod is taken away.
 *
 * @see https://argo-workflows.readthedocs.io/en/latest/retries/
 */
export function preempted(limit: number, messages: string = TAKEN_AWAY): NonNullable<ArgoTemplate['retryStrategy']> {
  const expression = `lastRetry.message matches '${messages}'`;
  return { limit, retryPolicy: 'Always', expression, backoff: { duration: '5s', factor: 2, cap: '5m' } };
}

/** The key of a result: the template of the step, and the values of its inputs and parameters. */
export function cacheKey(step: string, template: ArgoTemplate): string {
  const { container, volumes } = template;
  const texts = JSON.stringify([container, volumes ?? []]);
  const digest = createHash('sha256').update(texts).digest('hex').slice(0, 16);
  const names = [
    ...new Set([...texts.matchAll(/\{\{((?:inputs|workflow)\.parameters\.[\w-]+)\}\}/g)].map(([, name = '']) => name)),
  ];
  const values = names.map((name) => name.replace(/\.([\w-]+)$/, "['$1']")).join(" + '/' + ");
  return values === '' ? `${step}-${digest}` : `${step}-${digest}-{{=sprig.sha256sum(${values})}}`;
}
