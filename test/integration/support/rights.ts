import type { OperatorFacts } from '../../../lib/operators/operator-facts';
import { run } from './run';

/** Gives an operator that upstream's manifests installed the rights that our installation adds to them. */
export async function addRights({ name, install }: OperatorFacts): Promise<void> {
  const commands = install?.way.kind === 'command' ? install.way.install.split(' && ') : [];
  const rights = commands.filter((command) => command.startsWith(`echo '{"apiVersion":"v1","kind":"List"`));
  if (rights.length === 0) throw new Error(`the installation of ${name} adds no rights`);
  for (const command of rights) await run('bash', ['-c', command]);
}
