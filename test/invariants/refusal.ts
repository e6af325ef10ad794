import { SynthesisError, ValidationError } from '../../lib/index';

const LINE = /^\[.+\] .+: .+ \([a-z][a-z0-9]*(-[a-z0-9]+)*\)$/;

/** What an error should be and is not. */
export function faultsOfError(error: unknown, shows: readonly string[]): string[] {
  const synthesis = SynthesisError.isSynthesisError(error);
  if (!synthesis && !ValidationError.isValidationError(error)) return [`it ended in ${String(error)}`];
  const lines = error.message
    .split('\n')
    .slice(synthesis ? 1 : 0)
    .map((line) => line.trim());
  const text = error.message.toLowerCase();
  const ours = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at .*(\/lib\/(core|infrastructure|workloads|platform)\/|\/node_modules\/)/.test(line));
  return [
    ...lines.filter((line) => !LINE.test(line)).map((line) => `not of the form "[path] what: fix (code)": ${line}`),
    ...(shows.some((value) => text.includes(value.toLowerCase()) || text.includes(escaped(value)))
      ? []
      : [`none of ${JSON.stringify(shows)} is in ${error.message}`]),
    ...ours.map((line) => `a frame of the library in the stack: ${line}`),
    ...(synthesis && error.stack !== `SynthesisError: ${error.message}` ? ['a stack beyond the message'] : []),
  ];
}

function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1).toLowerCase();
}
