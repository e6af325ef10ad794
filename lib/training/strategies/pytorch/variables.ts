/** The variables by which PyTorch's processes find each other. */
export const PROCESS_ENV = ['MASTER_ADDR', 'MASTER_PORT', 'WORLD_SIZE', 'RANK', 'LOCAL_RANK', 'LOCAL_WORLD_SIZE'];

/** The port of the first worker, as torchrun has it by default. */
export const TORCH_PORT = 29500;

/** Options of every way to train with PyTorch. */
export interface PyTorchOptions {
  /**
   * The port of the first worker, for pods in the network of their node (`hostNetwork`) and scripts that know their
   * port. Refused if it is not a whole number from 1 to 65535.
   *
   * @default 29500
   */
  readonly port?: number;
}
