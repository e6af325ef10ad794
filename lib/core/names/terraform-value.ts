// Only half of the library imports cdktf, so its tokens are known by their looks: values that Terraform learns when it deploys.

/** Tokens of numbers inside a text. */
const NUMBER = /-\d(\.\d+)?e\+(28|29|30)\d/g;
/** These, and tokens of texts, lists and maps. */
const TOKEN = new RegExp(`[$#&]\\{TfToken\\[|${NUMBER.source}`);
/** cdktf uses numbers of about -8e298 as tokens. A number below this limit is one, or computed from one, such as an eighth of it. */
const TOKEN_NUMBER = -1e280;

/** What to do about a text that must be known at synthesis. */
export const KNOWN_TEXT = 'write it as plain text, because Terraform learns such a value only when it deploys';

/** Whether a text holds a value that only Terraform knows. */
export function holdsTerraformValue(text: string): boolean {
  return TOKEN.test(text);
}

/** A text for readers, to whom the number of a token says nothing. */
export function withoutTerraformNumbers(text: string): string {
  return text.replace(NUMBER, 'a number that only Terraform knows');
}

/** Whether a number stands for one that only Terraform knows. */
export function isTerraformNumber(value: number): boolean {
  return value < TOKEN_NUMBER;
}
