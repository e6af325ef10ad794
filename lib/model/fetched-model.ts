import type { Size } from 'cdk8s';
import type { GuideStep } from '../core/contracts/guide';
import type { InitContainer } from '../pods/pod-options';

/** The init container that brings a model, by whose last message its pod says what it serves. */
export const FETCH_CONTAINER = 'fetch-model';

/** A version of a model that an init container brings when a pod starts. */
export interface FetchedModel {
  /** Its place in messages, such as `models:/digits/3`. */
  readonly text: string;
  /** The number of the version. @default - known when a pod starts */
  readonly version?: number;
  /** The most bytes of its files together. */
  readonly size: Size;
  /** Labels of the pods that have it. */
  readonly labels: Readonly<Record<string, string>>;
  /**
   * The program of the container, which makes a folder of the version by its number, and tells in its termination message which version it is.
   *
   * @param folder the empty folder of the versions
   */
  fetch(folder: string): Omit<InitContainer, 'name'>;
}

/** The step of DEPLOY.md that tells what pods with such a model serve. */
export function fetchedStep(name: string, namespace: string, selector: string): GuideStep {
  const message = `.status.initContainerStatuses[?(@.name=="${FETCH_CONTAINER}")].state.terminated.message`;
  const line = `{.metadata.name}{": "}{${message}}{"\\n"}`;
  return {
    phase: 'standing',
    text: `The version that each pod of \`${name}\` serves, and the run that made it, once the pod has its files:`,
    commands: [`kubectl -n ${namespace} get pods -l ${selector} -o jsonpath='{range .items[*]}${line}{end}'`],
  };
}
