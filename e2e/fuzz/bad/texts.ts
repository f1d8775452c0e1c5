import { type Kind, place } from './kind.ts'

const texts: Record<string, string[]> = {
  NUL: ['a\u0000b', '\u0000'],
  'lone surrogate': ['\ud800', 'a\udfffb', '\udc00\ud800'],
  'right-to-left mark': ['\u202egnp.exe', '\u200fa\u2067b', 'شراب'],
  '10,000 characters': ['x'.repeat(10_000), 'ﷺ'.repeat(10_000)],
  emoji: ['😀', '👩‍👩‍👧‍👦🇮🇳', 'a\ufe0f\u20e3'],
  SQL: [
    "' or '1'='1",
    "'; drop table users; --",
    '1 union select * from users',
    "\\'; --",
    '1) or sleep(9)=(1',
  ],
  'percent sign': ['%', '%%', '100%', '%25', '%\\'],
  underscore: ['_', '__', '\\_'],
  HTML: ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '&lt;&#0;', ']]>'],
  'formula after a comma': ['a,=1+1', '=HYPERLINK("x")', '+1', '-1', '@SUM(A1)'],
  'formula after a semicolon': ['a;=1+1', ';@x'],
  'formula after a tab': ['a\t=1+1', '\t=1'],
  path: ['../../../etc/passwd', '/etc/passwd', '..\\..\\x', 'C:\\x', 'file:///etc/hosts', '....//'],
  'CR LF': ['a\r\nX-Injected: 1', '\r\n\r\n', 'a\nb', '%0d%0aX: 1'],
  'escape characters': ['\u001b[31m', '\u0007', '\u0085', '\u2028'],
  'date that does not exist': ['2026-02-30', '2026-13-01', '2026-04-31', '0000-00-00', '2026-00-10'],
  'year 275760': ['275760-09-13', '+275760-09-13', '275760-09-14', '-271821-04-19'],
  'year 9999': ['9999-12-31', '10000-01-01', '0001-01-01', '0099-12-31'],
  'leap day': ['2025-02-29', '2028-02-29', '1900-02-29', '2000-02-29'],
  'time in the place of a date': ['2026-11-23T00:00:00Z', '23:59:60', '2026-11-23T24:00:00+25:00', '1e3'],
  'NaN as text': ['NaN', 'Infinity', '-Infinity', 'nan', 'undefined', 'null'],
  'number as text': ['0x10', '1e2', '٣', '１', '1_000', '١٢٣', '-0', '+1', ' 1 ', '1,5'],
  'number beyond all': [
    '9007199254740993',
    '99999999999999999999',
    '1e400',
    '-1e400',
    '4294967296',
    '2147483648',
  ],
  'empty text': ['', ' ', '\u00a0', '\u200b', '\u3000'],
  'names of objects': ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'length'],
  'letters that fold': ['İ', 'ß', 'ǅ', 'e\u0301', 'ﬁ', 'K'],
  'template and shell': ['#{7*7}', '{{7*7}}', '$(id)', '`id`', '| id', '%{7*7}'],
  'regular expression': ['(a+)+$', '[', '.*', '(', '\\', '^a{1,99999}$'],
  'another address': ['http://127.0.0.1:1/', '//evil.test', 'javascript:alert(1)', 'gopher://x'],
}

const ofText = Object.entries(texts).map(
  ([name, values]): Kind => ({
    name,
    make: (request, setting) => place(request, setting.random.pick(values), setting),
  }),
)

const ids: Kind[] = [
  {
    name: 'id of another thing',
    make: (request, setting) => {
      const list = setting.pool.ids()
      return list.length > 0 ? place(request, setting.random.pick(list), setting) : undefined
    },
  },
  {
    name: 'upper-case id',
    make: ({ path }) => {
      const names = Object.keys(path)
      return names.length === 0
        ? undefined
        : { path: Object.fromEntries(Object.entries(path).map(([name, id]) => [name, id.toUpperCase()])) }
    },
  },
  {
    name: 'id that is none',
    make: ({ path }, { random }) => {
      const odd = [
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        '1',
        '-1',
        '{}',
        'a'.repeat(36),
      ]
      return Object.keys(path).length === 0
        ? undefined
        : { path: Object.fromEntries(Object.keys(path).map((name) => [name, random.pick(odd)])) }
    },
  },
]

export const textKinds: Kind[] = [...ofText, ...ids]
