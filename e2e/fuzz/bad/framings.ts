import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

export interface Attack {
  name: string
  /** Header lines and body, for the limit of a route. */
  sends(route: { limit: number }): { headers: string[]; body?: (string | Buffer)[] }
  /** Client behaviour after sending. */
  afterwards?: 'half-close' | 'vanish'
}

const JSON_TYPE = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'
const lengthOf = (body: string | Buffer) => `Content-Length: ${Buffer.byteLength(body)}`
const chunk = (body: string | Buffer) => [`${Buffer.byteLength(body).toString(16)}\r\n`, body, '\r\n']
const END = '0\r\n\r\n'

const whole = (body: string | Buffer, ...headers: string[]) => ({
  headers: headers.length > 0 ? [...headers, lengthOf(body)] : [JSON_TYPE, lengthOf(body)],
  body: [body],
})
const filled = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`
const unknownFields = (bytes: number) => {
  const fields = Array.from(
    { length: Math.floor((bytes - 2) / 15) },
    (_, i) => `"f${String(i).padStart(8, '0')}":1`,
  )
  return `{${fields.join(',')}}`
}
const encoded = (coding: string, body: Buffer) => whole(body, JSON_TYPE, `Content-Encoding: ${coding}`)
const noise = randomBytes(20_000)

const codings: Attack[] = [
  ['gzip that breaks off', 'gzip', gzipSync(noise).subarray(0, 300)],
  ['gzip that grows a thousandfold', 'gzip', gzipSync(Buffer.alloc(1_000_000))],
  ['gzip that is none', 'gzip', Buffer.from('{}')],
  ['deflate that breaks off', 'deflate', deflateSync(noise).subarray(0, 300)],
  ['brotli that breaks off', 'br', brotliCompressSync(noise).subarray(0, 300)],
  ['zstd', 'zstd', Buffer.from('28b52ffd0058', 'hex')],
  ['gzip behind identity', 'identity, gzip', gzipSync('{}')],
].map(([name, coding, body]) => ({
  name: name as string,
  sends: () => encoded(coding as string, body as Buffer),
}))

const sizes: Attack[] = [
  { name: 'one byte too large', sends: ({ limit }) => whole(filled(limit + 1)) },
  { name: 'as large as allowed', sends: ({ limit }) => whole(filled(limit)) },
  { name: 'much too large', sends: () => whole(filled(900_000)) },
  {
    name: 'announced as a petabyte',
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 1000000000000000'], body: ['{'] }),
  },
  {
    name: 'too large in pieces',
    sends: ({ limit }) => ({
      headers: [JSON_TYPE, CHUNKED],
      body: [...chunk(filled(limit)), ...chunk('x'.repeat(1000)), END],
    }),
  },
  {
    name: 'in a thousand pieces',
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: [...Array(1000).fill(chunk(' ')).flat(), END] }),
  },
  { name: 'of unknown fields only', sends: ({ limit }) => whole(unknownFields(limit)) },
  {
    name: 'with an unknown field of a long name',
    sends: ({ limit }) => whole(`{"${'n'.repeat(limit - 6)}":1}`),
  },
]

const framings: Attack[] = [
  { name: 'empty, in pieces', sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: [END] }) },
  {
    name: 'a piece without a size',
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: ['zz\r\n'] }),
  },
  {
    name: 'a piece of a size beyond numbers',
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: ['fffffffffffffffff\r\n{}'] }),
  },
  {
    name: 'an endless extension of a piece',
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: [`2;${'e'.repeat(50_000)}\r\n{}\r\n`, END] }),
  },
  {
    name: 'endless trailers',
    sends: () => ({
      headers: [JSON_TYPE, CHUNKED],
      body: [...chunk('{}'), `0\r\n${'T: t\r\n'.repeat(9_000)}\r\n`],
    }),
  },
  {
    name: 'a length and pieces',
    sends: () => ({ headers: [JSON_TYPE, CHUNKED, 'Content-Length: 2'], body: [...chunk('{}'), END] }),
  },
  {
    name: 'two lengths',
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3'], body: ['{}'] }),
  },
  {
    name: 'a coding of the transfer',
    sends: () => ({ headers: [JSON_TYPE, 'Transfer-Encoding: gzip, chunked'], body: [...chunk('{}'), END] }),
  },
  {
    name: 'a transfer that is not in pieces',
    sends: () => ({ headers: [JSON_TYPE, 'Transfer-Encoding: gzip'], body: ['{}'] }),
  },
  {
    name: 'longer than it said',
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 2'], body: ['{}{"more":"than that"}'] }),
  },
  {
    name: 'shorter than it said',
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 100'], body: ['{}'] }),
    // Node lets a client close its side and wait for the answer.
    afterwards: 'half-close',
  },
  {
    name: 'broken off',
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 100'], body: ['{'] }),
    afterwards: 'vanish',
  },
  {
    name: 'broken off in a piece',
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: ['ff\r\n{'] }),
    afterwards: 'vanish',
  },
  {
    name: 'gzip that is broken off',
    sends: () => ({ ...encoded('gzip', gzipSync(noise)), body: [gzipSync(noise).subarray(0, 8000)] }),
    afterwards: 'vanish',
  },
  { name: 'announced', sends: () => whole('{', JSON_TYPE, 'Expect: 100-continue') },
  {
    name: 'announced in other words',
    sends: () => whole('{', JSON_TYPE, 'Expect: the unexpected'),
  },
]

const contents: Attack[] = [
  ['', '{"name":'],
  ['', 'nonsense'],
  ['', '{"name":"x","__proto__":{"role":"admin"}}'],
  ['', '{"name":{"\\u005f_proto__":1}}'],
  ['', '{"name":"a","name":"b"}'],
  ['', '['.repeat(2_000) + ']'.repeat(2_000)],
  ['', `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`],
  ['', Buffer.from('7b22ff223a317d', 'hex')],
  ['', Buffer.from('{"a":1}', 'utf16le')],
  ['', `{"a":${'9'.repeat(3_000)}}`],
  ['; charset=utf-16le', Buffer.from('{"a":1}', 'utf16le')],
  ['; charset=nonsense', '{}'],
].map(([charset, body]) => ({
  name: `${charset || 'JSON'} ${String(body).slice(0, 30)}`,
  sends: () => whole(body as string | Buffer, JSON_TYPE + charset),
}))

const types: Attack[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  '/',
].map((type) => ({
  name: `of the type ${type}`,
  sends: () => whole('{}', `Content-Type: ${type}`),
}))

export const attacks: Attack[] = [...codings, ...sizes, ...framings, ...contents, ...types]
