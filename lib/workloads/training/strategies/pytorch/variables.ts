/** The variables by which PyTorch's processes find each other. */
export const PROCESS_ENV = ['MASTER_ADDR', 'MASTER_PORT', 'WORLD_SIZE', 'RANK', 'LOCAL_RANK', 'LOCAL_WORLD_SIZE'];

/** Where the first worker listens, as torchrun has it by default. */
export const TORCH_PORT = 29500;
