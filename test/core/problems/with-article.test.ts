import { expect, test } from 'vitest';
import { withArticle } from '../../../lib/core/problems/with-article';

test.each(['a TFJob', 'a JobSet', 'a Job', 'a PyTorchJob', 'a TrainJob', 'an MXJob', 'an MPIJob', 'an Acme ring'])(
  'names are read with their article: %s',
  (text) => {
    expect(withArticle(text.replace(/^an? /, ''))).toBe(text);
  },
);
