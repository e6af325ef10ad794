// Only half of the library imports cdktf, so its tokens (values that Terraform learns at deployment) are known by their form.

/** Tokens of numbers inside a text. */
const NUMBER = /-\d(\.\d+)?e\+(28|29|30)\d/g;
/** Tokens of numbers, texts, lists and maps. */
const TOKEN = new RegExp(`[$#&]\\{TfToken\\[|${NUMBER.source}`);
/** cdktf uses numbers of about -8e298 as tokens. A number below this limit is a token, or is computed from one. */
const TOKEN_NUMBER = -1e280;

/** The fix for a text that must be known at synthesis. */
export const KNOWN_TEXT = 'write it as plain text, because Terraform learns such a value only when it deploys';

/** True if a text holds a value that only Terraform knows. */
export function holdsTerraformValue(text: string): boolean {
  return TOKEN.test(text);
}

/** A text for readers, without the numbers of tokens. */
export function withoutTerraformNumbers(text: string): string {
  return text.replace(NUMBER, 'a number that only Terraform knows');
}

/** True if a number stands for one that only Terraform knows. */
export function isTerraformNumber(value: number): boolean {
  return value < TOKEN_NUMBER;
}
