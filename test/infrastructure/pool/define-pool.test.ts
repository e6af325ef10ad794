import { expect, test } from 'vitest';
import { guideSteps } from '../../../lib/core/contracts/guide';
import { collectingProblems, type ProblemAt } from '../../../lib/core/problems/errors';
import { standIn } from '../../../lib/core/problems/stand-in';
import { NodePool } from '../../../lib/infrastructure/node-pool';
import { cpuPool, newStack, zonal } from './pools';

const encryptionKey = 'projects/acme-keys/locations/us-central1/keyRings/ml/cryptoKeys/all';

test('DEPLOY.md tells of the key of a disk, where the project is known', () => {
  const steps = (cluster: typeof zonal & { project?: string }, key?: string) =>
    guideSteps(cpuPool({ bootDisk: { encryptionKey: key } }, cluster).node.root).map(({ step }) => step);
  expect(steps({ ...zonal, project: 'acme-ml' }, encryptionKey)).toEqual([
    {
      phase: 'before',
      text: 'Google encrypts the disks of `stack/pool` with a key of yours, and needs the right to use it:',
      commands: [
        "gcloud services enable compute.googleapis.com --project 'acme-ml'",
        `gcloud kms keys add-iam-policy-binding '${encryptionKey}' --member "serviceAccount:service-$(gcloud projects describe 'acme-ml' --format 'value(projectNumber)')@compute-system.iam.gserviceaccount.com" --role roles/cloudkms.cryptoKeyEncrypterDecrypter`,
      ],
    },
  ]);
  expect(steps(zonal, encryptionKey)).toEqual([]);
  expect(steps({ ...zonal, project: 'acme-ml' })).toEqual([]);
});

test('a run that looks for further problems goes on without the cluster or the machine that was refused', () => {
  const problems: ProblemAt[] = [];
  collectingProblems(problems, () => {
    expect(() => new NodePool(newStack(), 'a', { cluster: standIn() })).not.toThrow();
    expect(() => cpuPool({ machineType: 'N1 standard' })).not.toThrow();
  });
  expect(problems.map(({ code }) => code)).toEqual(['machine-type-name']);
});
