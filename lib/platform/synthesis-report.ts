export interface SynthesisReport {
  /** Paths of the files written. */
  readonly files: readonly string[];
  /** One line each, `[construct path] <message>: <fix> (<code>)`. */
  readonly advice: readonly string[];
  /** The advice that neither cdktf nor cdk8s shows. */
  readonly unseenAdvice: readonly string[];
}

/** Prints the written files, and the advice that neither CLI shows. */
export function printReport(report: SynthesisReport): void {
  if (report.unseenAdvice.length > 0)
    process.stderr.write(report.unseenAdvice.map((advice) => `warning: ${advice}\n`).join(''));
  // The CLIs list the files by themselves.
  const plain = process.env.CDK8S_OUTDIR === undefined && process.env.CDKTF_OUTDIR === undefined;
  if (plain) process.stdout.write(report.files.map((file) => `${file}\n`).join(''));
}
