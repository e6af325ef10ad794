/**
 * The installation of NVIDIA's driver on the nodes of a GPU pool.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus#installing_drivers
 */
export class GpuDriver {
  declare readonly '~type': 'GpuDriver';

  /** GKE installs the default driver of the node's version. */
  static readonly DEFAULT = new GpuDriver('DEFAULT', 'pool');
  /** GKE installs the newest driver for the node's version. Only with Container-Optimized OS. */
  static readonly LATEST = new GpuDriver('LATEST', 'pool');
  /** A DaemonSet of ClusterAddons installs the driver. Nodes are not replaced when its version changes. */
  static readonly DAEMON_SET = new GpuDriver('INSTALLATION_DISABLED', 'daemonSet');
  /** No driver is installed: you install one yourself. */
  static readonly NONE = new GpuDriver('INSTALLATION_DISABLED', 'none');

  private constructor(
    /** GKE's value for the installation. */
    readonly gpuDriverVersion: 'DEFAULT' | 'LATEST' | 'INSTALLATION_DISABLED',
    readonly installedBy: 'pool' | 'daemonSet' | 'none',
  ) {}
}
