/** Findings of checkov that stay, each with its reason. */
export interface Accepted {
  readonly check: string;
  /** The type of a resource of Terraform, or the kind of an object. */
  readonly on: string;
  /** The deployments that have it. */
  readonly where: RegExp;
  readonly reason: string;
}

const ALL = /./;

export const IN_STACKS: readonly Accepted[] = [
  {
    check: 'CKV_GCP_65',
    on: 'google_container_cluster',
    where: ALL,
    reason: 'Google Groups are an option: a group of the domain has to be there first',
  },
  {
    check: 'CKV_GCP_66',
    on: 'google_container_cluster',
    where: ALL,
    reason: 'Binary Authorization is an option: without a policy of the project it would let no image run, or all',
  },
  {
    check: 'CKV2_GCP_18',
    on: 'google_compute_network',
    where: ALL,
    reason: 'the network has no rule that lets anybody in; GKE makes the rules that its clusters need',
  },
  {
    check: 'CKV_GCP_68',
    on: 'google_container_node_pool',
    where: /^(k80-pool|insightface)/,
    reason: "the drivers of GPUs on Ubuntu are not signed, so GKE's nodes would not load them under secure boot",
  },
  {
    check: 'CKV_GCP_84',
    on: 'google_artifact_registry_repository',
    where: /^(mnist|inception|insightface|pipeline|platform)/,
    reason: "a key of one's own is an option: Google's keys encrypt images otherwise",
  },
  {
    check: 'CKV_GCP_62',
    on: 'google_storage_bucket',
    where: /^(mnist|inception|pipeline|platform)/,
    reason:
      'accessLogs is an option; a bucket of logs would need logs of its own, and audit logs of the project have them too',
  },
  {
    check: 'CKV_GCP_78',
    on: 'google_storage_bucket',
    where: /^(mnist|pipeline|pipeline-pachyderm|platform)-dev/,
    reason: 'data for experiments has no versions; in protected stages it has',
  },
  {
    check: 'CKV_GCP_6',
    on: 'google_sql_database_instance',
    where: /^platform/,
    reason: 'each connection is encrypted; clients sign in with the token of a service account, not with a certificate',
  },
  ...[
    'CKV_GCP_51',
    'CKV_GCP_52',
    'CKV_GCP_53',
    'CKV_GCP_108',
    'CKV_GCP_109',
    'CKV_GCP_110',
    'CKV_GCP_111',
    'CKV2_GCP_13',
  ].map((check) => ({
    check,
    on: 'google_sql_database_instance',
    where: /^platform/,
    reason: "what the database logs are flags of an override; PostgreSQL's own defaults log its errors",
  })),
  {
    check: 'CKV_GCP_79',
    on: 'google_sql_database_instance',
    where: /^platform/,
    reason:
      'PostgreSQL 17 is maintained until 2029; a newer major version is a choice of the user, as it cannot be undone',
  },
  {
    check: 'CKV2_GCP_4',
    on: 'google_logging_project_sink',
    where: /^platform/,
    reason: 'a locked retention cannot be undone, and would keep the bucket when the stage is destroyed',
  },
];

export const IN_MANIFESTS: readonly Accepted[] = [
  {
    check: 'CKV_K8S_8',
    on: 'Pod',
    where: ALL,
    reason: 'a task that hangs cannot be told from one that computes; jobs have a time limit instead',
  },
  { check: 'CKV_K8S_9', on: 'Pod', where: ALL, reason: 'nobody sends requests to a task: peers wait for each other' },
  ...['Pod', 'Deployment', 'StatefulSet'].flatMap((on) => [
    {
      check: 'CKV_K8S_11',
      on,
      where: ALL,
      reason: 'a limit of CPU would slow a task or a server down on a node that is idle',
    },
    {
      check: 'CKV_K8S_15',
      on,
      where: ALL,
      reason: 'tags other than latest do not move in a repository with immutableTags, and images of GPUs are large',
    },
    {
      check: 'CKV_K8S_22',
      on,
      where: ALL,
      reason: 'frameworks and servers write caches and temporary files to folders of their image',
    },
    {
      check: 'CKV_K8S_43',
      on,
      where: ALL,
      reason: 'image takes a digest too, but an application does not know it before the image is built',
    },
  ]),
  ...['CKV_K8S_23', 'CKV_K8S_28', 'CKV_K8S_37', 'CKV_K8S_40'].map((check) => ({
    check,
    on: 'Pod',
    where: /^(mnist|insightface)-local/,
    reason: "on a laptop the data is in a folder of the node, which is root's",
  })),
  ...['Pod', 'StatefulSet'].flatMap((on) => [
    { check: 'CKV_K8S_38', on, where: /^platform/, reason: 'a notebook stops itself by the API of Kubernetes' },
    { check: 'CKV_K8S_40', on, where: /^platform/, reason: 'the images of Jupyter have files of user 1000' },
  ]),
  {
    check: 'CKV_K8S_8',
    on: 'StatefulSet',
    where: /^platform/,
    reason: 'a notebook that hangs cannot be told from one that computes',
  },
  ...['Pod', 'Deployment'].map((on) => ({
    check: 'CKV_K8S_13',
    on,
    where: /^platform-dev/,
    reason: 'what the proxy of the database needs grows with its connections: a guess would be a limit that kills it',
  })),
];
