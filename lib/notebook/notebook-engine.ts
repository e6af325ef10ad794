import { SERVICE, STATEFUL_SET } from '../kubernetes/kinds/core';
import { objectOf, type Kind } from '../kubernetes/kinds/kind';
import { NOTEBOOK } from '../kubernetes/kinds/kubeflow';
import { objectIn, type JsonObject, type Manifest } from '../kubernetes/manifest';
import { workloadLabel } from '../kubernetes/workload-label';
import { Operator } from '../operators/operator';

/** The port of JupyterLab. */
export const PORT = 8888;

/** The beginning of the paths of a notebook, with a slash at both ends. */
export type BasePath = '/' | `/${string}/`;

/** A kind of object that runs a notebook. */
export interface NotebookEngine {
  readonly '~type': 'NotebookEngine';
  readonly kind: Kind;
  /** The operator that the cluster must have. @default - none: Kubernetes itself runs the object */
  readonly operator?: Operator;
  /** The port of its Service. */
  readonly servicePort: number;
  /** The change by which a notebook stops itself: a merge patch of the object, or of a part of it. */
  readonly stop: { readonly subresource: '' | '/scale'; readonly patch: JsonObject };
  /** The arguments of kubectl that start a notebook again. */
  readonly start: (name: string) => string;
  /** The beginning of the paths of a notebook that names none. */
  readonly basePath: (name: string, namespace: string) => BasePath;
  /** The object, and the Service if the operator makes none. */
  readonly render: (name: string, template: JsonObject) => { readonly main: Manifest; readonly service?: Manifest };
}

const STOPPED = 'kubeflow-resource-stopped';

/** The kinds of object that can run a notebook. */
export const NotebookEngine = {
  /** A StatefulSet and its Service, without any operator. */
  statefulSet: (): NotebookEngine => ({
    '~type': 'NotebookEngine',
    kind: STATEFUL_SET,
    servicePort: PORT,
    stop: { subresource: '/scale', patch: { spec: { replicas: 0 } } },
    start: (name) => `scale statefulset/${name} --replicas=1`,
    basePath: () => '/',
    render: (name, template) => {
      const matchLabels = workloadLabel(name);
      const ports = [{ name: 'http', port: PORT, protocol: 'TCP' }];
      // Without replicas, so that a second deployment starts no notebook that has stopped. Parallel, so that it replaces a pod that cannot start.
      const spec = { serviceName: name, podManagementPolicy: 'Parallel', selector: { matchLabels }, template };
      const service = objectOf(SERVICE, name, { selector: matchLabels, ports });
      return { main: objectOf(STATEFUL_SET, name, spec), service };
    },
  }),

  /**
   * Kubeflow's Notebook, by `Operator.NOTEBOOKS` or the whole of Kubeflow, whose dashboard shows it. The operator makes the
   * StatefulSet and the Service, and starts a StatefulSet again that stops by itself.
   *
   * @see https://github.com/kubeflow/notebooks/blob/v1.11.0/components/notebook-controller/README.md
   */
  kubeflow: (): NotebookEngine => ({
    '~type': 'NotebookEngine',
    kind: NOTEBOOK,
    operator: Operator.NOTEBOOKS,
    servicePort: 80,
    stop: { subresource: '', patch: { metadata: { annotations: { [STOPPED]: 'true' } } } },
    start: (name) => `annotate notebooks.kubeflow.org/${name} ${STOPPED}-`,
    basePath: (name, namespace) => `/notebook/${namespace}/${name}/`,
    render: (name, template) => {
      const main = objectOf(NOTEBOOK, name, { template: { spec: objectIn(template, 'spec') } });
      // Pods get the labels and annotations of their Notebook.
      return { main: { ...main, metadata: { ...objectIn(template, 'metadata'), name } } };
    },
  }),
};
