// Tenants: teams, their namespaces, rights and shares of pools.
export { Tenant, type TenantProps } from './tenant';
export { Subject } from './subject';
export type { PoolShare } from './pool-share';
export type { TenantMembers } from './tenant-roles';
