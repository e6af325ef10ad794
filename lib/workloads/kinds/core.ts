import type { Kind } from './kind';

/** A Service of Kubernetes: one address for many pods. */
export const SERVICE: Kind = { apiVersion: 'v1', kind: 'Service', plural: 'services' };
