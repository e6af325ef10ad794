import { expect, test } from 'vitest';
import { DRIVER, GpuDriver } from '../../../lib/core/hardware/gpu-driver';

test.each([
  [GpuDriver.DEFAULT, 'DEFAULT', 'pool'],
  [GpuDriver.LATEST, 'LATEST', 'pool'],
  [GpuDriver.DAEMON_SET, 'INSTALLATION_DISABLED', 'daemonSet'],
  [GpuDriver.NONE, 'INSTALLATION_DISABLED', 'none'],
])('a driver is called as GKE calls it, and is known by its class: %j', (driver, gpuDriverVersion, installedBy) => {
  expect(driver).toMatchObject({ gpuDriverVersion, installedBy });
  expect([...DRIVER.check('driver', driver)]).toEqual([]);
});
