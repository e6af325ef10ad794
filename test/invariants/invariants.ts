import { homedir, tmpdir } from 'node:os';
import { poolsOf, quantity, type Pool } from './node-pools';
import { podsOf, resourcesOf, type Json, type Pod, type Rendering } from './rendering';

/** What must hold of all that a deployment renders; says what does not. */
export type Invariant = (rendering: Rendering) => string[];

const GPU = 'nvidia.com/gpu';
const GIVEN_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'a pod that selects nodes or asks for GPUs selects one existing pool': selectsOnePool,
  'a pod tolerates the taints of its pool': toleratesItsPool,
  'a pod asks for no more than a node of its pool has': fitsItsNode,
  'parameter servers and chiefs keep off GPUs': coordinatorsKeepOffGpus,
  'a pod has no variables of Services': hasNoServiceLinks,
  'the containers of a pod share more memory than 64 MiB': sharesMemory,
  'service accounts that are named exist': serviceAccountsExist,
  'Google accounts that are named exist, and let their pods in': googleAccountsExist,
  'claims and volumes that are named exist': claimsExist,
  'config maps that are named exist': configMapsExist,
  'no pod needs a Secret that nobody makes': secretsExist,
  'services that give pods their names exist': servicesExist,
  'buckets that are mounted exist, and let their pods in': bucketsExist,
  'namespaces are there before what is in them': namespacesComeFirst,
  'a run needs nothing of another run, and what stands needs no run': runsStandAlone,
  'names are of a form and length that Kubernetes and GKE take': namesAreShort,
  'objects and pods have the labels of their deployment': labelled,
  'nothing is selected by labels that users may replace': selectsOwnLabels,
  'manifests hold nothing that only Terraform knows': noTokens,
  'nothing is the text of a value that is missing': noMissingValues,
  'nothing names a folder of this machine': (rendering) => noFolders(rendering, [process.cwd(), tmpdir(), homedir()]),
};

function selectsOnePool(rendering: Rendering): string[] {
  const pools = poolsOf(rendering);
  return podsOf(rendering).flatMap((pod) => {
    const selected = poolsSelectedBy(pod, pools).length;
    if (!selectsNodes(pod) && gpusOf(pod) === 0) return [];
    return (pod.kind === 'DaemonSet' ? selected > 0 : selected === 1) ? [] : [`${pod.at} selects ${selected} pools`];
  });
}

function toleratesItsPool(rendering: Rendering): string[] {
  return placements(rendering).flatMap(({ pod, pool }) =>
    pool.taints
      .filter(({ effect }) => effect !== 'PreferNoSchedule')
      .filter((taint) => !(pod.spec.tolerations ?? []).some((toleration: Json) => tolerates(toleration, taint)))
      .map(({ key, value, effect }) => `${pod.at} does not tolerate ${key}=${value}:${effect} of pool ${pool.name}`),
  );
}

function tolerates({ key, operator = 'Equal', value, effect }: Json, taint: Pool['taints'][number]): boolean {
  if (effect !== undefined && effect !== taint.effect) return false;
  return operator === 'Exists' ? key === undefined || key === taint.key : key === taint.key && value === taint.value;
}

function fitsItsNode(rendering: Rendering): string[] {
  return placements(rendering).flatMap(({ pod, pool }) => {
    const sidecar = pod.annotations['gke-gcsfuse/volumes'] === 'true';
    const cpu = asked(pod, 'cpu') + (sidecar ? quantity(pod.annotations['gke-gcsfuse/cpu-request']) : 0);
    const memory = asked(pod, 'memory') + (sidecar ? quantity(pod.annotations['gke-gcsfuse/memory-request']) : 0);
    return [
      ...(gpusOf(pod) <= pool.gpus ? [] : [`${gpusOf(pod)} GPUs of ${pool.gpus}`]),
      ...(cpu * 1000 <= pool.cpuMillis ? [] : [`${cpu} CPUs of ${pool.cpuMillis / 1000}`]),
      ...(memory <= pool.memoryBytes ? [] : [`${memory} bytes of ${pool.memoryBytes}`]),
    ].map((what) => `${pod.at} asks for ${what} of a node of pool ${pool.name}`);
  });
}

