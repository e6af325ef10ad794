import { Fn, Token } from 'cdktf';
import { Mount } from '../../../lib/index';
import { one, job, type Fault } from './fault';

/** Values that only Terraform knows, where a manifest would show them. */
export const TOKEN_FAULTS: readonly Fault[] = [
  ...one(
    'token',
    'a token in a variable',
    'env',
    job(() => ({ env: { A: Token.asString({ resolve: () => 1 }) } })),
  ),
  ...one(
    'token',
    'a token in an argument',
    'args',
    job(() => ({ args: [`--x=${Token.asString({ resolve: () => 1 })}`] })),
  ),
  ...one(
    'token',
    'a token in a label',
    'labels',
    job(() => ({ annotations: { a: Fn.upper('b') } })),
  ).map((fault) => ({
    ...fault,
    shows: 'annotations',
  })),
  ...one(
    'token',
    'a list token as arguments',
    'args',
    job(() => ({ args: Token.asList({ resolve: () => [] }) })),
  ),
  ...one(
    'token',
    'a token in a config file',
    'data',
    job(() => ({
      mounts: [Mount.configFiles({ a: Token.asString({ resolve: () => 1 }) }, '/etc/a')],
    })),
  ),
];
