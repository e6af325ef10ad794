import { isObjectOrList } from '../core/problems/rules';

/**
 * Objects as YAML that all parsers read alike, those of YAML 1.1 (kubectl, PyYAML) and of YAML 1.2. Whatever one of them
 * could take for something else than a text is quoted.
 */
export function yamlOf(objects: readonly object[]): string {
  return objects.map(documentOf).join('---\n');
}

function documentOf(object: object): string {
  const lines: string[] = [];
  addLines(lines, object, '', '');
  return `${lines.join('\n')}\n`;
}

/**
 * Adds the lines of a value to those of its document. The text of a level would be copied into the text of each level around it.
 *
 * @param start what the first line begins with
 * @param indent what the other lines begin with
 */
function addLines(lines: string[], value: unknown, start: string, indent: string): void {
  if (!isFull(value)) {
    lines.push(start + leaf(value, indent));
    return;
  }
  const deeper = `${indent}  `;
  let begin = start;
  if (Array.isArray(value)) {
    for (const entry of value) {
      addLines(lines, entry, `${begin}- `, deeper);
      begin = indent;
    }
    return;
  }
  for (const key in value) {
    const name = begin + colon(key, indent);
    const member = value[key];
    if (isFull(member)) {
      lines.push(name);
      addLines(lines, member, deeper, deeper);
    } else lines.push(`${name} ${leaf(member, deeper)}`);
    begin = indent;
  }
}

/** Whether a value has entries, which stand on lines of their own. */
function isFull(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObjectOrList(value) && Object.keys(value).length > 0;
}

function leaf(value: unknown, indent: string): string {
  if (typeof value === 'string') return text(value, indent);
  if (typeof value === 'number') return number(value);
  if (isObjectOrList(value)) return Array.isArray(value) ? '[]' : '{}';
  return typeof value === 'boolean' ? String(value) : 'null';
}

function colon(key: string, indent: string): string {
  return key.length > LONGEST_KEY ? `? ${scalar(key)}\n${indent}:` : `${scalar(key)}:`;
}

/** Parsers look for the colon of a key in the first 1,024 characters. */
const LONGEST_KEY = 1000;
/** A line that no parser refuses, or breaks in two. */
const PRINTABLE = /^[\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
const FIRST_OF_PLAIN = /^[\p{L}\d_/.+\-$(~^;\\]/u;
/** Signs that mean something to YAML inside a text, or at its end. */
const SIGNS = /[\t\n]|: | #|^[-?] |^-?$|[ :-]$/;
/** A text without signs, which is plain if it is no word of YAML. Most texts are such ones. */
const SIMPLE = /^[A-Za-z/](?:[\w./-]*[\w./])?$/;
const WORD = /^(~|null|true|false|yes|no|on|off|y|n|[-+]?\.?(inf|nan))$/i;
const LONGEST_WORD = 5;
/** Numbers to any base, times and dates: all that begins so, and has no character that they do not have. To some, `.` is one. */
const NUMBER = /^([-+.]*\d[-+.:,_\s\da-foxtz]*|[-+._]+)$/i;

function scalar(value: string): string {
  if (SIMPLE.test(value) && (value.length > LONGEST_WORD || !WORD.test(value))) return value;
  const isPlain = FIRST_OF_PLAIN.test(value) && !SIGNS.test(value) && !WORD.test(value) && !NUMBER.test(value);
  if (!PRINTABLE.test(value)) return quoted(value);
  if (isPlain) return value;
  return value.includes('"') && !/['\t\n]/.test(value) ? `'${value}'` : quoted(value);
}

/** A text of several lines stays readable, unless white space at an end of it would be lost. */
function text(value: string, indent: string): string {
  if (!value.includes('\n') || /^\s|\s\s$/.test(value) || !PRINTABLE.test(value)) return scalar(value);
  const lines = value.replace(/\n$/, '').replace(/^(?=.)/gm, indent);
  return `${value.endsWith('\n') ? '|' : '|-'}\n${lines}`;
}

/** JSON is YAML, but for the characters that JSON leaves as they are. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Parsers of YAML 1.1 take a power of ten without a point for a text. Synthesis refuses what is no number. */
function number(value: number): string {
  if (!Number.isFinite(value)) return '.nan';
  return String(value).replace(/^(-?\d+)e/, '$1.0e');
}