function coordinatorsKeepOffGpus(rendering: Rendering): string[] {
  return podsOf(rendering)
    .filter(({ role }) => ['chief', 'ps'].includes(role))
    .filter((pod) => gpusOf(pod) > 0 || poolsSelectedBy(pod, poolsOf(rendering)).some(({ gpus }) => gpus > 0))
    .map((pod) => `${pod.at} is on GPUs`);
}

function hasNoServiceLinks(rendering: Rendering): string[] {
  return podsOf(rendering)
    .filter(({ spec }) => spec.enableServiceLinks !== false)
    .map((pod) => `${pod.at} has variables of Services`);
}

function sharesMemory(rendering: Rendering): string[] {
  return podsOf(rendering)
    .filter(({ kind }) => kind !== 'DaemonSet')
    .flatMap((pod) => pod.containers.map((container) => ({ pod, container })))
    .filter(({ container }) => !(container.volumeMounts ?? []).some(({ mountPath }: Json) => mountPath === '/dev/shm'))
    .map(({ pod, container }) => `${pod.at} has a container ${container.name} without /dev/shm`);
}

/** Kinds that several deployments may declare. */
const COMMON = ['Namespace', 'ResourceFlavor', 'ServiceAccount', 'StorageClass'];

function labelled(rendering: Rendering): string[] {
  const lacks = (labels: Json = {}, ...keys: string[]) =>
    keys.filter((key) => labels[`app.kubernetes.io/${key}`] === undefined).map((key) => `has no ${key}`);
  return [
    ...rendering.manifests.flatMap(({ kind, metadata: { name, labels } }) =>
      lacks(labels, 'managed-by', ...(COMMON.includes(kind) ? [] : ['instance'])).map(
        (what) => `${kind} ${String(name)} ${what}`,
      ),
    ),
    ...podsOf(rendering)
      .filter(({ labels }) => labels['trainyard/workload'] !== undefined)
      .flatMap((pod) => lacks(pod.labels, 'name', 'instance', 'managed-by').map((what) => `${pod.at} ${what}`)),
  ];
}

/** Kinds that select pods of other programs, such as kube-state-metrics. */
const OF_OTHERS = ['ClusterPodMonitoring', 'DaemonSet'];

