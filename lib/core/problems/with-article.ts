/** Capital letters whose names begin with a vowel. */
const SPELLED = /^[AEFHILMNORSX](?=[A-Z]|$)/;

/** The name of a kind with its article: `a TFJob`, `an MXJob`. */
export function withArticle(name: string): string {
  return `${SPELLED.test(name) || /^[AEIOaeio]/.test(name) ? 'an' : 'a'} ${name}`;
}
