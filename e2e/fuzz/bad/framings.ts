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

/** A body that is sent in these pieces, as they are. */
const chunked = (name: string, ...body: (string | Buffer)[]): Attack => ({
  name,
  sends: () => ({ headers: [JSON_TYPE, CHUNKED], body }),
})
/** A body under one more header. */
const framed = (name: string, header: string, body: string, afterwards?: Attack['afterwards']): Attack => ({
  name,
  sends: () => ({ headers: [JSON_TYPE, header], body: [body] }),
  ...(afterwards && { afterwards }),
})

const whole = (body: string | Buffer, ...headers: string[]) => ({
  headers: headers.length > 0 ? [...headers, lengthOf(body)] : [JSON_TYPE, lengthOf(body)],
  body: [body],
})
const filled = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`
const encoded = (coding: string, body: Buffer) => whole(body, JSON_TYPE, `Content-Encoding: ${coding}`)
const noise = randomBytes(20_000)

const codings: Attack[] = [
  ['gzip that breaks off', 'gzip', gzipSync(noise).subarray(0, 300)],
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
  { name: 'much too large', sends: () => whole(filled(900_000)) },
  framed('announced as a petabyte', 'Content-Length: 1000000000000000', '{'),
  {
    name: 'too large in pieces',
    sends: ({ limit }) => ({
      headers: [JSON_TYPE, CHUNKED],
      body: [...chunk(filled(limit)), ...chunk('x'.repeat(1000)), END],
    }),
  },
  chunked('in a thousand pieces', ...Array(1000).fill(chunk(' ')).flat(), END),
  {
    name: 'with an unknown field of a long name',
    sends: ({ limit }) => whole(`{"${'n'.repeat(limit - 6)}":1}`),
  },
]

const framings: Attack[] = [
  chunked('empty, in pieces', END),
  chunked('a piece without a size', 'zz\r\n'),
  chunked('a piece of a size beyond numbers', 'fffffffffffffffff\r\n{}'),
  chunked('an endless extension of a piece', `2;${'e'.repeat(50_000)}\r\n{}\r\n`, END),
  chunked('endless trailers', ...chunk('{}'), `0\r\n${'T: t\r\n'.repeat(9_000)}\r\n`),
  {
    name: 'a length and pieces',
    sends: () => ({ headers: [JSON_TYPE, CHUNKED, 'Content-Length: 2'], body: [...chunk('{}'), END] }),
  },
  {
    name: 'two lengths',
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3'], body: ['{}'] }),
  },
  framed('a coding of the transfer', 'Transfer-Encoding: gzip, chunked', `${chunk('{}').join('')}${END}`),
  framed('a transfer that is not in pieces', 'Transfer-Encoding: gzip', '{}'),
  framed('longer than it said', 'Content-Length: 2', '{}{"more":"than that"}'),
  // Node lets a client close its side and wait for the answer.
  framed('shorter than it said', 'Content-Length: 100', '{}', 'half-close'),
  framed('broken off', 'Content-Length: 100', '{', 'vanish'),
  framed('broken off in a piece', CHUNKED, 'ff\r\n{', 'vanish'),
  {
    name: 'gzip that is broken off',
    sends: () => ({ ...encoded('gzip', gzipSync(noise)), body: [gzipSync(noise).subarray(0, 8000)] }),
    afterwards: 'vanish',
  },
  { name: 'announced', sends: () => whole('{', JSON_TYPE, 'Expect: 100-continue') },
  { name: 'announced in other words', sends: () => whole('{', JSON_TYPE, 'Expect: the unexpected') },
]

const contents: Attack[] = [
  ['', '{"name":{"\\u005f_proto__":1}}'],
  ['', `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`],
  ['; charset=utf-16le', Buffer.from('{"a":1}', 'utf16le')],
  ['; charset=nonsense', '{}'],
].map(([charset, body]) => ({
  name: `${charset || 'JSON'} ${String(body).slice(0, 30)}`,
  sends: () => whole(body as string | Buffer, JSON_TYPE + charset),
}))

export const attacks: Attack[] = [...codings, ...sizes, ...framings, ...contents]