function selectsOwnLabels(rendering: Rendering): string[] {
  const selectors = (value: unknown): unknown[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, member]: [string, unknown]) => [
          ...(['selector', 'matchLabels'].includes(key) ? [member] : []),
          ...selectors(member),
        ]);
  return rendering.manifests
    .filter(({ kind }) => !OF_OTHERS.includes(kind))
    .filter(({ spec }) => selectors(spec).some((each) => /"app\.kubernetes\.io\//.test(JSON.stringify(each))))
    .map(({ kind, metadata }) => `${kind} ${String(metadata.name)} selects by app.kubernetes.io`);
}

function serviceAccountsExist(rendering: Rendering): string[] {
  return podsOf(rendering)
    .filter(({ spec }) => spec.serviceAccountName !== undefined && spec.serviceAccountName !== 'default')
    .filter((pod) => !find(rendering, 'ServiceAccount', pod.namespace, pod.spec.serviceAccountName))
    .map((pod) => `${pod.at} runs as ${String(pod.spec.serviceAccountName)}, which is not in ${pod.namespace}`);
}

const ACCOUNT = 'iam.gke.io/gcp-service-account';

function googleAccountsExist(rendering: Rendering): string[] {
  return rendering.manifests
    .filter(({ kind, metadata }) => kind === 'ServiceAccount' && metadata.annotations?.[ACCOUNT] !== undefined)
    .flatMap(({ metadata }) => {
      const email: string = metadata.annotations[ACCOUNT];
      const account = resourcesOf(rendering, 'google_service_account').find(
        ({ resource }) =>
          email === `${String(resource.account_id)}@${String(resource.project)}.iam.gserviceaccount.com`,
      );
      if (!account) return [`no google_service_account is ${email}`];
      const pods = `[${String(metadata.namespace)}/${String(metadata.name)}]`;
      const lets = resourcesOf(rendering, 'google_service_account_iam_member').some(
        ({ resource }) =>
          resource.service_account_id === `\${google_service_account.${account.id}.name}` &&
          resource.role === 'roles/iam.workloadIdentityUser' &&
          String(resource.member).endsWith(pods),
      );
      return lets ? [] : [`${email} does not let in ${pods}`];
    });
}

function claimsExist(rendering: Rendering): string[] {
  const ofPods = podsOf(rendering).flatMap((pod) =>
    volumes(pod)
      .flatMap((volume): string[] => volume.persistentVolumeClaim?.claimName ?? [])
      .filter((name) => !find(rendering, 'PersistentVolumeClaim', pod.namespace, name))
      .map((name) => `${pod.at} mounts claim ${name}, which is not in ${pod.namespace}`),
  );
  const ofClaims = rendering.manifests
    .filter(({ kind, spec }) => kind === 'PersistentVolumeClaim' && spec.volumeName !== undefined)
    .filter(({ spec }) => !find(rendering, 'PersistentVolume', undefined, spec.volumeName))
    .map(
      ({ metadata, spec }) => `claim ${String(metadata.name)} wants volume ${String(spec.volumeName)}: there is none`,
    );
  const ofVolumes = rendering.manifests
    .filter(({ kind, spec }) => kind === 'PersistentVolume' && spec.claimRef !== undefined)
    .filter(({ spec: { claimRef } }) => !find(rendering, 'PersistentVolumeClaim', claimRef.namespace, claimRef.name))
    .map(({ metadata }) => `volume ${String(metadata.name)} is for a claim that does not exist`);
  return [...ofPods, ...ofClaims, ...ofVolumes];
}

function configMapsExist(rendering: Rendering): string[] {
  return podsOf(rendering).flatMap((pod) =>
    [
      ...volumes(pod).map((volume) => volume.configMap?.name),
      ...sources(pod).map(({ valueFrom, configMapRef }) => valueFrom?.configMapKeyRef?.name ?? configMapRef?.name),
    ]
      .filter((name) => name !== undefined && !find(rendering, 'ConfigMap', pod.namespace, name))
      .map((name) => `${pod.at} reads config map ${String(name)}, which is not in ${pod.namespace}`),
  );
}

/** People make those that DEPLOY.md names. */
function secretsExist(rendering: Rendering): string[] {
  const guide = rendering.texts[`${rendering.name}/DEPLOY.md`] ?? '';
  const isNamed = (namespace: string, name: string) =>
    guide.split('\n').some((line) => line.includes(`\`${namespace}\``) && line.includes(`Secret \`${name}\``));
  return podsOf(rendering).flatMap((pod) =>
    [
      ...volumes(pod).map((volume) => volume.secret?.secretName),
      ...sources(pod).map(({ valueFrom, secretRef }) => valueFrom?.secretKeyRef?.name ?? secretRef?.name),
      ...(pod.spec.imagePullSecrets ?? []).map(({ name }: Json) => name),
    ]
      .filter((name) => name !== undefined && !find(rendering, 'Secret', pod.namespace, name))
      .filter((name) => !isNamed(pod.namespace, String(name)))
      .map((name) => `${pod.at} reads secret ${String(name)}, which is not in ${pod.namespace}`),
  );
}

/** A JobSet makes the Service of its pods by itself. */
function servicesExist(rendering: Rendering): string[] {
  return podsOf(rendering)
    .filter(({ kind, spec }) => kind !== 'JobSet' && spec.subdomain !== undefined)
    .filter((pod) => !find(rendering, 'Service', pod.namespace, pod.spec.subdomain))
    .map((pod) => `${pod.at} has its name of service ${String(pod.spec.subdomain)}, which is not in ${pod.namespace}`);
}

const READERS = ['roles/storage.objectViewer'];
const WRITERS = ['roles/storage.objectUser', 'roles/storage.objectAdmin'];

function bucketsExist(rendering: Rendering): string[] {
  const buckets = resourcesOf(rendering, 'google_storage_bucket');
  return podsOf(rendering).flatMap((pod) =>
    volumes(pod)
      .filter(({ csi }) => csi?.driver === 'gcsfuse.csi.storage.gke.io')
      .flatMap(({ csi }) => {
        const name: string = csi.volumeAttributes.bucketName;
        const bucket = buckets.find(({ resource }) => resource.name === name);
        if (!bucket) return [`${pod.at} mounts bucket ${name}, which nobody makes`];
        const account = find(rendering, 'ServiceAccount', pod.namespace, pod.spec.serviceAccountName);
        const member = `serviceAccount:${String(account?.metadata.annotations?.[ACCOUNT])}`;
        const roles = csi.readOnly === true ? [...READERS, ...WRITERS] : WRITERS;
        const granted = resourcesOf(rendering, 'google_storage_bucket_iam_member').some(
          ({ resource }) =>
            resource.bucket === `\${google_storage_bucket.${bucket.id}.name}` &&
            resource.member === member &&
            roles.includes(resource.role),
        );
        return granted ? [] : [`${pod.at} mounts bucket ${name}, which does not let in ${member}`];
      }),
  );
}

function namespacesComeFirst({ manifests }: Rendering): string[] {
  const there = new Set(GIVEN_NAMESPACES);
  return manifests.flatMap(({ kind, metadata }) => {
    if (kind === 'Namespace') there.add(metadata.name);
    return metadata.namespace === undefined || there.has(metadata.namespace)
      ? []
      : [`${String(kind)} ${String(metadata.name)} comes before its namespace ${String(metadata.namespace)}`];
  });
}

/** What pods can need of other objects, looked for in what stands and in each run beside it. */
function runsStandAlone(rendering: Rendering): string[] {
  const standing = rendering.manifests.filter((manifest) => !rendering.runs.flat().includes(manifest));
  const needs = [serviceAccountsExist, claimsExist, configMapsExist, secretsExist, servicesExist, namespacesComeFirst];
  return [[], ...rendering.runs].flatMap((run) =>
    needs.flatMap((need) => need({ ...rendering, manifests: [...standing, ...run] })),
  );
}

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function namesAreShort(rendering: Rendering): string[] {
  const ofObjects = rendering.manifests.map(({ kind, metadata }) => [String(kind), String(metadata.name)] as const);
  const inPods = podsOf(rendering).flatMap((pod) =>
    [...pod.containers, ...volumes(pod)].map(({ name }) => [pod.at, String(name)] as const),
  );
  const ofPods = rendering.manifests.flatMap((job) => podNames(job).map((name) => [String(job.kind), name] as const));
  const ofTerraform = ['google_container_cluster', 'google_container_node_pool'].flatMap((type) =>
    resourcesOf(rendering, type).map(({ resource }) => [type, String(resource.name)] as const),
  );
  return [
    ...[...ofObjects, ...inPods, ...ofPods].filter(([, name]) => !DNS_LABEL.test(name)),
    ...ofTerraform.filter(([, name]) => !DNS_LABEL.test(name) || name.length > 40),
  ].map(([what, name]) => `${what}: name ${name} is too long or of another form`);
}

/** The longest names of the pods that an operator makes. */
function podNames({ kind, metadata, spec }: Json): string[] {
  if (kind === 'TFJob' || kind === 'MXJob') {
    return Object.entries((spec.tfReplicaSpecs ?? spec.mxReplicaSpecs) as Json).map(
      ([type, { replicas }]) => `${String(metadata.name)}-${type.toLowerCase()}-${replicas - 1}`,
    );
  }
  if (kind !== 'JobSet') return [];
  return spec.replicatedJobs.map(
    ({ name, replicas, template }: Json) =>
      `${String(metadata.name)}-${String(name)}-${replicas - 1}-${(template.spec.parallelism ?? 1) - 1}-xxxxx`,
  );
}

/** Also the numbers in which cdktf hides a token. */
const TOKENS = /[$#]\{(TfToken\[|[a-z]+_[a-z_]+\.)|-1\.888154589\d+e\+289/;

function noTokens({ texts }: Rendering): string[] {
  return Object.entries(texts).flatMap(([file, text]) => {
    const [found] = (file.endsWith('cdk.tf.json') ? /TfToken\[/ : TOKENS).exec(text) ?? [];
    return found === undefined ? [] : [`${file} holds ${found}`];
  });
}

function noMissingValues({ texts }: Rendering): string[] {
  return Object.entries(texts).flatMap(([file, text]) => {
    const [found] = /\b(undefined|NaN)\b|\[object \w+\]/.exec(text) ?? [];
    return found === undefined ? [] : [`${file} holds ${found}`];
  });
}

function noFolders({ texts }: Rendering, folders: readonly string[]): string[] {
  return Object.entries(texts).flatMap(([file, text]) =>
    folders.filter((folder) => text.includes(`${folder}/`)).map((folder) => `${file} names ${folder}`),
  );
}

/** Pods with the pools that they select. */
function placements(rendering: Rendering): { pod: Pod; pool: Pool }[] {
  const pools = poolsOf(rendering);
  return podsOf(rendering).flatMap((pod) => poolsSelectedBy(pod, pools).map((pool) => ({ pod, pool })));
}

function poolsSelectedBy({ spec }: Pod, pools: readonly Pool[]): Pool[] {
  const terms = affinityOf(spec);
  if (!spec.nodeSelector && !terms) return [];
  return pools
    .filter(({ labels }) => Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => labels[key] === value))
    .filter(({ labels }) => terms?.some((term) => term.every((expression) => matches(expression, labels))) ?? true);
}

/** Of the forms of affinity those that are rendered: In, Exists. */
function affinityOf(spec: Json): Json[][] | undefined {
  return spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.map(
    ({ matchExpressions }: Json) => matchExpressions,
  );
}

function matches({ key, operator, values }: Json, labels: Pool['labels']): boolean {
  if (operator === 'Exists') return labels[key] !== undefined;
  return operator === 'In' && values.includes(labels[key]);
}

function selectsNodes({ spec }: Pod): boolean {
  return spec.nodeSelector !== undefined || affinityOf(spec) !== undefined;
}

function gpusOf(pod: Pod): number {
  return asked(pod, GPU);
}

/** What a pod asks for: its containers together, or an init container if that asks for more. */
function asked({ spec }: Pod, resource: string): number {
  const of = ({ resources = {} }: Json) =>
    quantity(resources.requests?.[resource] ?? resources.limits?.[resource] ?? 0);
  const together = spec.containers.map(of).reduce((sum: number, each: number) => sum + each, 0);
  return Math.max(together, ...(spec.initContainers ?? []).map(of));
}

function volumes({ spec }: Pod): Json[] {
  return spec.volumes ?? [];
}

function sources({ containers }: Pod): Json[] {
  return containers.flatMap(({ env = [], envFrom = [] }): Json[] => [...env, ...envFrom]);
}

function find({ manifests }: Rendering, kind: string, namespace: string | undefined, name: string): Json | undefined {
  return manifests.find(
    (manifest) =>
      manifest.kind === kind && manifest.metadata.namespace === namespace && manifest.metadata.name === name,
  );
}
