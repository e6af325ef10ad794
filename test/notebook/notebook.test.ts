import { Duration, Testing } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { guideSteps } from '../../lib/core/contracts/guide';
import { ValidationError } from '../../lib/core/problems/errors';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Notebook, NotebookEngine, type NotebookProps } from '../../lib/notebook/index';
import { Operator } from '../../lib/operators/operator';
import { Mount } from '../../lib/pods/mounts/mount';
import { PodUser } from '../../lib/pods/security/pod-user';
import { manifestsOf } from '../../lib/testing';
import { manifestProblems } from '../conformance/manifest';
import { GKE, gpuPool } from '../workload/pools';

const HOME = { claimName: 'ada-home', at: (path: string) => Mount.persistentVolumeClaim('ada-home', path) };
const POOL = gpuPool({ cluster: { ...GKE, operators: [Operator.JOBSET] } });

function notebook(props: Partial<NotebookProps> = {}, id = 'ada') {
  const chart = new ClusterChart(Testing.app(), 'team', { cluster: POOL.cluster, namespace: 'team' });
  const made = new Notebook(chart, id, { image: 'acme/jupyter:4', pool: POOL, home: HOME, ...props });
  const objects = manifestsOf(chart);
  for (const object of objects) expect(manifestProblems(object)).toEqual([]);
  const [step] = guideSteps(chart);
  return {
    made,
    objects,
    text: step?.step.text ?? '',
    find: (kind: string) => objects.find((each) => each['kind'] === kind),
  };
}

test('it may be idle for any number of seconds', () => {
  expect(notebook({ idle: Duration.seconds(150) }).text).toContain('It stops after 2.5 minutes in which nothing runs');
});

test('it is one pod on the pool, with a GPU, its home and no token', () => {
  const { find, objects } = notebook();
  expect(find('StatefulSet')).toMatchObject({
    spec: {
      template: {
        spec: {
          containers: [
            {
              workingDir: '/home/jovyan',
              resources: { limits: { 'nvidia.com/gpu': 1 } },
              volumeMounts: [{ mountPath: '/home/jovyan' }, { mountPath: '/dev/shm' }],
            },
          ],
          nodeSelector: POOL.nodeLabels,
          volumes: [{ persistentVolumeClaim: { claimName: 'ada-home' } }, { emptyDir: { medium: 'Memory' } }],
        },
      },
    },
  });
  expect(find('StatefulSet')).not.toHaveProperty('spec.replicas');
  // With the default a pod that cannot start would stay after the program is corrected.
  expect(find('StatefulSet')).toMatchObject({ spec: { podManagementPolicy: 'Parallel' } });
  expect(JSON.stringify(objects)).not.toMatch(/token=\w|"name":"JUPYTER_TOKEN"|--ServerApp\.token/);
});

test('nobody may connect to it, but for clients that are named', () => {
  expect(notebook().find('NetworkPolicy')).toMatchObject({ spec: { ingress: [] } });
  const open = notebook({ reachableFrom: [{ podSelector: { matchLabels: { app: 'proxy' } } }] });
  expect(open.find('NetworkPolicy')).toMatchObject({
    spec: { ingress: [{ from: [{ podSelector: { matchLabels: { app: 'proxy' } } }], ports: [{ port: 8888 }] }] },
  });
});

test('it stops when it is idle and at a time of day', () => {
  const { find, text } = notebook({ idle: Duration.minutes(30), stop: { at: '20:00', timeZone: 'Europe/Berlin' } });
  const [, settings = ''] =
    /"NOTEBOOK_SETTINGS","value":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(find('StatefulSet'))) ?? [];
  expect(JSON.parse(String(JSON.parse(settings)))).toEqual({
    idleSeconds: 1800,
    object: 'https://kubernetes.default.svc/apis/apps/v1/namespaces/team/statefulsets/ada/scale',
    patch: JSON.stringify({ spec: { replicas: 0 } }),
    at: '20:00',
    timeZone: 'Europe/Berlin',
  });
  expect(text).toContain(
    'It stops after 30 minutes in which nothing runs. `kubectl -n team scale statefulset/ada --replicas=1`',
  );
});

test('it may stop itself alone, and submit jobs of the kinds of the cluster if that is asked for', () => {
  const rulesOf = (props: Partial<NotebookProps>) => {
    const rules = notebook(props).find('Role')?.['rules'] as { resources: string[]; resourceNames?: string[] }[];
    return rules.map(({ resources, resourceNames = [] }) => [...resources, ...resourceNames].join(' '));
  };
  expect(rulesOf({})).toEqual(['statefulsets/scale ada']);
  expect(rulesOf({ submitsJobs: true })).toEqual(['statefulsets/scale ada', 'jobs', 'jobsets', 'pods pods/log']);
});

