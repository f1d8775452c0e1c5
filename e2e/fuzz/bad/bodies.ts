import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Request } from '../request.ts'
import { fieldsOf, type Kind, slotsOf } from './kind.ts'

type Fields = Record<string, unknown>
type Change = (fields: Fields, choose: { pick<T>(values: readonly T[]): T; limit: number }) => unknown

const isEmpty = (fields: Fields) => Object.keys(fields).length === 0

/** Fields of the body, or invented ones if it has none. */
function someFieldsOf(request: Request): Fields {
  const fields = fieldsOf(request)
  return fields === undefined || isEmpty(fields) ? { x: 1 } : fields
}

/** Changes the body; adds one to operations without. */
const body = (name: string, change: Change): Kind => ({
  name,
  make: (request, { random }) => ({
    body: change(someFieldsOf(request), {
      pick: (values) => random.pick(values),
      limit: request.operation.bodyLimit || 4096,
    }),
  }),
})
const value = (name: string, values: unknown[]): Kind =>
  body(name, (fields, { pick }) => pick(slotsOf(fields))(pick(values)))
/** Replaces one value by JSON text that JavaScript never writes. */
const literal = (name: string, texts: string[]): Kind =>
  body(name, (fields, { pick }) =>
    JSON.stringify(pick(slotsOf(fields))('\u0001')).replace('"\\u0001"', () => pick(texts)),
  )
const json = (name: string, write: (text: string) => string): Kind =>
  body(name, (fields) => write(JSON.stringify(fields)))

const DEEP = 125_000

const shapes: Kind[] = [
  body('malformed', (fields, { pick }) => {
    const text = JSON.stringify(fields)
    return pick([
      text.replaceAll('"', "'"),
      `${text},`,
      `{${text}`,
      text.replace(':', '='),
      'nonsense',
      '{,}',
      '<x/>',
      '// a\n{}',
    ])
  }),
  body('truncated', (fields, { pick }) => {
    const text = JSON.stringify(fields)
    return text.slice(0, Math.max(1, Math.floor(text.length * pick([0.2, 0.5, 0.9]))))
  }),
  body('huge', (_, { limit, pick }) => `{"x":"${'x'.repeat(limit * pick([1, 2]))}"}`),
  body('as large as allowed', (_, { limit }) => `{"x":"${'x'.repeat(limit - 8)}"}`),
  body('125,000 deep', (_, { pick }) => {
    const [open, close] = pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const)
    return open.repeat(DEEP) + (open === '[' ? '' : '1') + close.repeat(DEEP)
  }),
  body('2,000 deep in a field', (fields, { pick }) =>
    JSON.stringify(pick(slotsOf(fields))('\u0001')).replace(
      '"\\u0001"',
      '['.repeat(2_000) + ']'.repeat(2_000),
    ),
  ),
  body('duplicate keys', (fields, { pick }) => {
    const [name = 'x', present] = pick(Object.entries(fields))
    return JSON.stringify(fields).replace(/^\{/, `{${JSON.stringify(name)}:${JSON.stringify(present) ?? 1},`)
  }),
  json('__proto__', (text) => text.replace(/^\{/, '{"__proto__":{"role":"admin"},')),
  json('constructor', (text) => text.replace(/^\{/, '{"constructor":{"prototype":{"role":"admin"}},')),
  body('unknown field', (fields, { pick }) => ({
    ...fields,
    [pick(['role', '_id', 'version', 'isAdmin', 'x y', '', '$set'])]: pick(['admin', 1, null, {}]),
  })),
  body('many unknown fields', (fields) => ({
    ...fields,
    ...Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`f${i}`, i])),
  })),
  body('missing field', (fields, { pick }) => {
    const gone = pick(Object.keys(fields))
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== gone))
  }),
  body('no object', (_, { pick }) => pick(['[]', 'null', '5', '"text"', 'true', '', ' ', '[[]]', '[{}]'])),
  json('byte order mark', (text) => `\ufeff${text}`),
  body('UTF-16', (fields) => Buffer.from(JSON.stringify(fields), 'utf16le')),
  body('bytes that are no text', (fields) =>
    Buffer.concat([Buffer.from(JSON.stringify(fields).slice(0, -1)), Buffer.from([0xff, 0xfe, 0x7d])]),
  ),
  body('array of 10,000', (fields, { pick }) =>
    pick(slotsOf(fields))(Array.from({ length: 10_000 }, () => 0)),
  ),
]

const values: Kind[] = [
  value('wrong type', [true, 5, 'text', [], {}, [1], { $ne: null }, ['a']]),
  value('null', [null]),
  value('negative number', [-1, -0.01, -2_147_483_649, Number.MIN_SAFE_INTEGER]),
  value('fraction', [0.1, 1.005, 1e-9, 0.30000000000000004]),
  value('large number', [999_999_999, 1_000_000_001, 2_147_483_648, 9_007_199_254_740_992, 1e21, 1e300]),
  literal('1e400', ['1e400', '-1e400', `1${'0'.repeat(400)}`, '1e-400']),
  literal('NaN', ['NaN', 'Infinity', '-Infinity', 'undefined']),
  literal('number written oddly', ['01', '+1', '.5', '1.', '0x1', '1_0', '-0', `0.${'1'.repeat(1_000)}`]),
  literal('escapes of JSON', ['"\\u0000"', '"\\ud800"', '"\\x41"', '"\\u{1}"', '"\n"', '"\\u202e"']),
]

const coding = (name: string, header: string, pack: (bytes: Buffer) => Buffer): Kind => ({
  name,
  make: (request) => ({
    headers: [...request.headers, ['Content-Encoding', header]],
    body: pack(Buffer.from(JSON.stringify(request.body ?? {}))),
  }),
})
const codings: Kind[] = [
  coding('gzip', 'gzip', gzipSync),
  coding('deflate', 'deflate', deflateSync),
  coding('br', 'br', brotliCompressSync),
  coding('stacked codings', 'gzip, br', (bytes) => brotliCompressSync(gzipSync(bytes))),
  coding('gzip that is none', 'gzip', (bytes) => bytes),
  coding('gzip of a megabyte of zeros', 'gzip', () => gzipSync(Buffer.alloc(1_000_000))),
]

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  '/',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'application/jsonp',
  'application/merge-patch+json',
]
const contentTypes: Kind = {
  name: 'content type that does not fit',
  make: (request, { random }) => ({
    body: request.body ?? {},
    headers: [...request.headers, ['Content-Type', random.pick(TYPES)]],
  }),
}

export const bodyKinds: Kind[] = [...shapes, ...values, ...codings, contentTypes]
