import type { IConstruct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import { isRegion } from '../core/hardware/location';
import { problem, type Problem } from '../core/problems';

const KEY = /^projects\/[^/]+\/locations\/([^/]+)\/keyRings\/[\w-]{1,63}\/cryptoKeys\/[\w-]{1,63}$/;

/**
 * The accounts by which services of Google use keys, and the commands that make them in a new project.
 *
 * @see https://cloud.google.com/iam/docs/create-service-agents
 */
const AGENTS = {
  secrets: { account: 'container-engine-robot', made: 'services enable container.googleapis.com' },
  disks: { account: 'compute-system', made: 'services enable compute.googleapis.com' },
  objects: { account: 'gs-project-accounts', made: 'storage service-agent' },
  images: { account: 'gcp-sa-artifactregistry', made: madeFor('artifactregistry') },
  files: { account: 'cloud-filer', made: madeFor('file') },
} as const;

function madeFor(service: string): string {
  return `beta services identity create --service ${service}.googleapis.com`;
}

/** Areas of buckets that have another name in Cloud KMS. */
const KMS_AREAS: Readonly<Record<string, string>> = { eu: 'europe' };

/**
 * Problems of a key's name and place.
 *
 * @param place the location of the encrypted resource: a region, or an area of buckets and repositories; empty or left
 * out if not known
 */
export function* keyProblems(property: string, key: string | undefined, place?: string): Generator<Problem> {
  const location = locationOf(key);
  const wanted = place?.toLowerCase() ?? '';
  const ofKms = KMS_AREAS[wanted] ?? wanted;
  if (location === undefined) {
    yield* formProblems(property, key, ofKms || 'us-east1');
    return;
  }
  if (wanted === '' || location === wanted || location === ofKms) return;
  yield problem(
    'encryption-key-location',
    property,
    `${property} is in ${location}, but what it encrypts is in ${wanted}`,
    `use a key whose name has "locations/${ofKms}"`,
  );
}

/** Problems of the key of boot disks. Google takes one of a larger area for the disks of its regions, but never one of "global". */
export function* diskKeyProblems(property: string, key: string | undefined, region?: string): Generator<Problem> {
  const location = locationOf(key);
  const isLarger = location !== undefined && !isRegion(location) && location !== 'global';
  if (!isLarger) yield* keyProblems(property, key, region);
}

function* formProblems(property: string, key: string | undefined, place: string): Generator<Problem> {
  if (key === undefined) return;
  const message = `${property} ${JSON.stringify(key)} is not the full name of a key of Cloud KMS`;
  const fix = `give its full name, such as "projects/acme-keys/locations/${place}/keyRings/ml/cryptoKeys/disks"`;
  yield problem('encryption-key', property, message, fix);
}

function locationOf(key: string | undefined): string | undefined {
  return key === undefined ? undefined : KEY.exec(key)?.[1];
}

/** Adds the commands to DEPLOY.md that let a service of Google use a key. */
export function guideKey(
  construct: IConstruct,
  use: keyof typeof AGENTS,
  { key, project }: { readonly key: string | undefined; readonly project: string },
): void {
  if (key === undefined) return;
  const { account, made } = AGENTS[use];
  const number = `$(gcloud projects describe '${project}' --format 'value(projectNumber)')`;
  guideAtSynth(construct, () => [
    {
      phase: 'before',
      text: `Google encrypts the ${use} of \`${construct.node.path}\` with a key of yours, and needs the right to use it:`,
      commands: [
        `gcloud ${made} --project '${project}'`,
        `gcloud kms keys add-iam-policy-binding '${key}' --member "serviceAccount:service-${number}@${account}.iam.gserviceaccount.com" --role roles/cloudkms.cryptoKeyEncrypterDecrypter`,
      ],
    },
  ]);
}
