import { valueOf } from '../problems/rules';

export const DRIVER = valueOf('GpuDriver', 'use GpuDriver.DEFAULT or another of GpuDriver');

/**
 * Who puts the NVIDIA driver on the nodes of a GPU pool.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus#installing_drivers
 */
export class GpuDriver {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'GpuDriver';

  /** GKE installs the driver that is the default of the node's version. */
  static readonly DEFAULT = new GpuDriver('DEFAULT', 'pool');
  /** GKE installs the newest driver that it has for the node's version. Only with Container-Optimized OS. */
  static readonly LATEST = new GpuDriver('LATEST', 'pool');
  /** A DaemonSet of ClusterAddons installs the driver. Nodes are not replaced when its version changes. */
  static readonly DAEMON_SET = new GpuDriver('INSTALLATION_DISABLED', 'daemonSet');
  /** Nothing here installs a driver: you do, in a way of your own. */
  static readonly NONE = new GpuDriver('INSTALLATION_DISABLED', 'none');

  private constructor(
    /** As GKE calls it: who installs the driver, and which. */
    readonly gpuDriverVersion: 'DEFAULT' | 'LATEST' | 'INSTALLATION_DISABLED',
    readonly installedBy: 'pool' | 'daemonSet' | 'none',
  ) {}
}
