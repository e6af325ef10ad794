import { createRequire } from 'node:module';

// cdktf records the stack of each value that a construct makes, for messages of errors that nothing here provokes. That took
// nine tenths of the time of a wrong program. Tests that start programs of their own run cdktf as it is.
const recorder = createRequire(__filename)('cdktf/lib/tokens/private/stack-trace');
for (const name of Object.keys(recorder)) recorder[name] = (): string[] => [];
