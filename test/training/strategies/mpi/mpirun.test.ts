import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { ValidationError } from '../../../../lib/core/problems/errors';
import { PodUser } from '../../../../lib/pods/security/pod-user';
import { MPI } from '../../../../lib/training/strategies/mpi/mpi';
import { afterWorkers } from '../../../../lib/training/strategies/mpi/ssh';
import type { Addresses, TrainingStrategy } from '../../../../lib/training/training-strategy';
import { CPU, GPU, jobOf, SMALL } from '../../jobs';

const ADDRESSES: Addresses = {
  host: ({ name }, index) => `${name}-${index}.here`,
  qualifiedHost: ({ name }, index) => `${name}-${index}.here.svc`,
  ownIndex: '$(INDEX)',
};
const FOUR = { gpus: 4, cpus: 4, memory: Size.gibibytes(8) };

function told(strategy: TrainingStrategy, options: Parameters<typeof jobOf>[0] = {}, addresses = ADDRESSES) {
  const { roles, pod } = jobOf({ strategy, ...options });
  return Object.fromEntries(roles.map((role) => [role.name, strategy.rendezvous(role, roles, addresses, pod)]));
}

describe('has', () => {
  test('workers with the GPUs, and a launcher without, which starts after them and whose end counts', () => {
    expect(MPI.mpirun().roles({ workers: 3, pool: GPU, resources: FOUR })).toMatchObject([
      { name: 'worker', replicas: 3, pool: GPU, resources: FOUR, accelerated: true, completes: false, port: 2222 },
      { name: 'launcher', replicas: 1, pool: GPU, accelerated: false, completes: true, dependsOn: 'worker' },
    ]);
  });

  test('a launcher with a pool and requests of its own', () => {
    const [, launcher] = MPI.mpirun({ launcher: { pool: CPU, resources: SMALL } }).roles({ workers: 1, pool: GPU });
    expect(launcher).toMatchObject({ pool: CPU, resources: SMALL });
  });

  test('only roles whose loss ends all processes', () => {
    expect(
      MPI.mpirun()
        .roles({ workers: 1, pool: GPU })
        .map(({ failurePolicy }) => failurePolicy),
    ).toEqual(['restartJob', 'restartJob']);
  });
});

describe('mpirun is told', () => {
  const [slots, host] = [['-np', '8'], 'worker-0.here:4,worker-1.here:4'];
  const free = ['--bind-to', 'none', '--map-by', 'slot'];

  test('of all hosts, with a slot for each GPU', () => {
    expect(told(MPI.mpirun(), { resources: FOUR })['launcher']).toEqual({
      env: [{ name: 'OMPI_MCA_orte_keep_fqdn_hostnames', value: 'true' }],
      args: [],
      launcher: [...afterWorkers(host), 'mpirun', ...slots, '--host', host, ...free],
    });
  });

  test.each([
    ['one process where a worker has no GPU', {}, { gpus: 0, ...SMALL }, '2'],
    ['as many processes as it is told', { slotsPerWorker: 3 }, FOUR, '6'],
  ])('to start %s', (_, options, resources, processes) => {
    const { launcher } = told(MPI.mpirun(options), { resources });
    expect(launcher?.launcher).toEqual(expect.arrayContaining(['-np', processes]));
  });

  test.each([
    ['root', { user: PodUser.root() }, true],
    ['root by its number', { podSecurityContext: { runAsUser: 0, runAsNonRoot: false } }, true],
    ['the default user', {}, false],
    ["the image's user", { user: PodUser.ofImage() }, false],
  ])('that root is meant only where it is: %s', (_, options, isRoot) => {
    const { launcher } = told(MPI.mpirun(), options);
    expect(launcher?.launcher?.includes('--allow-run-as-root')).toBe(isRoot);
  });

  test('what the user says in place of our options, and by the program that the image has', () => {
    const strategy = MPI.mpirun({ mpirun: ['/opt/openmpi/bin/mpirun'], flags: ['-x', 'NCCL_DEBUG'] });
    expect(told(strategy, { workers: 1, resources: SMALL })['launcher']?.launcher).toEqual([
      ...[...afterWorkers('worker-0.here:1'), '/opt/openmpi/bin/mpirun'],
      ...['-np', '1', '--host', 'worker-0.here:1', '-x', 'NCCL_DEBUG'],
    ]);
  });

  test('of no hosts where an operator lists them', () => {
    const { launcher } = told(MPI.mpirun(), { resources: FOUR }, { ...ADDRESSES, mpi: {} });
    expect(launcher?.launcher).toEqual(['mpirun', ...slots, ...free]);
  });
});

test('workers run sshd in place of the command, by the keys that they have', () => {
  const strategy = MPI.mpirun({ sshPort: 2022, sshd: '/opt/sshd' });
  const [worker] = strategy.roles({ workers: 1, pool: GPU });
  expect(worker?.port).toBe(2022);
  expect(worker?.command?.join(' ')).toContain(`exec '/opt/sshd' -D -e -f /dev/null -p 2022 -h "$SSH_KEYS/id_rsa"`);
  expect(told(strategy)['worker']).toEqual({ env: [{ name: 'SSH_KEYS', value: '/etc/mpi-ssh' }], args: [] });
  const operated = told(strategy, {}, { ...ADDRESSES, mpi: { sshKeys: '/root/.ssh' } });
  expect(operated['worker']?.env).toEqual([{ name: 'SSH_KEYS', value: '/root/.ssh' }]);
});

test.each<[string, Parameters<typeof MPI.mpirun>[0], string]>([
  ['slots', { slotsPerWorker: 0 }, 'slotsPerWorker cannot be 0: use a whole number of 1 or more (mpirun-option)'],
  ['a program', { mpirun: [] }, "mpirun is an empty list: use ['mpirun'], or leave it out (mpirun-option)"],
  ['a port', { sshPort: 70_000 }, 'sshPort cannot be 70000: use a whole number from 1 to 65535 (mpirun-option)'],
  [
    'a path',
    { sshd: 'sshd' },
    'sshd "sshd" is not an absolute path: use its path, such as "/usr/sbin/sshd" (mpirun-option)',
  ],
  ['a Secret', { sshKeys: 'My Keys' }, 'sshKeys "My Keys" cannot be the name of a Secret'],
])('fails: %s that cannot be is refused with mpirun-option or name', (_, options, message) => {
  expect(() => MPI.mpirun(options)).toThrow(ValidationError);
  expect(() => MPI.mpirun(options)).toThrow(`[MPI.mpirun] ${message.replace(/^sshKeys /, '')}`);
});
