import { expect, test } from 'vitest';
import { GpuDriver } from '../../../lib/core/hardware/gpu-driver';

test.each([
  [GpuDriver.DEFAULT, 'DEFAULT', 'pool'],
  [GpuDriver.LATEST, 'LATEST', 'pool'],
  [GpuDriver.DAEMON_SET, 'INSTALLATION_DISABLED', 'daemonSet'],
  [GpuDriver.NONE, 'INSTALLATION_DISABLED', 'none'],
])('a driver is called as GKE calls it: %j', (driver, gpuDriverVersion, installedBy) => {
  expect(driver).toMatchObject({ gpuDriverVersion, installedBy });
});
