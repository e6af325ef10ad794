import type { IConstruct } from 'constructs';
import { isLabelKey, isLabelValue } from '../core/names/kubernetes-name';
import { Topic } from '../core/problems';
import { rootOf } from '../core/scopes';

export type Labels = Readonly<Record<string, string>>;

interface DeploymentLabels {
  /** The labels of its objects and pods. */
  readonly all: Labels;
  /** The labels of objects that other deployments of the stage may declare too. */
  readonly shared: Labels;
}

const RECOMMENDED = 'app.kubernetes.io/';
/** The label of the deployment that an object belongs to. */
export const INSTANCE_LABEL = `${RECOMMENDED}instance`;

const LABELS = new Topic<DeploymentLabels>('labels of the deployment');

/** Sets the labels of the objects and pods of a deployment. Those of its stage that Google Cloud alone takes are left out. */
export function labelDeployment(app: IConstruct, stageLabels: Labels, instance: string, application?: string): void {
  const shared = { ...valid(Object.entries(stageLabels)), ...recommendedLabels({ 'managed-by': 'trainyard' }) };
  LABELS.add(app, { shared, all: { ...shared, ...recommendedLabels({ instance, 'part-of': application }) } });
}

/** The labels of the deployment that a construct belongs to; none in other apps. */
export function deploymentLabels(construct: IConstruct): DeploymentLabels {
  return LABELS.of(rootOf(construct))[0] ?? { all: {}, shared: {} };
}

/** The options of pods with the labels of their deployment, which the user's own replace. */
export function withDeploymentLabels<T extends { readonly labels?: Labels }>(owner: IConstruct, options: T): T {
  return { ...options, labels: { ...deploymentLabels(owner).all, ...options.labels } };
}

/**
 * Labels in the words of Kubernetes, without values that no label can have. Selectors never have them, because users may
 * replace them.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/common-labels/
 */
export function recommendedLabels(labels: Readonly<Partial<Record<Recommended, string | undefined>>>): Labels {
  return valid(
    Object.entries<string | undefined>(labels).flatMap(([key, value]) =>
      value === undefined ? [] : [[`${RECOMMENDED}${key}`, value]],
    ),
  );
}

type Recommended = 'name' | 'instance' | 'version' | 'component' | 'part-of' | 'managed-by';

function valid(labels: readonly (readonly [key: string, value: string])[]): Labels {
  return Object.fromEntries(labels.filter(([key, value]) => isLabelKey(key) && isLabelValue(value)));
}
