import { Duration } from 'cdk8s';
import {
  ClusterChart,
  ModelServer,
  Operator,
  ServingDeployment,
  type Deployment,
  type TrainingEngine,
} from '../../lib/index';
import { Certificate, Gateway } from '../../lib/gateway/index';
import { Trigger, Workflow } from '../../lib/workflow/index';
import { cloud } from './cloud';
import { local } from './local';
import { NAMESPACE } from './place';
import { nightlySteps, report, threeSteps, TRAIN_STEPS } from './steps';

/**
 * Steps on CPUs, then GPUs, then CPUs, and a nightly run that trains a model and releases it if it is better than the one
 * that is served.
 *
 * @param engine the engine of the nightly training. @default - the first that the cluster can run
 */
export function pipeline(deployment: Deployment, engine?: TrainingEngine): void {
  const { stage, kubernetes } = deployment;
  const isLocal = stage.project === undefined;
  const operators = [Operator.ARGO_WORKFLOWS, engine?.operator ?? Operator.TRAINING];
  const { cluster, place: placeIn } = isLocal
    ? local([...operators, Operator.ENVOY_GATEWAY])
    : cloud(deployment, operators);
  const chart = new ClusterChart(kubernetes, 'pipeline', { cluster, namespace: NAMESPACE });
  const place = placeIn(chart);
  const digits = new ServingDeployment(chart, 'digits', {
    server: ModelServer.tensorFlowServing({ pollInterval: Duration.seconds(10) }),
    model: place.model,
    modelName: 'mnist',
    pool: place.cpus,
    identity: place.serverIdentity,
    // The first version comes with the first nightly run.
    startupTimeout: Duration.hours(24),
  });
  if (isLocal) {
    const gateway = new Gateway(chart, 'entry', { hosts: { 'digits.local': Certificate.none() } });
    gateway.route('digits', { to: digits, port: 'http' });
  }
  new Workflow(chart, 'steps', { steps: threeSteps(place), onExit: report(place) });
  new Workflow(chart, 'nightly', {
    steps: nightlySteps(place, place.data('served').ofEarlierRuns(), engine),
    parameters: { [TRAIN_STEPS]: '200' },
    trigger: isLocal ? Trigger.onDemand() : Trigger.cron('0 2 * * *', { timeZone: 'Europe/Berlin' }),
    timeout: Duration.hours(6),
    keepFinished: Duration.days(7),
    onExit: report(place),
  });
}
