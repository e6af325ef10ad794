import { Size } from 'cdk8s';
import { Construct } from 'constructs';
import { advise, checkAtSynth } from '../../core/problems';
import { Step, Trigger, type DataSet, type TaskStepOptions } from '../../workflow/index';
import { addWorkflow, type WorkflowWords } from '../../workflow/workflow';
import type { ResolvedExperiment } from '../experiment';
import type { ExperimentBackend } from '../experiment-backend';
import { pointsOf } from '../search';
import { argoProblems, equalTrialsAdvice, katibWordProblems } from './argo-problems';

export interface ArgoTrialsOptions {
  /** The place of the metrics. Each run has a folder of its own there, with a file for each trial. */
  readonly results: DataSet;
  /** The pool of the first and the last step, which need no GPU. @default - that of the trials, whose GPUs they hold idle for a while */
  readonly pool?: TaskStepOptions['pool'];
}

const POOL = 'pool of ExperimentBackend.argo(…)';
const WORDS: WorkflowWords = { pools: { begin: POOL, best: POOL }, fewer: 'lower parallelTrials' };
const SMALL = { cpus: 0.1, memory: Size.mebibytes(128) };
const BEGIN = 'mkdir -p "$RESULTS" && rm -f "$RESULTS"/trial-*';

/** Shows the best metric of each trial and then the best trial. Fails if too many trials failed or wrote no metric. */
const BEST = `set -eu
cd "$RESULTS"
printf '%s\n' "$TRIALS" | while read -r status trial values; do
  metric=
  [ "$status" != Succeeded ] || metric=$(grep -Eo "$METRIC" "$trial" | sed 's/.*= *//' | sort "$ORDER" | tail -n 1)
  echo "\${metric:-failed} $trial $values"
done | tee /tmp/trials
grep -v '^failed' /tmp/trials | sort "$ORDER" | tail -n 1 >/tmp/best
echo "best: $(cat /tmp/best)"
failed=$(grep -c '^failed' /tmp/trials) || true
[ "$failed" -lt "$FAILED" ] || { echo "$failed trials failed or wrote no metric to METRICS_FILE"; exit 1; }`;

/** Argo Workflows: a Workflow whose steps are the trials. */
export function argo({ results, pool }: ArgoTrialsOptions): ExperimentBackend {
  const isBest = `{{if eq .displayName "best"}}{{(index .outputs.parameters 0).value}}{{"\\n"}}{{end}}`;
  return {
    add: (owner, experiment) => {
      const words = [...katibWordProblems(owner, experiment)];
      checkAtSynth(owner, () => [...argoProblems(experiment), ...words]);
      advise(owner, ...equalTrialsAdvice(owner, experiment));
      const trigger = Trigger.once(experiment.revision);
      const steps = stepsOf(experiment, results.perRun(), pool);
      return addWorkflow(new Construct(owner, 'Default'), { steps, trigger }, WORDS);
    },
    best: (name) => `workflow ${name} -o go-template='{{range .status.nodes}}${isBest}{{end}}'`,
  };
}

/** The trials, after a step that makes the folder of their metrics, and before one that shows the best. */
function stepsOf(experiment: ResolvedExperiment, results: DataSet, ofTasks: ArgoTrialsOptions['pool']): Step<string>[] {
  const { name, parameters, algorithm, objective, trials, parallelTrials, failedTrials, jobOf } = experiment;
  const { algorithmName, algorithmSettings: [{ value: seed } = { value: name }] = [] } = algorithm.spec;
  const points = pointsOf(parameters, trials, algorithmName === 'grid' ? undefined : seed);
  const { image, pool, identity, user, imagePullSecrets } = jobOf((parameter) => points[0]?.[parameter] ?? '');
  const task = (script: string) => ({
    ...{ image, pool: ofTasks ?? pool, identity, user, imagePullSecrets, accelerated: false, resources: SMALL },
    command: ['sh', '-c', script],
  });
  const begin = Step.task('begin', { ...task(BEGIN), writes: { RESULTS: results } });
  const steps: Step[] = [];
  for (const [index, values] of points.entries()) {
    const id = `trial-${index + 1}`;
    const job = jobOf((parameter) => values[parameter] ?? '');
    const env = { METRICS_FILE: `$(RESULTS)/${id}`, ...job.env };
    // All steps before it have ended, but for as many as may run beside it.
    const [from = 0, to] = [2, 1].map((turns) => Math.max(0, index + 1 - turns * parallelTrials));
    const after = [begin, ...steps.slice(from, to)];
    steps.push(Step.training(id, { ...job, env, writes: { RESULTS: results }, after, mayFail: true }));
  }
  const { objectiveMetricName, type } = objective.spec;
  const env = {
    TRIALS: steps.map((step, index) => `${step.status} ${step.name} ${JSON.stringify(points[index])}`).join('\n'),
    METRIC: `(^|[^[:alnum:]_|-])${objectiveMetricName.replaceAll('|', '[|]')} *= *[-+]?[0-9]*[.]?[0-9]+([eE][-+]?[0-9]+)?`,
    ORDER: type === 'maximize' ? '-g' : '-gr',
    FAILED: String(failedTrials),
  };
  const outputs = { best: '/tmp/best' };
  return [begin, ...steps, Step.task('best', { ...task(BEST), env, reads: { RESULTS: results }, outputs })];
}
