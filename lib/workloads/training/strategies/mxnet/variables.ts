/** The variables by which MXNet's processes find each other. */
export const DMLC_ENV = [
  'DMLC_ROLE',
  'DMLC_PS_ROOT_URI',
  'DMLC_PS_ROOT_PORT',
  'DMLC_NUM_SERVER',
  'DMLC_NUM_WORKER',
  'DMLC_WORKER_ID',
  'DMLC_USE_KUBERNETES',
];
