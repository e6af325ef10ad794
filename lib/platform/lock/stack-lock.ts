import { existsSync, readFileSync } from 'node:fs';
import { problem, SynthesisError } from '../../core/problems';

/** The file of the locks, beside the folder of the stacks. It belongs into version control. */
export const LOCK_FILE = '.trainyard.lock.json';

/** The resources of a stack as the last synthesis wrote them. */
export interface StackLock {
  /** True if the stage is protected. */
  readonly protected: boolean;
  /** The paths of the constructs below the stack, by the addresses of their resources. */
  readonly resources: Readonly<Record<string, string>>;
  /** The addresses of resources that have moved, by their former addresses. @default {} */
  readonly moved?: Readonly<Record<string, string>>;
  /** True if the stack had resources in a local state. @default false */
  readonly deployed?: boolean;
  /** The paths of constructs whose resources may be destroyed, by the addresses of these. @default {} */
  readonly destroyed?: Readonly<Record<string, string>>;
}

export type StackLocks = Readonly<Record<string, StackLock>>;

/** The kinds of resources whose loss costs data, or the running cluster. */
const KEPT = new Set([
  'google_artifact_registry_repository',
  'google_compute_network',
  'google_compute_subnetwork',
  'google_container_cluster',
  'google_container_node_pool',
  'google_filestore_instance',
  'google_service_account',
  'google_sql_database_instance',
  'google_storage_bucket',
]);

export function typeOf(address: string): string {
  return address.split('.', 1)[0] ?? '';
}

/** True if the loss of a resource costs data, or the running cluster. */
export function isKept(address: string): boolean {
  return KEPT.has(typeOf(address));
}

/** The locks of a file; none if it does not exist. */
export function readLocks(file: string): StackLocks {
  if (!existsSync(file)) return {};
  try {
    // The edge to a file that this library wrote.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return JSON.parse(readFileSync(file, 'utf8')) as StackLocks;
  } catch (error) {
    const message = `${JSON.stringify(file)} cannot be read (${String(error)})`;
    const fix = 'restore the file from version control: it tells which resources exist';
    throw new SynthesisError([{ path: 'platform.synth', ...problem('lock-form', message, fix) }]);
  }
}

export function locksText(locks: StackLocks): string {
  const byName = Object.entries(locks).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(byName), undefined, 2)}\n`;
}
