import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import type { ContainerOptions, PodOptions } from './pod-options';

/** Texts that are secrets by their form: private keys, tokens of well-known services, addresses with a password. */
const SECRET_FORM = new RegExp(
  [
    '-----BEGIN [A-Z ]*PRIVATE KEY-----',
    String.raw`\b(AKIA|ASIA)[0-9A-Z]{16}\b`,
    String.raw`\b(gh[opusr]_|github_pat_|glpat-|hf_|sk-|sk_live_|xox[abeprs]-|npm_|pypi-)[-\w]{20,}`,
    String.raw`\bAIza[-\w]{35}`,
    String.raw`\beyJ[-\w]{10,}\.eyJ[-\w]{10,}\.`,
    String.raw`\b[a-z][-+.a-z0-9]*://[^\s/:@$]*:[^\s/@$]+@`,
  ].join('|'),
);
const SECRET_NAME =
  /(PASSWORD|PASSWD|PASSPHRASE|(^|_)(PASS|SECRET|TOKEN|API_?KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|ENCRYPTION_KEY|CREDENTIALS?))$/i;
/** Values that only name a secret, or are settings: paths, other variables, numbers, switches, tokens of a vocabulary. */
const NO_SECRET = /^$|^\.{0,2}\/|\$\(|^[-+.\d]+$|^(true|false|none)$|^[<[{].*[>\]}]$/i;

const FIX = "put it into a Secret of the namespace, and use EnvValue.fromSecret('<Secret>', '<key>') in env";

/** Advice on secrets in plain text: they would stand in the manifests, in Git, and in the cluster for all who may read pods. */
export function* secretAdvice({ initContainers = [], ...main }: PodOptions): Generator<Advice> {
  yield* containerAdvice('', main);
  for (const [index, container] of initContainers.entries()) {
    yield* containerAdvice(`initContainers[${index}].`, container);
  }
}

type Texts = Pick<ContainerOptions, 'env' | 'command' | 'args'>;

function* containerAdvice(at: string, { env = {}, command = [], args = [] }: Texts): Generator<Advice> {
  for (const [name, value] of Object.entries(env)) {
    if (typeof value !== 'string') continue;
    const isSecret = SECRET_FORM.test(value) || (SECRET_NAME.test(name) && !NO_SECRET.test(value));
    if (isSecret) yield plainSecret(`${at}env`, `${at}env.${name}`);
  }
  for (const [property, texts] of Object.entries({ command, args })) {
    const index = texts.findIndex((each) => SECRET_FORM.test(each));
    if (index >= 0) yield plainSecret(`${at}${property}`, `${at}${property}[${index}]`);
  }
}

/** The secret itself is not shown: messages are kept in logs. */
function plainSecret(property: string, place: string): Advice {
  return problem(
    'plain-secret',
    property,
    `${place} holds a secret in plain text, which all readers of the manifest see`,
    FIX,
  );
}
