import { problem, type Advice, type Problem } from '../core/problems';
import { readOf } from './model-location';
import type { ModelReader, ServedModel } from './served-model';
import type { ModelSource } from './model-source';

/** Problems of a model that a server cannot read. */
export function* modelProblems({ place, policy }: ModelSource, server: ModelReader): Generator<Problem> {
  if (place.kind === 'hub' && server.readsHuggingFace !== true) {
    const message = `${server.name} does not read models of Hugging Face`;
    const fix = 'put the model into a bucket and use ModelSource.bucket, or use a server such as ModelServer.vllm()';
    yield problem('model-unreadable', 'model', message, fix);
  }
  if (place.kind !== 'bucket') return;
  const way = readOf(place, server);
  if (way.kind === 'server' && server.readsBuckets !== true) {
    const message = `${server.name} does not read ${place.bucket.url} itself`;
    const fix = 'leave read out, or use BucketRead.mount() or BucketRead.copy()';
    yield problem('model-unreadable', 'model', message, fix);
  }
  if (way.kind === 'copy' && policy.kind !== 'pinned') {
    const message = 'the newest versions are served, but a copy is made when a pod starts and gets no newer ones';
    yield problem('model-copy', 'model', message, 'give the version by its number, or use BucketRead.mount()');
  }
}

/** Advice about revisions that can change and about folders that seem to be one version. */
export function* modelAdvice({ location, policy, hub }: ServedModel): Generator<Advice> {
  if (hub && /^(main|master)$/.test(hub.revision)) {
    const message = `revision "${hub.revision}" of ${hub.id} is a branch, whose files can change between two starts of pods`;
    yield problem('model-branch', 'model', message, 'name a commit of it, or acknowledge this');
  }
  const [folder, last = ''] = location.split(/\/(?=[^/]*$)/);
  if (!/^\d+$/.test(last)) return;
  const number = policy.kind === 'pinned' ? policy.versions[0] : '<number>';
  const message = `the folder of the model is ${location}, so its versions are folders such as ${location}/${number}`;
  const fix = `if ${last} is a version, give the folder ${folder} and version(${last}), or acknowledge this`;
  yield problem('model-folder', 'model', message, fix);
}
