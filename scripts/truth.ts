// `npm run truth -- --seed 1 --count 2000`: compares what the library accepts and refuses with what the scheduler of
// KUBECONFIG places; with `--servers` programs with servers, which also roll out. docs/testing.md says what cluster it needs.
import { parseArgs } from 'node:util';
import { Cluster } from '../test/truth/cluster';
import { crossCheck } from '../test/truth/cross-check';
import { crossCheckServing } from '../test/truth/serving/cross-check';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '150' },
    parallel: { type: 'string', default: '24' },
    servers: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const [seed = 1, from = 0, count = 0, parallel = 1] = [values.seed, values.from, values.count, values.parallel].map(
    Number,
  );
  const start = Date.now();
  let done = 0;
  const seconds = () => ((Date.now() - start) / 1000).toFixed(0);
  const cluster = await Cluster.open();
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
  const compared = values.servers ? crossCheckServing(cluster, options) : crossCheck(cluster, options);
  const report = await compared.finally(() => cluster.close());
  for (const { program, why, source } of report.differences) {
    console.log(`\n// program ${program}: ${why.replaceAll('\n', '\n// ')}\n${source}\n`);
  }
  console.log(
    `seed ${seed}: ${count} programs from ${from} on, ${cluster.placed} pods placed or refused, ${seconds()} s`,
  );
  for (const [verdict, number] of [...report.counts].sort(([, a], [, b]) => b - a))
    console.log(`${number}\t${verdict}`);
  process.exitCode = report.differences.length > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
