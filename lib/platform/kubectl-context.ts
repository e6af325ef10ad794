import type { ICluster } from '../core/contracts/cluster';
import { shellWord } from '../core/names/shell-word';

// Every command of DEPLOY.md names its cluster, because the current context of the kubeconfig may be another one.

/** A call of kubectl or helm without a context. `kubectl config` is excluded: it is about the kubeconfig itself. */
const CALL = /(?<![\w./-])(kubectl|helm)(?=\s|$)(?!\s+config\b)(?![^\n|;&]*\s--(?:kube-)?context\b)/g;
const PLAIN = /^[\w@%+=:,./-]+$/;

/** The commands, with the cluster's context in each call of kubectl and helm that has none. */
export function inContext(cluster: ICluster | undefined, commands: readonly string[]): string[] {
  const context = contextOf(cluster);
  return commands.map((command) =>
    command.replaceAll(CALL, (call) => `${call} ${call === 'helm' ? '--kube-context' : '--context'} ${context}`),
  );
}

/** The context of a cluster as a word of a shell. If it is not known, the shell stops unless its variable is set. */
export function contextOf(cluster: ICluster | undefined): string {
  const context = knownContext(cluster);
  if (context === undefined) return `"\${${contextVariable(cluster)}:?}"`;
  return PLAIN.test(context) ? context : shellWord(context);
}

/** The context of a cluster, if not empty. An empty text would mean the current context. */
export function knownContext(cluster: ICluster | undefined): string | undefined {
  return cluster?.kubectlContext === '' ? undefined : cluster?.kubectlContext;
}

/** The variable of a cluster's context. Each cluster has its own, so that no command reaches another cluster. */
export function contextVariable(cluster: ICluster | undefined): string {
  const parts = cluster ? [cluster.clusterName, ...(cluster.location === undefined ? [] : [cluster.location])] : [];
  return ['CONTEXT', ...parts].join('_').toUpperCase().replace(/\W/g, '_');
}
