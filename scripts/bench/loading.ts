import { execFileSync } from 'node:child_process';
import type { Measure } from './measured';

/** What a program with a cluster imports of the provider. */
const GOOGLE = [
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

const LIBRARY = './build/index.js';
const FOR_JOBS = ['constructs', 'cdk8s', 'cdk8s-plus-27'];

/** Programs, and what trainyard and a plain program load for each. */
export const LOADS = [
  { program: 'jobs alone', ours: [LIBRARY], plain: FOR_JOBS },
  { program: 'jobs and Terraform', ours: [LIBRARY], plain: [...FOR_JOBS, 'cdktf'] },
  { program: 'jobs and a cluster', ours: [LIBRARY, ...GOOGLE], plain: [...FOR_JOBS, 'cdktf', ...GOOGLE] },
];

/** Loads modules in a process of their own. */
export function startupTimeout(modules: readonly string[]): Measure {
  const program = `
    const start = process.hrtime.bigint();
    for (const name of ${JSON.stringify(modules)}) require(require.resolve(name, { paths: [process.cwd()] }));
    console.log(JSON.stringify({ ms: Number(process.hrtime.bigint() - start) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024 }));`;
  return JSON.parse(execFileSync('node', ['-e', program], { encoding: 'utf8' })) as Measure;
}
