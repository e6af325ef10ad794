import { lazily } from '../core/lazily';
import { problem, type Advice } from '../core/problems';
import { TRAIN_JOB } from '../kubernetes/kinds/trainer';
import { listIn } from '../kubernetes/manifest';
import { podPartsOf } from '../pods/pod-template';
import { podOf, taskOf } from './engine-task';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';

/** A variable in a text. `$$(NAME)` is a text, and a name in lower case may be a command of a shell, such as `$(nproc)`. */
const REFERENCE = /(?<!\$)\$\(([A-Z_][A-Z0-9_]*)\)/g;
/** A variable in the words of a shell, in a text that is no script. */
const OF_SHELL = /^[^\s$]*\$\{?([A-Z_][A-Z0-9_]*)\S*$/g;
const SHELL = /^(\S*\/)?(ba|da|a|z|k)?sh$/;
/** Variables that Kubernetes adds: the index of a Job's pod, and the address of its API. */
const ADDED = /^JOB_COMPLETION_INDEX$|^KUBERNETES_(SERVICE|PORT)(_|$)/;
/** Variables that Kubernetes adds to pods with `enableServiceLinks`: the addresses of Services. */
const OF_SERVICES = /_SERVICE_HOST$|_PORT(_|$)/;

/** Advice about `$(NAME)` of no variable, and about `$NAME` where no shell reads it. A runtime of Trainer may have some that are not known. */
export function* envReferenceAdvice(job: ResolvedTrainingJob, engine: TrainingEngine): Generator<Advice> {
  if (engine.kind === TRAIN_JOB) return;
  const ofServices = job.pod.podSpec?.enableServiceLinks === true;
  for (const role of job.roles) {
    const { command = [], args = [], env = {} } = podOf(job.pod, role);
    const names = lazily(() => listIn(podPartsOf(taskOf(engine, job, role)).container, 'env').map(({ name }) => name));
    const program = role.command || command.length === 0 ? [] : [...command, ...args];
    if (!program.some((text) => SHELL.test(text))) yield* shellReferences(program, names);
    const ofProgram = role.command ? [] : [...command, ...args].map((text) => ['args', text, undefined] as const);
    const ofEnv = Object.entries(env).map(([variable, text]) => ['env', text, variable] as const);
    for (const [property, text, variable] of [...ofProgram, ...ofEnv]) {
      for (const [reference, name = ''] of typeof text === 'string' ? text.matchAll(REFERENCE) : []) {
        // A value may refer to the variables before its own alone.
        const end = variable === undefined ? undefined : names().indexOf(variable);
        const known = [...names().slice(0, end), ...(end === undefined ? (engine.given?.(job) ?? []) : [])];
        if (ADDED.test(name) || known.includes(name) || (ofServices && OF_SERVICES.test(name))) continue;
        const message = `${JSON.stringify(text)} refers to ${name}, but there is no such variable${end === undefined ? '' : ' before it'}, so ${reference} stays as it is`;
        const fix = `set ${name} in env, write its value, or write $${reference} if the text is meant`;
        yield problem('env-reference', property, message, fix);
      }
    }
  }
}

function* shellReferences(program: readonly string[], names: () => readonly unknown[]): Generator<Advice> {
  for (const [text, name = ''] of program.flatMap((each) => [...each.matchAll(OF_SHELL)])) {
    const message = `${JSON.stringify(text)} has a variable as a shell reads it, but no shell runs the command, so it stays as it is`;
    const script = "run it by a shell: ['sh', '-c', 'exec …']";
    const fix = names().includes(name) ? `write $(${name}), or ${script}` : script;
    yield problem('env-reference', 'command', message, fix);
  }
}
