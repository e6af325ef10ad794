import { test } from 'vitest';
import { expectAccepted } from './program';
import { RIGHT_MONITORING } from './right-monitoring';

test.each(Object.entries(RIGHT_MONITORING))('%s', (_, program) => {
  expectAccepted(program);
});
