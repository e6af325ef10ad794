import type { FurtherFile } from '../core/contracts/further-file';
import type { GuideStep } from '../core/contracts/guide';
import type { Advice } from '../core/problems/check';
import type { Problem } from '../core/problems/problem';
import type { Kind } from '../kubernetes/kinds/kind';
import type { SidecarResources } from '../pods/containers/resources';
import type { Mount } from '../pods/mounts/mount';
import type { Backend } from '../workload/backend';
import type { DataUse, ResolvedWorkflow } from './resolved-workflow';

/** The way in which the pods of a step reach its data. */
export interface DataAccess {
  readonly mounts: readonly Mount[];
  /** The path of each data set, by its variable. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program in the cluster that runs workflows. Pure: from a resolved workflow to objects or files. */
export interface WorkflowBackend extends Pick<Backend<ResolvedWorkflow>, 'name' | 'operator'> {
  /** The kind of the object of a workflow. @default - none: the backend reads files */
  readonly kind?: Kind;
  /** The requests of the containers that the backend adds to the pod of a task. @default - none */
  readonly added?: SidecarResources;
  /** The most pods of a task that run at once. @default - those of its fan-out */
  pods?(step: string): number;
  data(uses: readonly DataUse[]): DataAccess;
  problems(workflow: ResolvedWorkflow): Iterable<Problem>;
  advice?(workflow: ResolvedWorkflow): Iterable<Advice>;
  guide?(workflow: ResolvedWorkflow): readonly GuideStep[];
  /** Files beside the manifests, for a backend without objects. @default - none */
  files?(workflow: ResolvedWorkflow): readonly FurtherFile[];
  /** The objects. @default - none: the backend reads files */
  render?: Backend<ResolvedWorkflow>['render'];
}
