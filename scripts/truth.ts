// `npm run truth -- --seed 1 --count 2000`: compares what the library accepts and refuses with what the scheduler of
// KUBECONFIG places; with `--servers` programs with servers, which also roll out; with `--workflows`
// programs with a workflow. docs/testing.md says what cluster it needs.
// With `--model fullest` a model of the scheduler places them, each pod on the fullest node that has room: without a cluster.
import { parseArgs } from 'node:util';
import { Cluster } from '../test/truth/cluster';
import { crossCheck, type CrossCheckOptions, type Report } from '../test/truth/cross-check';
import { ModelScheduler } from '../test/truth/model-scheduler';
import { crossCheckServing } from '../test/truth/serving/cross-check';
import { crossCheckWorkflows } from '../test/truth/workflow/cross-check';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '150' },
    parallel: { type: 'string', default: '24' },
    workflows: { type: 'boolean', default: false },
    servers: { type: 'boolean', default: false },
    model: { type: 'string' },
  },
});

interface Options extends Omit<CrossCheckOptions, 'onVerdict'> {
  readonly onVerdict: (program: number, verdict: { readonly kind: string; readonly why?: string }) => void;
}

/** The programs, placed by a model or by the cluster of KUBECONFIG. */
async function compared(options: Options): Promise<{ readonly report: Report; readonly placed: number }> {
  if (values.model !== undefined) {
    const scheduler = new ModelScheduler(
      values.model === 'fullest' || values.model === 'first' ? values.model : 'emptiest',
    );
    const check = values.workflows ? crossCheckWorkflows : crossCheck;
    return { report: await check(scheduler, options), placed: scheduler.placed };
  }
  const cluster = await Cluster.open();
  try {
    const check = values.servers ? crossCheckServing : values.workflows ? crossCheckWorkflows : crossCheck;
    const report = await check(cluster, options);
    return { report, placed: cluster.placed };
  } finally {
    await cluster.close();
  }
}

async function main(): Promise<void> {
  const [seed = 1, from = 0, count = 0, parallel = 1] = [values.seed, values.from, values.count, values.parallel].map(
    Number,
  );
  const start = Date.now();
  let done = 0;
  const seconds = () => ((Date.now() - start) / 1000).toFixed(0);
  const options = {
    seed,
    from,
    count,
    parallel,
    onVerdict: (program: number, verdict: { readonly kind: string; readonly why?: string }) => {
      done += 1;
      if (done % 100 === 0) console.error(`${done} of ${count} after ${seconds()} s`);
      if (verdict.kind === 'differs') console.error(`program ${program}: ${verdict.why}`);
    },
  };
  const { report, placed } = await compared(options);
  for (const { program, why, source } of report.differences) {
    console.log(`\n// program ${program}: ${why.replaceAll('\n', '\n// ')}\n${source}\n`);
  }
  console.log(`seed ${seed}: ${count} programs from ${from} on, ${placed} pods placed or refused, ${seconds()} s`);
  for (const [verdict, number] of [...report.counts].sort(([, a], [, b]) => b - a))
    console.log(`${number}\t${verdict}`);
  process.exitCode = report.differences.length > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
