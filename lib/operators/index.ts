// Operators: the kinds that they serve, their needs, and their installation.
export { Operator, type OperatorAttributes } from './operator';
export type {
  GkeAddOn,
  HelmRelease,
  HelmValues,
  InstallWay,
  IOperator,
  OperatorIdentity,
  OperatorRight,
} from '../core/contracts/operator';
export { Mesh } from './mesh';
export type { MeshFacts, MeshOptions } from '../core/contracts/mesh';
export { OperatorInstall, type CommandOptions } from './operator-install';
