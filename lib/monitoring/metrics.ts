/** The matcher of GPUs among the resources that kube-state-metrics counts. */
export const GPU = 'resource="nvidia_com_gpu"';
