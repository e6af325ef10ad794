/** Parts of a text that are known only in the cluster: `{{…}}` of Argo Workflows, `${trialParameters.…}` of Katib. */
const RUN_TIME_PART = /\{\{[^{}]+\}\}|\$\{trialParameters\.[^{}]+\}/g;

export function isRunTimeText(text: string): boolean {
  return text !== withoutRunTimeText(text);
}

/** A text with one letter in place of each part that is known only in the cluster. */
export function withoutRunTimeText(text: string): string {
  return text.replace(RUN_TIME_PART, 'x');
}
