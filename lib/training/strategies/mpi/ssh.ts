import type { GuideStep } from '../../../core/contracts/guide';
import { shellWord } from '../../../core/names/shell-word';
import { Mount } from '../../../pods/mounts/mount';
import type { PodOptions } from '../../../pods/pod-options';
import { PodUser } from '../../../pods/security/pod-user';
import { userOf } from '../../../pods/security/security-context';
import type { Addresses } from '../../training-strategy';

// The ways of mpirun into the workers. All settings are given to ssh and sshd here, so that images need none.

/** The variable with the folder of the keys in a worker. */
export const KEYS = 'SSH_KEYS';
const FOLDER = '/etc/mpi-ssh';
const ENVIRONMENT = '/tmp/mpi-environment';

/** The variable with the folder of the keys, for workers that need it. */
export function keyVariable({ mpi }: Addresses): readonly { readonly name: string; readonly value: string }[] {
  return mpi && mpi.sshKeys === undefined ? [] : [{ name: KEYS, value: mpi?.sshKeys ?? FOLDER }];
}

/**
 * sshd in the foreground, for the one key of the job, which is its host key too. It gives the programs that it starts the
 * variables of the container, as the main program of a pod has them. Modes are not checked: the folder of a Secret is
 * writable for all by its mode, although it is read-only.
 *
 * @see https://man.openbsd.org/sshd_config
 */
export function sshdCommand(sshd: string, port: number): readonly string[] {
  const options = [
    `AuthorizedKeysFile="$${KEYS}/authorized_keys"`,
    'AuthenticationMethods=publickey',
    'StrictModes=no',
    'PidFile=none',
    `ForceCommand='. ${ENVIRONMENT}; eval "$SSH_ORIGINAL_COMMAND"'`,
  ];
  const start = [shellWord(sshd), '-D', '-e', '-f /dev/null', `-p ${port}`, `-h "$${KEYS}/id_rsa"`];
  const script = [
    `(umask 077 && export -p >${ENVIRONMENT})`,
    // The folder that sshd of root needs is in memory on most machines, and so not in the image.
    'mkdir -p /run/sshd 2>/dev/null',
    `exec ${[...start, ...options.map((option) => `-o ${option}`)].join(' ')}`,
  ];
  return ['sh', '-c', script.join('\n')];
}

/**
 * Starts the program that follows when ssh gets into each worker, or two minutes after the first try. A name in the cluster may
 * be unknown for some seconds after its pod has started, or still lead to the pod before it, and ssh asks for its address only once.
 *
 * @param hosts as mpirun takes them: names with a number of slots
 */
export function afterWorkers(hosts: string): readonly string[] {
  const enters = 'ssh -n -o ConnectTimeout=5 -o ConnectionAttempts=1 "$0" true 2>/dev/null';
  const script = [
    `echo "$0" | tr , '\\n' | sed 's/:.*//' |`,
    `  xargs -P 16 -n 1 timeout 120 sh -c 'until ${enters}; do sleep 1; done'`,
    'exec "$@"',
  ];
  return ['sh', '-c', script.join('\n'), hosts];
}

/** The mounts by which ssh finds keys, hosts and its user. */
export function sshMounts(pod: PodOptions, addresses: Addresses, secretName: string, port: number): Mount[] {
  const { mpi } = addresses;
  if (mpi && mpi.sshKeys === undefined) return [];
  return [
    ...(mpi ? [] : [keys(secretName)]),
    Mount.configFile(sshConfig(mpi?.sshKeys ?? FOLDER, port, mpi === undefined), '/etc/ssh/ssh_config'),
    ...passwd(pod),
  ];
}

/** Keys that only their owner can read. Kubernetes lets the pods' group read them too, if the pods have one. */
function keys(secretName: string): Mount {
  const items = [
    { key: 'ssh-privatekey', path: 'id_rsa' },
    { key: 'ssh-publickey', path: 'id_rsa.pub' },
    { key: 'ssh-publickey', path: 'authorized_keys' },
    { key: 'known_hosts', path: 'known_hosts' },
  ];
  return Mount.volume({ secret: { secretName, defaultMode: 0o400, items } }, FOLDER, { readOnly: true });
}

/** @param isKnown true if the workers' key is known beforehand. An operator mounts none that ssh could compare with. */
function sshConfig(folder: string, port: number, isKnown: boolean): string {
  const hosts = isKnown
    ? ['StrictHostKeyChecking yes', `UserKnownHostsFile ${folder}/known_hosts`]
    : ['StrictHostKeyChecking no', 'UserKnownHostsFile /dev/null'];
  const lines = [`Port ${port}`, `IdentityFile ${folder}/id_rsa`, ...hosts, 'ConnectionAttempts 10', 'LogLevel ERROR'];
  return ['Host *', ...lines.map((line) => `  ${line}`), ''].join('\n');
}

/** ssh and sshd start only for a user that the system knows, and the image need not know the pods' user. */
function passwd(pod: PodOptions): Mount[] {
  const user = userOf(pod);
  if (user === undefined || user === 0) return [];
  const { group = user } = pod.user ?? PodUser.DEFAULT;
  const lines = ['root:x:0:0:root:/root:/bin/sh', `trainer:x:${user}:${group}::/tmp:/bin/sh`, ''];
  return [Mount.configFile(lines.join('\n'), '/etc/passwd')];
}

/** The steps of DEPLOY.md that make the keys, if they are not there. No file of the program has them. */
export function keySteps(namespace: string, secretName: string): GuideStep[] {
  const kubectl = `kubectl -n ${namespace}`;
  const files = ['ssh-privatekey="$keys/id"', 'ssh-publickey="$keys/id.pub"', 'known_hosts="$keys/known_hosts"'];
  return [
    {
      phase: 'standing',
      text: `The pods of jobs by mpirun wait for Secret \`${secretName}\` of namespace \`${namespace}\`, which has the keys of their ssh. These commands make it if it is not there. Nobody else needs the keys: who has them, and reaches the pods, runs programs in them. To change them, delete the Secret while no such job runs.`,
      commands: [
        `${kubectl} get secret ${secretName} >/dev/null 2>&1 || (`,
        `  keys=$(mktemp -d) && trap 'rm -r "$keys"' EXIT &&`,
        `  ssh-keygen -q -t ed25519 -N '' -C ${secretName} -f "$keys/id" &&`,
        `  sed 's/^/* /' "$keys/id.pub" >"$keys/known_hosts" &&`,
        `  ${kubectl} create secret generic ${secretName} --type=kubernetes.io/ssh-auth ${files.map((file) => `--from-file=${file}`).join(' ')}`,
        ')',
      ],
    },
  ];
}
