import { Duration } from 'cdk8s';
import { Operator } from '../../../lib/index';
import { Tenant } from '../../../lib/tenancy/index';
import { type World, type WrongProgram } from './program';
import { ada, hub, kubeflowAda, SIGN_IN } from './right-notebooks';

// Mistakes with notebooks, each in a small program as a user would write it.

/** A share without a GPU, or with one. */
function shareOf({ chart, cpus, gpus }: World, either: Parameters<WrongProgram['build']>[1]): void {
  new Tenant(chart, 'digits', { share: either([{ pool: cpus, nodes: 2 }], [{ pool: gpus, nodes: 1 }]) });
}

export const WRONG_NOTEBOOKS: readonly WrongProgram[] = [
  {
    name: 'a notebook that stops at once',
    code: 'notebook-idle',
    says: 'idle is 30 s',
    build: (world, either) => ada(world, { idle: Duration.seconds(either(30, 120)) }),
  },
  {
    name: 'a time of day in words',
    code: 'notebook-stop',
    says: '"8pm" is not a time of day: use HH:MM',
    build: (world, either) => ada(world, { stop: { at: either('8pm', '20:00') } }),
  },
  {
    name: 'a city for a time zone',
    code: 'notebook-stop',
    says: 'use a name of the time zone database, such as "Europe/Berlin"',
    build: (world, either) => ada(world, { stop: { at: '20:00', timeZone: either('Berlin', 'Europe/Berlin') } }),
  },
  {
    name: "Kubeflow's Notebook without its controller",
    code: 'operator-missing',
    says: 'add Operator.NOTEBOOKS to operators of the cluster',
    build: (world, either) => kubeflowAda(world, either([Operator.JOBSET], [Operator.JOBSET, Operator.NOTEBOOKS])),
  },
  {
    name: 'a hub in the cloud that lets everybody in',
    code: 'hub-sign-in',
    says: 'set hub.config.JupyterHub.authenticator_class',
    build: (world, either) => hub(world, { values: either({ cull: { timeout: 600 } }, SIGN_IN) }),
  },
  {
    name: 'a profile with more GPUs than a node has',
    code: 'gpu-per-node',
    says: '2',
    build: (world, either) => hub(world, { profiles: { L4: { pool: world.gpus, resources: { gpus: either(2, 1) } } } }),
  },
  {
    name: 'more GPUs than a node has',
    code: 'gpu-per-node',
    says: '2',
    build: (world, either) => ada(world, { resources: { gpus: either(2, 1) } }),
  },
  {
    name: 'a notebook that the share of its team has no GPU for',
    code: 'tenant-quota',
    says: 'its servers need 1 GPU, but the share of digits is 0 GPUs',
    build: (world, either) => {
      shareOf(world, either);
      ada(world);
    },
  },
  {
    name: 'a profile of a hub that the share of its team has no GPU for',
    code: 'tenant-quota',
    says: '"hub" needs 1 GPU, but the share of digits is 0 GPUs',
    build: (world, either) => {
      shareOf(world, either);
      hub(world, { profiles: { GPU: { pool: world.gpus } } });
    },
  },
  {
    name: 'a hub without a profile',
    code: 'notebook-profiles',
    says: 'the number of profiles cannot be 0: use a whole number of 1 or more',
    build: (world, either) => hub(world, { profiles: either({}, { GPU: { pool: world.gpus } }) }),
  },
];
