/* eslint-disable @typescript-eslint/no-explicit-any -- manifests are read as they are written, whatever they hold */
import { Chart, Duration, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { Operator } from '../../../lib/operators/operator';
import { guideSteps } from '../../../lib/core/contracts/guide';
import { PodUser } from '../../../lib/pods/security/pod-user';
import { MPI } from '../../../lib/training/strategies/mpi/mpi';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { trainingRun } from '../../../lib/training/training-run';
import { GKE } from '../../workload/pools';
import { CPU, GPU, jobOf, specOf, STRATEGIES } from '../jobs';

const engine = TrainingEngine.mpiJob();
const strategy = MPI.mpirun({ launcher: { pool: CPU } });
const jobBy = (options: Parameters<typeof jobOf>[0] = {}, name?: string) => jobOf({ strategy, ...options }, name);
const render = (options: Parameters<typeof jobOf>[0] = {}) => specOf(engine.render(jobBy(options)).main);

test('has one launcher and workers, whose slots the operator lists', () => {
  const spec = render({ resources: { gpus: 4 } });
  expect(Object.keys(spec.mpiReplicaSpecs)).toEqual(['Launcher', 'Worker']);
  expect(spec).toMatchObject({ slotsPerWorker: 4, mpiImplementation: 'OpenMPI' });
  const { Launcher, Worker } = spec.mpiReplicaSpecs;
  expect([Launcher.replicas, Worker.replicas]).toEqual([1, 2]);
  expect(Launcher.template.spec.containers[0].command.slice(0, 3)).toEqual(['mpirun', '-np', '8']);
  expect(Launcher.template.spec.containers[0].command).not.toContain('--host');
  expect(Worker.template.spec.containers[0].command[2]).toContain('exec');
});

test('starts the launcher when all workers listen', () => {
  const { launcherCreationPolicy, mpiReplicaSpecs } = render();
  expect(launcherCreationPolicy).toBe('WaitForWorkersReady');
  expect(mpiReplicaSpecs.Worker.template.spec.containers[0].startupProbe.tcpSocket).toEqual({ port: 2222 });
});

describe('the keys are the ones that the operator makes', () => {
  test.each([
    ['root, whose ssh takes them only with the modes that they have there', PodUser.root(), '/root/.ssh'],
    ['another user, who cannot read the folder of root', PodUser.of(1000), '/etc/mpi-ssh'],
    ["the image's user", PodUser.ofImage(), '/etc/mpi-ssh'],
  ])('of %s', (_, user, folder) => {
    const { sshAuthMountPath, mpiReplicaSpecs } = render({ user });
    expect(sshAuthMountPath).toBe(folder);
    expect(mpiReplicaSpecs.Worker.template.spec.containers[0].env).toContainEqual({ name: 'SSH_KEYS', value: folder });
  });

  test('and no Secret is asked for', () => {
    const owner = new Construct(new Chart(Testing.app(), 'workflow'), 'train');
    const pool = { ...GPU, cluster: { ...GKE, operators: [Operator.MPI] } };
    const { workload, engine: chosen } = trainingRun(
      owner,
      { name: 'mnist' },
      { image: 'a:1', command: ['a'], pool, strategy },
    );
    expect(chosen.name).toBe('MPIJob');
    expect(workload.pods[0]?.pod.mounts?.map(({ path }) => path)).toEqual(['/etc/ssh/ssh_config', '/etc/passwd']);
    expect(guideSteps(owner)).toEqual([]);
  });
});

test('what the operator sets by itself is left to it', () => {
  const { env } = render().mpiReplicaSpecs.Launcher.template.spec.containers[0];
  expect(env.map(({ name }: { name: string }) => name)).not.toContain('OMPI_MCA_orte_keep_fqdn_hostnames');
});

test('a launcher is started again as often as the job says, and a worker in place', () => {
  const { runPolicy, mpiReplicaSpecs } = render({ maxRestarts: 5 });
  expect(runPolicy).toMatchObject({ cleanPodPolicy: 'Running', backoffLimit: 5 });
  expect(mpiReplicaSpecs).toMatchObject({
    Launcher: { restartPolicy: 'Never' },
    Worker: { restartPolicy: 'OnFailure' },
  });
});

test('takes limits of time in seconds, and limits every pod', () => {
  const { runPolicy, mpiReplicaSpecs } = render({
    activeDeadline: Duration.hours(2),
    ttlAfterFinished: Duration.days(1),
  });
  expect(runPolicy).toMatchObject({ activeDeadlineSeconds: 7200, ttlSecondsAfterFinished: 86400 });
  for (const { template } of Object.values<any>(mpiReplicaSpecs))
    expect(template.spec.activeDeadlineSeconds).toBe(7200);
});

test('finds its pods by the Service of its name, and by the role', () => {
  const { roles } = jobBy();
  const addresses = engine.addresses(jobBy());
  expect(roles.map((role) => addresses.host(role, 0))).toEqual([
    '$(JOB_NAME)-worker-0.$(JOB_NAME)',
    '$(JOB_NAME)-launcher.$(JOB_NAME)',
  ]);
  expect(roles.map((role) => addresses.qualifiedHost(role, 0))[0]).toBe(
    '$(JOB_NAME)-worker-0.$(JOB_NAME).$(JOB_NAMESPACE).svc.cluster.local',
  );
  expect(engine.podLabels(jobBy(), 'worker')).toEqual({
    'training.kubeflow.org/job-name': 'mnist',
    'training.kubeflow.org/job-role': 'worker',
  });
});

test('fails: a name whose pods have longer names is refused with job-name', () => {
  expect([...engine.problems(jobBy({}, 'a'.repeat(48)))]).toEqual([]);
  expect([...engine.problems(jobBy({}, 'a'.repeat(49)))]).toMatchObject([
    { code: 'job-name', message: expect.stringContaining('but its MPIJob adds "-launcher-xxxxx"') },
  ]);
});

test('fails: roles that an MPIJob does not have are refused with engine-role', () => {
  const [worker, launcher] = jobBy().roles;
  const codes = (roles: unknown) =>
    [...engine.problems({ ...jobBy(), roles: roles as never })].map(({ code, message }) => `${code} ${message}`);
  expect(codes([worker, launcher])).toEqual([]);
  expect(codes(jobOf({ strategy: STRATEGIES['parameter server'] }).roles)).toEqual([
    'engine-role MPI mpirun has 1 × chief, 2 × ps, 2 × worker, but an MPIJob has one launcher, and workers',
  ]);
  for (const roles of [[worker], [launcher], [{ ...launcher, replicas: 2 }, worker], [launcher, worker, worker]]) {
    expect(codes(roles)).toMatchObject([expect.stringMatching(/^engine-role /)]);
  }
});
