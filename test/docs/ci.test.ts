import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { google } from '../../lib/infrastructure/google';

// The pipeline of docs/ci.md, as far as it runs without GitHub and Google Cloud.

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
}

const ROOT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');
const [, yaml = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];
const { jobs } = parse(yaml) as { readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>> };
const runs = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []);

test('its jobs synthesize, then sign in', () => {
  for (const job of ['plan', 'deploy']) {
    const steps = jobs[job]?.steps.map(({ uses, run }) => uses?.split('@')[0] ?? run) ?? [];
    expect(steps.indexOf('npm run synth')).toBeGreaterThan(steps.indexOf('npm ci'));
    expect(steps.indexOf('google-github-actions/auth')).toBeGreaterThan(steps.indexOf('npm run synth'));
  }
});

test('its actions are named by the digests of commits, with their releases', () => {
  const lines = [...yaml.matchAll(/^ *- uses: (.+)$/gm)].map(([, action]) => action);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(line).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('it has a role for each resource that the library makes, and no basic one', () => {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| `google_'));
  const listed = rows.flatMap((row) => row.match(/google_\w+/g) ?? []);
  const provided = Object.values(google).flatMap((each) => ('tfResourceType' in each ? [each.tfResourceType] : []));
  expect(provided.length).toBeGreaterThan(15);
  expect(listed.sort()).toEqual(provided.filter((type) => type !== 'google').sort());
  for (const row of rows) expect(row).toMatch(/\| +`roles\/[a-z]+\.?\w*`[^|]*\| +`roles\//);
  expect(PAGE).not.toMatch(/roles\/(editor|owner|viewer)`/);
});

test('it runs the commands of DEPLOY.md up to the start of the jobs, without asking', () => {
  const kubectl = 'kubectl --context gke_acme-ml-prod_us-central1-a_mnist-prod-cluster';
  expect(called(runs('deploy').at(-1) ?? '')).toEqual([
    'npx cdktf deploy mnist-prod --auto-approve',
    'gcloud artifacts docker images describe us-central1-docker.pkg.dev/acme-ml-prod/mnist-prod-images/mnist:1',
    'gcloud container clusters get-credentials mnist-prod-cluster --location us-central1-a --project acme-ml-prod --dns-endpoint',
    String.raw`${kubectl} get namespace kube-system -o jsonpath={.metadata.annotations.trainyard/jobsets\.jobset\.x-k8s\.io}`,
    `${kubectl} get crd jobsets.jobset.x-k8s.io --ignore-not-found -o name`,
    `${kubectl} -n jobset-system rollout status deployment/jobset-controller-manager --timeout=300s`,
    `${kubectl} wait --for=condition=Established --timeout=120s crd/jobsets.jobset.x-k8s.io`,
    expect.stringMatching(`^${kubectl} wait --for=condition=Established --timeout=120s crd/gcpbackendpolicies`),
    expect.stringMatching(`^${kubectl} -n mnist get endpointslices -l kubernetes.io/service-name=digits `),
    `${kubectl} apply --server-side -f dist/mnist-prod/standing`,
    expect.stringMatching(`^${kubectl} -n mnist get gateway entry `),
    expect.stringMatching(`^${kubectl} -n mnist get configmap trainyard-runs `),
  ]);
});

test('its plan changes nothing', () => {
  const [init, plan, ...judged] = called(runs('plan').at(-1) ?? '');
  expect(init).toBe('terraform init -input=false -lockfile=readonly');
  expect(plan).toMatch(/^terraform plan .*-lock=false/);
  expect(judged.sort()).toEqual([
    'npx trainyard check-plan mnist-prod ../../../.trainyard.lock.json',
    'terraform show -json plan',
  ]);
});

test('it deploys nothing before a plan of its own destroys nothing that has to stay', () => {
  const steps = [...(jobs['plan']?.steps ?? []), ...(jobs['deploy']?.steps ?? [])];
  const at = (part: string) => runs('deploy').findIndex((run) => run.includes(part));
  expect(at('check-plan')).toBeGreaterThan(-1);
  expect(at('check-plan')).toBeLessThan(at('--auto-approve'));
  const check = runs('deploy')[at('check-plan')] ?? '';
  expect(called(check).sort()).toEqual([
    'npx trainyard check-plan mnist-prod ../../../.trainyard.lock.json',
    'terraform init -input=false -lockfile=readonly',
    expect.stringMatching(/^terraform plan -input=false .*-out=plan$/),
    'terraform show -json plan',
  ]);
  expect(() => called(check, 'check-plan')).toThrow();
  // Without a shell that it names, GitHub goes on after a command that fails in a pipe.
  for (const { run = '', shell } of steps) if (run.includes('check-plan')) expect(shell).toBe('bash');
});

/** What a script calls, in a folder with the output of our applications; each program says yes, but for a call that `fails`. */
function called(script: string, fails = 'nothing'): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-ci-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  cpSync(join(ROOT, 'test/apps/goldens'), join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, 'cdktf.out/stacks/mnist-prod'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  const log = join(folder, 'log');
  for (const program of ['npx', 'gcloud', 'kubectl', 'terraform']) {
    const path = join(folder, 'bin', program);
    // The operator has the version that is asked for, and the run has ended.
    writeFileSync(
      path,
      `#!/bin/sh
printf '%s\\n' "${program} $*" >>'${log}'
case "$*" in
  *${fails}*) exit 1 ;;
  *check-plan*) cat >/dev/null ;;
  *jobset*) echo 0.12.0 ;;
  *trainyard-runs*) echo "jobset.mnist succeeded $(cksum <dist/mnist-prod/runs/mnist.k8s.yaml | tr ' ' -) 2026-11-24T01:20:03Z 1" ;;
esac
`,
    );
    chmodSync(path, 0o755);
  }
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
    RUNNER_TEMP: folder,
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  };
  execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, env, stdio: 'pipe' });
  return readFileSync(log, 'utf8').trim().split('\n');
}
