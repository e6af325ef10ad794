import type { ICluster } from '../core/contracts/cluster';
import { shellWord } from '../core/names/shell-word';

// Every command of DEPLOY.md names the cluster that it is for, because the kubeconfig may point at another by then.

/** A call of kubectl or helm that names no context. `kubectl config` is about the kubeconfig itself. */
const CALL = /(?<![\w./-])(kubectl|helm)(?=\s|$)(?!\s+config\b)(?![^\n|;&]*\s--(?:kube-)?context\b)/g;
const PLAIN = /^[\w@%+=:,./-]+$/;

/** The commands, with the context of the cluster in each call of kubectl and helm that names none. */
export function inContext(cluster: ICluster | undefined, commands: readonly string[]): string[] {
  const context = contextOf(cluster);
  return commands.map((command) =>
    command.replaceAll(CALL, (call) => `${call} ${call === 'helm' ? '--kube-context' : '--context'} ${context}`),
  );
}

/** The context of a cluster as a word of a shell. If it is not known, the shell stops unless the reader has set a variable. */
export function contextOf(cluster: ICluster | undefined): string {
  const context = knownContext(cluster);
  if (context === undefined) return `"\${${contextVariable(cluster)}:?}"`;
  return PLAIN.test(context) ? context : shellWord(context);
}

/** An empty text would be the context that the kubeconfig points at. */
export function knownContext(cluster: ICluster | undefined): string | undefined {
  return cluster?.kubectlContext === '' ? undefined : cluster?.kubectlContext;
}

/** Each cluster has a variable of its own, so that one cluster's context is never used for another. */
export function contextVariable(cluster: ICluster | undefined): string {
  const parts = cluster ? [cluster.clusterName, ...(cluster.location === undefined ? [] : [cluster.location])] : [];
  return ['CONTEXT', ...parts].join('_').toUpperCase().replace(/\W/g, '_');
}
