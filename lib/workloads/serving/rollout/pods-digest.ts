import { createHash } from 'node:crypto';
import type { JsonObject } from '../../manifest';

/** The annotation of a Deployment that tells which pods it makes. */
export const PODS_DIGEST = 'trainyard/pods';

/** The same text for the same pods. */
export function podsDigest(template: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 16);
}
