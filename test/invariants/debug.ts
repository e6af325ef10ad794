import { mkdtempSync, rmSync } from 'node:fs';
import { Platform, SynthesisError, ValidationError } from '../../lib/index';
import { FAULTS } from './faults';
import { build, goodPlan } from './program';
const only = process.argv[2];
const start = Number(process.argv[3] ?? 0);
for (const [i, f] of FAULTS.entries()) {
  if (i < start || /workers 1000000000|servers 1000000000/.test(f.name)) continue;
  if (only && only !== '-' && !f.name.includes(only)) continue;
  const folder = mkdtempSync('/tmp/wrong-');
  process.stderr.write(`\r@${i} `);
  try {
    const plan = goodPlan();
    f.apply(plan);
    const platform = new Platform({ manifestFolder: folder + '/a', stackFolder: folder + '/b' });
    build(platform, plan);
    platform.synth();
    console.log(`${i} SILENT ${f.slot}: ${f.name}`);
  } catch (e) {
    const error = e as Error;
    if (!ValidationError.isValidationError(e) && !SynthesisError.isSynthesisError(e)) console.log(`${i} FOREIGN ${f.slot}: ${f.name}: ${error.name} ${error.message.slice(0, 150)} ${(error.stack ?? '').split('\n').filter((l) => l.includes('/work/main/lib')).slice(0,2)}`);
    else {
      const shows = error.message.includes(f.shows) || error.message.includes(JSON.stringify(f.shows).slice(1, -1));
      if (!shows) console.log(`${i} NOVALUE ${f.slot}: ${f.name} [${f.shows.slice(0,20)}]: ${error.message.slice(0, 300)}`);
      const lines = SynthesisError.isSynthesisError(e) ? e.problems : error.message.split('\n');
      for (const line of lines) if (!/^\[[^\]]+\] .+: .+ \([a-z0-9]+(-[a-z0-9]+)*\)$/.test(line)) console.log(`${i} FORM ${f.slot}: ${f.name}: ${JSON.stringify(line.slice(0, 300))}`);
      if (only) console.log(i, f.name, error.message);
    }
  }
  rmSync(folder, { recursive: true });
}
console.log('done', FAULTS.length);
