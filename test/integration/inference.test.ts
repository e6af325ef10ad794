import { expect, test } from 'vitest';
import { Guide } from './support/guide';
import { INFERENCE_SERVER, INFERENCE_SERVER_IMAGE, judgedBy, REAL_NODE, TRAINER_IMAGE } from './support/judges';
import { kubectl, remove } from './support/kubectl';
import { emptyFolder, runPod } from './support/pod';
import { manifests, programFolder, synthesize } from './support/program';

// A real server, MLServer, in a real pod. It is no part of CI, because its packages are 226 MB: docs/testing.md says how its
// image is made.

const PROGRAM = 'test/integration/programs/inference.ts';
const FOLDER = '/var/lib/trainyard/inference';
const NAMESPACE = 'trainyard-inference';
const MAKE = `import json, os
for version, weights in ((1, [1, 2]), (2, [10, 20])):
    os.makedirs(f"/data/linear/{version}")
    json.dump(weights, open(f"/data/linear/{version}/weights.json", "w"))`;
const ASK = `import json, urllib.request
request = {"inputs": [{"name": "x", "shape": [1, 2], "datatype": "FP64", "data": [3, 4]}]}
url = "http://linear:8080/v2/models/linear/infer"
with urllib.request.urlopen(urllib.request.Request(url, json.dumps(request).encode(), {"Content-Type": "application/json"})) as answer:
    print("answer", json.load(answer)["outputs"][0]["data"][0])`;

judgedBy([REAL_NODE, INFERENCE_SERVER], async () => {
  await emptyFolder(FOLDER, TRAINER_IMAGE);
  await runPod('default', 'make-linear', TRAINER_IMAGE, { hostPath: { path: FOLDER } }, ['python3', '-c', MAKE], {});
});

test("a real server of the open inference protocol answers with each version, by DEPLOY.md's commands", async ({
  onTestFinished,
}) => {
  const folder = programFolder();
  await synthesize(folder, PROGRAM, '1');
  onTestFinished(() => remove(manifests(folder).get('inference-local') ?? []));
  const answers: string[] = [];
  for (const version of ['1', '2']) {
    await synthesize(folder, PROGRAM, version);
    expect(await new Guide(folder, 'inference-local').run('Standing objects')).toMatchObject({ status: 0 });
    await kubectl('-n', NAMESPACE, 'rollout', 'status', 'deployment/linear', '--timeout=300s');
    const volume = { emptyDir: {} };
    answers.push(await runPod(NAMESPACE, `ask-${version}`, INFERENCE_SERVER_IMAGE, volume, ['python3', '-c', ASK]));
  }
  expect(answers.join('\n')).toMatch(/answer 11(\.0)?\s+answer 110(\.0)?/);
});
