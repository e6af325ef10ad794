import { expect, test } from 'vitest';
import { Objective } from '../../lib/tuning/objective';

test.each(['val accuracy', 'val/accuracy', ''])('fails: the metric "%s" is refused with name', (name) => {
  expect(() => Objective.maximize(name)).toThrow('(name)');
  expect(() => Objective.minimize('loss', { also: [name] })).toThrow('(name)');
});
