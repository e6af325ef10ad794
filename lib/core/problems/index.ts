// Problems, advice, and the facts that the constructs of a program share. Other folders import this file alone.
export * from './bounds';
export * from './caller';
export * from './check';
export * from './errors';
export * from './nearest';
export * from './one-of';
export * from './own-id';
export * from './problem';
export * from './registry';
export * from './stand-in';
export * from './taken';
export * from './with-article';
