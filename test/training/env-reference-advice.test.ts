import { expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { EnvValue } from '../../lib/pods/containers/env-value';
import { TrainingEngine } from '../../lib/training/training-engines';
import { codesOfAdvice, job } from './distributed-training-jobs';
import { ENGINES, STRATEGIES, TORCH } from './jobs';

const engine = ENGINES.JobSet;

test('fails: an argument that refers to no variable is advised against with env-reference, once', () => {
  const strategy = STRATEGIES['multi-worker mirrored with an evaluator'];
  const construct = job({ engine, strategy, args: ['--epochs=$(EPOCH)'], env: { EPOCHS: '3' } });
  expect(openAdvice(construct).map(({ advice }) => advice)).toEqual([
    {
      code: 'env-reference',
      property: 'args',
      message: '"--epochs=$(EPOCH)" refers to EPOCH, but there is no such variable, so $(EPOCH) stays as it is',
      fix: 'set EPOCH in env, write its value, or write $$(EPOCH) if the text is meant',
    },
  ]);
});

test('fails: a value that refers to a variable of the image, or to a later one', () => {
  const construct = job({ engine, env: { PATH: '/acme:$(PATH)', A: '$(B)', B: '1', C: '$(B)' } });
  expect(openAdvice(construct).map(({ advice: { message } }) => message)).toEqual([
    '"/acme:$(PATH)" refers to PATH, but there is no such variable before it, so $(PATH) stays as it is',
    '"$(B)" refers to B, but there is no such variable before it, so $(B) stays as it is',
  ]);
});

test.each(['$(OWN)', '$(HOME)', '$(TF_CONFIG)', '$(JOB_COMPLETION_INDEX)', '$(KUBERNETES_SERVICE_HOST)'])(
  'a task has %s',
  (text) => {
    const env = { OWN: EnvValue.fromField('metadata.name'), COPY: '$(OWN)' };
    expect(codesOfAdvice(job({ engine, command: ['train', text], args: [text], env }))).toEqual([]);
  },
);

test('a task has the variables of Services if it says so', () => {
  const env = { API: '$(API_SERVICE_HOST):$(API_SERVICE_PORT)' };
  expect(codesOfAdvice(job({ engine, env }))).toEqual(['env-reference', 'env-reference']);
  expect(codesOfAdvice(job({ engine, env, podSpec: { enableServiceLinks: true } }))).toEqual([]);
});

test.each(['$$(OWN)', '$(nproc)', '${OWN}', '$OWN', '$()'])('%s refers to nothing', (text) => {
  expect(codesOfAdvice(job({ engine, command: ['sh', '-c', text], env: { A: text } }))).toEqual([]);
});

test('variables of an operator are known, and those of a runtime are not', () => {
  const args = ['$(PET_NNODES)'];
  const command = ['train'];
  const strategy = TORCH.torchrun;
  const ofPyTorchJob = job({ engine: TrainingEngine.pyTorchJob(), command, args, strategy });
  expect(codesOfAdvice(ofPyTorchJob)).toEqual([]);
  const runtime = TrainingEngine.trainJob({ runtime: 'torch-distributed' });
  expect(codesOfAdvice(job({ engine: runtime, command, args: ['$(OF_RUNTIME)'], strategy }))).toEqual([]);
});

test('fails: a variable as a shell reads it, in a command that no shell runs (env-reference)', () => {
  const strategy = TORCH.torchrun;
  const command = ['python', 'train.py', '--rank', '$RANK'];
  const own = { engine, strategy, command, args: ['--name=${NAME}-1'], env: { NAME: 'a' } };
  expect(openAdvice(job(own)).map(({ advice: { message, fix } }) => `${message}: ${fix}`)).toEqual([
    `"$RANK" has a variable as a shell reads it, but no shell runs the command, so it stays as it is: run it by a shell: ['sh', '-c', 'exec …']`,
    `"--name=\${NAME}-1" has a variable as a shell reads it, but no shell runs the command, so it stays as it is: write $(NAME), or run it by a shell: ['sh', '-c', 'exec …']`,
  ]);
});

test.each([
  ['a shell', ['/bin/bash', '-c', '$RANK']],
  ['a shell behind another program', ['tini', '--', 'sh', '-c', 'train $RANK', '$RANK']],
  ['a script of another language', ['perl', '-e', 'print $RANK;']],
  ['names in lower case', ['train', '$rank']],
  ['the sign itself', ['train', '$$RANK', '5$']],
])('%s may read such a text', (_, command) => {
  expect(codesOfAdvice(job({ engine, strategy: TORCH.torchrun, command }))).toEqual([]);
});
