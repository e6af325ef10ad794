import { afterAll, expect, test } from 'vitest';
import { Guide } from './support/guide';
import { judgedBy, JUPYTER_IMAGE, JUPYTER_NODE } from './support/judges';
import { kubectl, now } from './support/kubectl';
import { emptyFolder, runPod } from './support/pod';
import { programFolder, synthesize } from './support/program';
import { attempt, run, within } from './support/run';

// A notebook in a real pod: its server, its files, its end when it is idle, and its rights.

const NAMESPACE = 'trainyard-notebooks';
const FOLDER = '/var/lib/trainyard/notebooks';
let folder = '';
let soon = '';

/** Deploys the notebooks. @param idle the minutes without use after which the one of Ada stops */
async function deploy(idle: number): Promise<void> {
  await synthesize(folder, 'test/integration/programs/notebook.ts', soon, String(idle));
  expect(await new Guide(folder, 'notebooks-local').run('Standing objects')).toMatchObject({ status: 0 });
}

judgedBy([JUPYTER_NODE], async () => {
  for (const name of ['home', 'other', 'data']) await emptyFolder(`${FOLDER}/${name}`, JUPYTER_IMAGE);
  const data = { hostPath: { path: `${FOLDER}/data` } };
  await runPod('default', 'write-data', JUPYTER_IMAGE, data, ['sh', '-c', 'echo 42 > /data/answer'], {});
  folder = programFolder();
  // In UTC, as the program has it. A notebook that starts later would stop a day later.
  soon = new Date(Date.now() + 180_000).toISOString().slice(11, 16);
  await deploy(120);
});
afterAll(async () => {
  if (folder) expect(await new Guide(folder, 'notebooks-local').run('Take it down')).toMatchObject({ status: 0 });
});

const ready = () =>
  kubectl('-n', NAMESPACE, 'wait', 'statefulset/ada', '--for=jsonpath={.status.readyReplicas}=1', '--timeout=1200s');
const stopped = (name: string) =>
  kubectl('-n', NAMESPACE, 'wait', `statefulset/${name}`, '--for=jsonpath={.spec.replicas}=0', '--timeout=1800s');
/** A pod that is ending still counts as ready, and no other one of its name comes before it is gone. */
const gone = (name: string) =>
  within(120, 'the end of its pod', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: `${name}-0`, namespace: NAMESPACE } };
    return (await now(pod)) === undefined;
  });
const inPod = (...command: readonly string[]) => run('kubectl', ['-n', NAMESPACE, 'exec', 'ada-0', '--', ...command]);

/** Seconds for which a program runs in a terminal and prints nothing: longer than the notebook may be idle. */
const BUSY = 170;
/** Opens a terminal of the notebook, and types a command. */
const TYPE = `import json, sys
from jupyter_server.serverapp import list_running_servers
from tornado import gen, httpclient, ioloop, websocket
async def main():
    headers = {"Authorization": "token " + next(list_running_servers())["token"]}
    create = httpclient.HTTPRequest("http://localhost:8888/ada/api/terminals", "POST", headers, "")
    name = json.loads((await httpclient.AsyncHTTPClient().fetch(create)).body)["name"]
    url = "ws://localhost:8888/ada/terminals/websocket/" + name
    socket = await websocket.websocket_connect(httpclient.HTTPRequest(url, headers=headers))
    await socket.write_message(json.dumps(["stdin", sys.argv[1] + "\\r"]))
    await gen.sleep(3)
ioloop.IOLoop.current().run_sync(main)`;

test('a notebook answers, runs a cell with shared data, stops when it is idle, and goes on with its files', async () => {
  await ready();
  const ask = "import urllib.request as r; print(r.urlopen('http://localhost:8888/ada/api').read().decode())";
  expect(await inPod('python3', '-c', ask)).toMatch(/"version"/);
  const stranger = "import urllib.request as r; print(r.urlopen('http://localhost:8888/ada/api/contents').status)";
  expect(
    (await attempt('kubectl', ['-n', NAMESPACE, 'exec', 'ada-0', '--', 'python3', '-c', stranger])).output,
  ).toMatch(/403/);
  expect(await inPod('jupyter', 'server', 'list')).toMatch(/token=[0-9a-f]{20}/);
  expect(await kubectl('-n', NAMESPACE, 'logs', 'ada-0')).toMatch(/\/ada\/lab\?token=\.\.\./);

  const cell = { cell_type: 'code', source: "print('answer', open('/data/answer').read())", metadata: {}, outputs: [] };
  const kernelspec = { name: 'python3', display_name: 'Python 3' };
  const content = {
    cells: [{ ...cell, execution_count: null }],
    metadata: { kernelspec },
    nbformat: 4,
    nbformat_minor: 4,
  };
  await inPod('sh', '-c', `cat > first.ipynb <<'END'\n${JSON.stringify(content)}\nEND`);
  const execute = ['jupyter', 'nbconvert', '--to', 'notebook', '--execute', '--inplace', 'first.ipynb'];
  await inPod(...execute);
  expect(await inPod('cat', 'first.ipynb')).toContain('answer 42');

  await deploy(2);
  await kubectl('-n', NAMESPACE, 'rollout', 'status', 'statefulset/ada', '--timeout=1200s');
  const began = Date.now();
  await inPod('python3', '-c', TYPE, `sleep ${BUSY}`);
  await stopped('ada');
  expect(Date.now() - began).toBeGreaterThan(BUSY * 1000);
  await gone('ada');
  // A deployment does not start it.
  await deploy(120);
  expect(await kubectl('-n', NAMESPACE, 'get', 'statefulset/ada', '-o', 'jsonpath={.spec.replicas}')).toBe('0');

  await kubectl('-n', NAMESPACE, 'scale', 'statefulset/ada', '--replicas=1');
  await ready();
  expect(await inPod('cat', 'first.ipynb')).toContain('answer 42');
});

test('its programs may submit jobs, and stop no other notebook', async () => {
  const can = async (verb: string, resource: string) =>
    (
      await attempt('kubectl', [
        '-n',
        NAMESPACE,
        'auth',
        'can-i',
        verb,
        resource,
        `--as=system:serviceaccount:${NAMESPACE}:ada`,
      ])
    ).status === 0;
  expect(await can('create', 'jobs.batch')).toBe(true);
  expect(await can('create', 'jobsets.jobset.x-k8s.io')).toBe(true);
  expect(await can('get', 'pods/log')).toBe(true);
  expect(await can('create', 'tfjobs.kubeflow.org')).toBe(false);
  expect(await can('get', 'secrets')).toBe(false);
  expect(await can('patch', 'statefulsets.apps/scale')).toBe(false);
});

test('a notebook stops at a time of the day, though it is not idle', async () => {
  await stopped('lee');
  await gone('lee');
});
