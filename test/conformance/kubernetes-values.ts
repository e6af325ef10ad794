import type { Schema } from './schema-files';

/** A lower-case DNS label: what a container, a volume and most parts of names are. */
export const DNS_LABEL: Schema = { pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 };
/** A DNS label that starts with a letter: a Service, and whatever names one after itself. */
export const DNS_1035_LABEL: Schema = { pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 };
export const DNS_SUBDOMAIN: Schema = {
  pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
  maxLength: 253,
};
/** RBAC objects are named by a path segment. */
export const PATH_SEGMENT: Schema = { pattern: '^(?!\\.{1,2}$)[^/%]+$' };

const QUALIFIED_NAME = {
  pattern:
    '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$',
} as const;
const LABEL_VALUE = { type: 'string', pattern: '^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$' } as const;
const LABELS: Schema = { propertyNames: QUALIFIED_NAME, additionalProperties: LABEL_VALUE };
const PROTOCOL: Schema = { enum: ['TCP', 'UDP', 'SCTP'] };

export const QUANTITY_PATTERN =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** What upstream checks in code, not in its schema: a field, known by one that stands beside it, and its values. */
interface Refinement {
  readonly property: string;
  readonly beside: string;
  readonly schema: Schema;
}

export const REFINEMENTS: readonly Refinement[] = [
  { property: 'name', beside: 'imagePullPolicy', schema: DNS_LABEL },
  { property: 'name', beside: 'emptyDir', schema: DNS_LABEL },
  {
    property: 'name',
    beside: 'containerPort',
    schema: { pattern: '^[a-z0-9]*[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 15 },
  },
  { property: 'protocol', beside: 'containerPort', schema: PROTOCOL },
  { property: 'protocol', beside: 'nodePort', schema: PROTOCOL },
  { property: 'imagePullPolicy', beside: 'image', schema: { enum: ['Always', 'IfNotPresent', 'Never'] } },
  {
    property: 'terminationMessagePolicy',
    beside: 'image',
    schema: { enum: ['File', 'FallbackToLogsOnError'] },
  },
  { property: 'restartPolicy', beside: 'containers', schema: { enum: ['Always', 'OnFailure', 'Never'] } },
  {
    property: 'dnsPolicy',
    beside: 'containers',
    schema: { enum: ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'] },
  },
  { property: 'preemptionPolicy', beside: 'containers', schema: { enum: ['Never', 'PreemptLowerPriority'] } },
  { property: 'nodeSelector', beside: 'containers', schema: LABELS },
  { property: 'operator', beside: 'tolerationSeconds', schema: { enum: ['Exists', 'Equal'] } },
  {
    property: 'effect',
    beside: 'tolerationSeconds',
    schema: { enum: ['', 'NoSchedule', 'PreferNoSchedule', 'NoExecute'] },
  },
  { property: 'labels', beside: 'annotations', schema: LABELS },
  { property: 'matchLabels', beside: 'matchExpressions', schema: LABELS },
  { property: 'medium', beside: 'sizeLimit', schema: { enum: ['', 'Memory', 'HugePages'] } },
  { property: 'whenUnsatisfiable', beside: 'maxSkew', schema: { enum: ['DoNotSchedule', 'ScheduleAnyway'] } },
  {
    property: 'mountPropagation',
    beside: 'mountPath',
    schema: { enum: ['None', 'HostToContainer', 'Bidirectional'] },
  },
  { property: 'completionMode', beside: 'parallelism', schema: { enum: ['NonIndexed', 'Indexed'] } },
  { property: 'podReplacementPolicy', beside: 'parallelism', schema: { enum: ['TerminatingOrFailed', 'Failed'] } },
  {
    property: 'type',
    beside: 'clusterIP',
    schema: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'] },
  },
  { property: 'volumeMode', beside: 'accessModes', schema: { enum: ['Filesystem', 'Block'] } },
  {
    property: 'accessModes',
    beside: 'volumeMode',
    schema: { items: { type: 'string', enum: ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'] } },
  },
  {
    property: 'persistentVolumeReclaimPolicy',
    beside: 'accessModes',
    schema: { enum: ['Retain', 'Delete', 'Recycle'] },
  },
  { property: 'reclaimPolicy', beside: 'provisioner', schema: { enum: ['Retain', 'Delete'] } },
  {
    property: 'volumeBindingMode',
    beside: 'provisioner',
    schema: { enum: ['Immediate', 'WaitForFirstConsumer'] },
  },
  { property: 'podManagementPolicy', beside: 'serviceName', schema: { enum: ['OrderedReady', 'Parallel'] } },
  {
    property: 'cleanPodPolicy',
    beside: 'ttlSecondsAfterFinished',
    schema: { enum: ['All', 'Running', 'None', 'Undefined'] },
  },
];
