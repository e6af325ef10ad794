import { createRequire } from 'node:module';

// cdktf records the stack of each value that a construct makes, for messages of errors that nothing here provokes. That took
// nine tenths of the time of a wrong program. Tests that start programs of their own run cdktf as it is.
createRequire(__filename)('cdktf/lib/tokens/private/stack-trace').captureStackTrace = (): string[] => [];
