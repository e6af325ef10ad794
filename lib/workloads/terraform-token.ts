/** Tokens of cdktf: of texts, lists and maps, and of numbers inside a text. */
const TOKEN_TEXT = /[$#&]\{TfToken\[|-\d(\.\d+)?e\+(28|29|30)\d/;
/** cdktf uses numbers of about -8e298 as tokens. A number below this limit is one, or computed from one, such as an eighth of it. */
const TOKEN_NUMBER = -1e280;

// Workloads do not import cdktf, so they know its tokens by their looks.

/** Whether a text holds a value that only Terraform knows. */
export function holdsTerraformToken(text: string): boolean {
  return TOKEN_TEXT.test(text);
}

/** Whether a number stands for one that only Terraform knows. */
export function isTerraformNumber(value: number): boolean {
  return value < TOKEN_NUMBER;
}