test('JupyterLab runs as root too, which a folder of a node may need', () => {
  const made = JSON.stringify(notebook({ user: PodUser.root() }).find('StatefulSet'));
  expect(made).toContain('"runAsUser":0');
  expect(made).toContain(String.raw`\"--allow-root\"`);
});

test('a gateway leads to its paths', () => {
  const { made, find } = notebook({ basePath: '/ada/' });
  expect(made.service).toMatchObject({ name: 'ada', namespace: 'team', port: 8888, healthPath: '/ada/api' });
  expect(JSON.stringify(find('StatefulSet'))).toContain('"--ServerApp.base_url=/ada/"');
});

describe('by Kubeflow', () => {
  const pool = gpuPool({ cluster: { ...GKE, operators: [Operator.NOTEBOOKS] } });
  const engine = NotebookEngine.kubeflow();

  test('its pod is that of a StatefulSet, but for the name of the container, its paths and its stop', () => {
    const given = { pool, basePath: '/ada/' } as const;
    const podOf = (props: Partial<NotebookProps>) => {
      const json: { spec: { template: { spec: { containers: { env: { name: string; value: string }[] }[] } } } } =
        notebook(props).made.resource?.toJson();
      const { spec } = json.spec.template;
      return { spec, container: spec.containers[0], env: spec.containers[0]?.env ?? [] };
    };
    const plain = podOf(given);
    const stop = {
      object: 'https://kubernetes.default.svc/apis/kubeflow.org/v1/namespaces/team/notebooks/ada',
      patch: JSON.stringify({ metadata: { annotations: { 'kubeflow-resource-stopped': 'true' } } }),
    };
    const env = plain.env.map(({ name, value }) => ({
      name,
      value: name === 'NOTEBOOK_SETTINGS' ? JSON.stringify({ ...JSON.parse(value), ...stop }) : value,
    }));
    const containers = [{ ...plain.container, name: 'ada', env }];
    expect(podOf({ ...given, engine }).spec).toEqual({ ...plain.spec, containers });
  });

  test('its pod gets the labels that policies select and the annotations of buckets from the Notebook', () => {
    const { find } = notebook({ pool, engine, annotations: { 'acme.com/a': 'b' }, labels: { team: 'vision' } });
    const metadata = { annotations: { 'acme.com/a': 'b' }, labels: { team: 'vision', 'trainyard/workload': 'ada' } };
    expect(find('Notebook')).toMatchObject({ metadata });
    expect(find('NetworkPolicy')).toMatchObject({
      spec: { podSelector: { matchLabels: { 'trainyard/workload': 'ada' } } },
    });
  });

  test('its Service and its paths are those of Kubeflow, and DEPLOY.md starts it by its annotation', () => {
    const { made, find, text } = notebook({ pool, engine });
    expect(find('Service')).toBeUndefined();
    expect(made.service).toMatchObject({
      name: 'ada',
      namespace: 'team',
      port: 80,
      healthPath: '/notebook/team/ada/api',
    });
    expect(text).toContain('`kubectl -n team port-forward service/ada 8888:80`');
    expect(text).toContain(
      '`kubectl -n team annotate notebooks.kubeflow.org/ada kubeflow-resource-stopped-` starts it again',
    );
  });

  test('it may stop itself alone', () => {
    const rules = [{ apiGroups: ['kubeflow.org'], resources: ['notebooks'], resourceNames: ['ada'] }];
    expect(notebook({ pool, engine }).find('Role')).toMatchObject({ rules });
  });
});

test.each<[Partial<NotebookProps>, string]>([
  [{ idle: Duration.seconds(60) }, '(notebook-idle)'],
  [
    { stop: { at: '8 pm' } },
    '"8 pm" is not a time of day: use HH:MM, "00:00" to "23:59", such as "20:00" (notebook-stop)',
  ],
  [{ stop: { at: '24:00' } }, '(notebook-stop)'],
  [{ stop: { at: '20:00', timeZone: 'Berlin' } }, '"Berlin" is no time zone'],
])('fails: values that JupyterLab or its stop cannot have (notebook-idle, notebook-stop): %#', (props, says) => {
  expect(() => notebook(props)).toThrow(ValidationError);
  expect(() => notebook(props)).toThrow(says);
});
