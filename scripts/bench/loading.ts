import { execFileSync } from 'node:child_process';
import type { Measure } from './measured';

/** The packages that a program imports: those of jobs, and cdktf. */
export const ENGINES = ['constructs', 'cdk8s', 'cdk8s-plus-27', 'cdktf'];

/** What a program with a cluster imports of the provider. */
export const GOOGLE = [
  'artifact-registry-repository',
  'artifact-registry-repository-iam-member',
  'compute-network',
  'compute-router',
  'compute-router-nat',
  'compute-subnetwork',
  'container-cluster',
  'container-node-pool',
  'data-google-project',
  'filestore-instance',
  'project-iam-member',
  'project-service',
  'provider',
  'service-account',
  'service-account-iam-member',
  'storage-bucket',
  'storage-bucket-iam-member',
].map((module) => `@cdktf/provider-google/lib/${module}`);

/** Loads modules in a process of their own. */
export function loadTime(modules: readonly string[]): Measure {
  const program = `
    const start = process.hrtime.bigint();
    for (const name of ${JSON.stringify(modules)}) require(require.resolve(name, { paths: [process.cwd()] }));
    console.log(JSON.stringify({ ms: Number(process.hrtime.bigint() - start) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024 }));`;
  return JSON.parse(execFileSync('node', ['-e', program], { encoding: 'utf8' })) as Measure;
}
