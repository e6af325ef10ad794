import { test } from 'vitest';
import { expectRefused } from './program';
import { WRONG_PROGRAMS } from './wrong';

test.each(WRONG_PROGRAMS)('fails: $name ($code)', expectRefused);
