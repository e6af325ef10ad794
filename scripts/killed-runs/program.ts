// A program of several deployments whose files all name its version: `program.js FOLDER VERSION`. It prints `write` when
// it begins to write its output, and `end` when it has done so.
import { ApiObject, Chart } from 'cdk8s';
import { writeSync } from 'node:fs';
import { Bucket, Platform, Stage } from '../../lib/index';
import { guideAtSynth } from '../../lib/extend';

const [folder = '', version = '0'] = process.argv.slice(2);
// Arguments tell programs apart, and these are versions of one program.
process.argv.length = 2;

const platform = new Platform({ manifestFolder: `${folder}/dist`, stackFolder: `${folder}/cdktf.out` });
const names = ['a', 'b', 'c', 'd'];
for (const name of names) {
  const { stack, kubernetes } = platform.stage(new Stage({ name, project: 'acme-ml', region: 'us-east1' }));
  new Bucket(stack, 'data', { bucketName: `acme-${name}-release-${version}` });
  const chart = new Chart(kubernetes, 'work', { namespace: 'default' });
  new ApiObject(chart, 'settings', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    ...{ data: { version: `release-${version}` } },
  });
  // Versions differ in the number and the names of their files.
  for (let index = 0; index < 5 + (Number(version) % 4); index += 1) {
    const metadata = { name: `job-${index}-release-${version}` };
    new ApiObject(chart, `job-${index}`, { apiVersion: 'batch/v1', kind: 'Job', metadata });
  }
  guideAtSynth(chart, () => {
    // The guide of the last deployment is the last thing before the files.
    if (name === names.at(-1)) writeSync(1, 'write\n');
    return [{ phase: 'before', text: `This is release-${version}.` }];
  });
}
platform.synth();
writeSync(1, 'end\n');
