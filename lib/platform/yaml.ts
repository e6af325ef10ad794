import { isObjectOrList } from '../core/object-or-list';

/**
 * Objects as YAML that all parsers read alike, those of YAML 1.1 (kubectl, PyYAML) and of YAML 1.2. A text that one of them
 * could read as another type is quoted.
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
 * Adds the lines of a value to a list. Joined texts would be copied again at each level around them.
 *
 * @param start the beginning of the first line
 * @param indent the beginning of the other lines
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

/** True if a value has entries, which are written on lines of their own. */
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

/** The longest key: parsers look for its colon in the first 1,024 characters. */
const LONGEST_KEY = 1000;
/** A text that every parser accepts, without characters that YAML 1.1 reads as line breaks. */
const PRINTABLE = /^[\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
const FIRST_OF_PLAIN = /^[\p{L}\d_/.+\-$(~^;\\]/u;
/** Signs with a meaning in YAML inside a text, or at its end. */
const SIGNS = /[\t\n]|: | #|^[-?] |^-?$|[ :-]$/;
/** A text without signs, as most are. It is plain unless it is a word of YAML. */
const SIMPLE = /^[A-Za-z/](?:[\w./-]*[\w./])?$/;
const WORD = /^(~|null|true|false|yes|no|on|off|y|n|[-+]?\.?(inf|nan))$/i;
const LONGEST_WORD = 5;
/** Texts that may be numbers, times or dates, by their first character and all others. To some parsers, `.` is a number. */
const NUMBER = /^([-+.]*\d[-+.:,_\s\da-foxtz]*|[-+._]+)$/i;

function scalar(value: string): string {
  if (SIMPLE.test(value) && (value.length > LONGEST_WORD || !WORD.test(value))) return value;
  const isPlain = FIRST_OF_PLAIN.test(value) && !SIGNS.test(value) && !WORD.test(value) && !NUMBER.test(value);
  if (!PRINTABLE.test(value)) return quoted(value);
  if (isPlain) return value;
  return value.includes('"') && !/['\t\n]/.test(value) ? `'${value}'` : quoted(value);
}

/** A text of several lines as a block, unless white space at its start or end would be lost. */
function text(value: string, indent: string): string {
  if (!value.includes('\n') || /^\s|\s\s$/.test(value) || !PRINTABLE.test(value)) return scalar(value);
  const lines = value.replace(/\n$/, '').replace(/^(?=.)/gm, indent);
  return `${value.endsWith('\n') ? '|' : '|-'}\n${lines}`;
}

/** A quoted text: JSON is YAML, if the characters that JSON leaves unescaped are escaped. */
function quoted(value: string): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A number. Parsers of YAML 1.1 read a power of ten without a point as a text. Synthesis refuses NaN and infinity. */
function number(value: number): string {
  if (!Number.isFinite(value)) return '.nan';
  return String(value).replace(/^(-?\d+)e/, '$1.0e');
}
