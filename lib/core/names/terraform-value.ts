/** Tokens of cdktf: texts, lists and maps whose values Terraform learns when it deploys. */
const TOKEN = /[$#&]\{TfToken\[/;

/** What to do about a text that must be known at synthesis. */
export const KNOWN_TEXT = 'write it as plain text, because Terraform learns such a value only when it deploys';

/** Whether a text holds a value that only Terraform knows. */
export function holdsTerraformValue(text: string): boolean {
  return TOKEN.test(text);
}
