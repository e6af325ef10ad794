import { array, assert, constantFrom, dictionary, double, integer, letrec, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { yamlOf } from '../../lib/platform/yaml';

/** The objects that a parser of a version of YAML reads. */
function read(yaml: string, version: '1.1' | '1.2'): unknown[] {
  return parseAllDocuments(yaml, { version }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as unknown;
  });
}

/** Texts that parsers of some version take for something else, and what they begin with. */
const TRAPS = [
  ...[
    '0o14',
    '0O14',
    '014',
    '0x1F',
    '0X1f',
    '0b11',
    '0B11',
    '1_000',
    '1e3',
    '1E3',
    '1.',
    '.5',
    '+1',
    '.',
    '._',
    '_',
    '+.',
    '-1.5e-3',
    '1:30',
    '190:20:30.15',
  ],
  ...[
    '2024-05-29',
    '2001-12-14t21:59:43.10-05:00',
    '2024-05-29 10:00:00',
    '12e03',
    '1,000',
    '--1',
    '0.1.2',
    '08',
    '0',
    '-0',
  ],
  ...[
    'null',
    'Null',
    '~',
    '',
    'true',
    'TRUE',
    'yes',
    'No',
    'on',
    'OFF',
    'y',
    'N',
    '.inf',
    '-.INF',
    '.nan',
    'NaN',
    'inf',
    '=',
    '<<',
  ],
  ...[
    '- a',
    '-',
    '--',
    '---',
    '...',
    '? a',
    '?',
    ': a',
    ':',
    'a:',
    'a: b',
    'a #b',
    '#',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    '@',
    '`',
    '%',
    '{a}',
    '[a]',
  ],
  ...[
    "it's",
    '"',
    '"a"',
    `"a" 'b'`,
    'a, b',
    ' a',
    'a ',
    '\ta',
    'a\t',
    'a\tb',
    '\n',
    'a\n',
    'a\nb',
    'a\nb\n',
    'a\n\n',
    '\na',
    ' a\nb',
    'a \nb',
    'a\n ',
  ],
  ...[
    'a\r',
    'a\rb',
    'a\r\nb',
    'a\u2028b',
    'a\u2029',
    'a\u0085b',
    '\ufeffa',
    'a\ufffe',
    '\u0000',
    'a\u0007',
    '\u007f',
    '\u0080',
    'é',
    '日本',
    '😀',
    '\u00a0',
  ],
];

test.each(['1.1', '1.2'] as const)(
  'parsers of YAML %s read every text as it was written, as key and as value',
  (version) => {
    const objects = TRAPS.map((trap) => ({
      value: trap,
      list: [trap, [trap]],
      nested: { [trap]: { [trap]: trap } },
    }));
    expect(read(yamlOf(objects), version)).toEqual(objects);
  },
);

test('any objects come back from parsers of both versions', () => {
  const texts = oneof(
    constantFrom(...TRAPS),
    string({ unit: 'binary' }),
    string({ unit: 'grapheme', maxLength: 2000 }),
  );
  const keys = texts.filter((key) => key !== '__proto__');
  const { value } = letrec((tie) => ({
    value: oneof(
      { depthSize: 'small' },
      texts,
      integer(),
      double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Object.is(each, -0)),
      constantFrom(true, false, null),
      array(tie('value'), { maxLength: 3 }),
      dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  const objects = array(dictionary(keys, value, { maxKeys: 4, minKeys: 1, noNullPrototype: true }), {
    minLength: 1,
    maxLength: 3,
  });
  assert(
    property(objects, (given) => {
      for (const version of ['1.1', '1.2'] as const) expect(read(yamlOf(given), version)).toEqual(given);
    }),
    { numRuns: 150 },
  );
});

describe('what people read', () => {
  test('stays plain where nobody can misread it, and scripts stay scripts', () => {
    const object = {
      kind: 'Job',
      image: 'us-docker.pkg.dev/acme/images/digits:1',
      args: ['--steps=100', '-f', '/data', '$(NAME)', '1Gi', '10.0.0.0/8', '{"a": 1}', ['a']],
      script: 'set -e\n\n  echo 1\n',
      empty: { list: [], map: {}, nothing: null },
    };
    expect(yamlOf([object, { kind: 'Pod' }])).toBe(`kind: Job
image: us-docker.pkg.dev/acme/images/digits:1
args:
  - --steps=100
  - -f
  - /data
  - $(NAME)
  - 1Gi
  - 10.0.0.0/8
  - '{"a": 1}'
  - - a
script: |
  set -e

    echo 1
empty:
  list: []
  map: {}
  nothing: null
---
kind: Pod
`);
  });

  test('powers of ten have a point, without which parsers of YAML 1.1 read a text', () => {
    expect(yamlOf([{ large: 1e21, small: -1e-7, usual: 1.5 }])).toBe('large: 1.0e+21\nsmall: -1.0e-7\nusual: 1.5\n');
  });
});
