import { createHash } from 'node:crypto';
import { objectIn, writtenFields, type JsonObject } from '../../manifest';

/** The annotation of a Deployment that tells which pods it makes. */
export const PODS_DIGEST = 'trainyard/pods';

/** The same text for the same pods: only the fields of their spec stand in an order that depends on who gives them. */
export function podsDigest(template: JsonObject): string {
  const pods = { ...template, spec: writtenFields(objectIn(template, 'spec')) };
  return createHash('sha256').update(JSON.stringify(pods)).digest('hex').slice(0, 16);
}
