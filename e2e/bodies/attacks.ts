import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { WritingRoute } from './routes.ts'

export interface Attack {
  name: string
  /** Header lines and body, for the limit of a route. */
  sends(route: WritingRoute): { headers: string[]; body?: (string | Buffer)[] }
  /** What a route that reads its body answers. */
  answers: number[]
  /** What the client does after that: it waits for the answer, says that it has nothing more, or is gone. */
  afterwards?: 'half-close' | 'vanish'
  /** Where the next request would begin cannot be told: the connection ends instead of being kept. */
  isOutOfStep?: true
}

const JSON_TYPE = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'
const lengthOf = (body: string | Buffer) => `Content-Length: ${Buffer.byteLength(body)}`
const chunk = (body: string | Buffer) => [`${Buffer.byteLength(body).toString(16)}\r\n`, body, '\r\n']
const END = '0\r\n\r\n'

/** A body with its true length. */
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
  answers: [415],
}))

const sizes: Attack[] = [
  { name: 'one byte too large', sends: ({ limit }) => whole(filled(limit + 1)), answers: [413] },
  { name: 'as large as allowed', sends: ({ limit }) => whole(filled(limit)), answers: [400] },
  { name: 'much too large', sends: () => whole(filled(900_000)), answers: [413] },
  {
    name: 'announced as a petabyte',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 1000000000000000'], body: ['{'] }),
    answers: [413],
  },
  {
    name: 'too large in pieces',
    sends: ({ limit }) => ({
      headers: [JSON_TYPE, CHUNKED],
      body: [...chunk(filled(limit)), ...chunk('x'.repeat(1000)), END],
    }),
    answers: [413],
  },
  {
    name: 'in a thousand pieces',
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: [...Array(1000).fill(chunk(' ')).flat(), END] }),
    answers: [400],
  },
  { name: 'of unknown fields only', sends: ({ limit }) => whole(unknownFields(limit)), answers: [400] },
  {
    name: 'with an unknown field of a long name',
    sends: ({ limit }) => whole(`{"${'n'.repeat(limit - 6)}":1}`),
    answers: [400],
  },
]

const framings: Attack[] = [
  { name: 'empty, in pieces', sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: [END] }), answers: [400] },
  {
    name: 'a piece without a size',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: ['zz\r\n'] }),
    answers: [0, 400],
  },
  {
    name: 'a piece of a size beyond numbers',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: ['fffffffffffffffff\r\n{}'] }),
    answers: [0, 400],
  },
  {
    name: 'an endless extension of a piece',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: [`2;${'e'.repeat(50_000)}\r\n{}\r\n`, END] }),
    answers: [0, 400, 413],
  },
  {
    name: 'endless trailers',
    isOutOfStep: true,
    sends: () => ({
      headers: [JSON_TYPE, CHUNKED],
      body: [...chunk('{}'), `0\r\n${'T: t\r\n'.repeat(9_000)}\r\n`],
    }),
    answers: [0, 400, 431],
  },
  {
    name: 'a length and pieces',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, CHUNKED, 'Content-Length: 2'], body: [...chunk('{}'), END] }),
    answers: [400],
  },
  {
    name: 'two lengths',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3'], body: ['{}'] }),
    answers: [400],
  },
  {
    name: 'a coding of the transfer',
    sends: () => ({ headers: [JSON_TYPE, 'Transfer-Encoding: gzip, chunked'], body: [...chunk('{}'), END] }),
    answers: [400],
  },
  {
    name: 'a transfer that is not in pieces',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, 'Transfer-Encoding: gzip'], body: ['{}'] }),
    answers: [400],
  },
  {
    name: 'longer than it said',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 2'], body: ['{}{"more":"than that"}'] }),
    answers: [400],
  },
  {
    name: 'shorter than it said',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 100'], body: ['{}'] }),
    answers: [0, 400, 408],
    // Node lets a client that has said all it has to say wait for its answer.
    afterwards: 'half-close',
  },
  {
    name: 'broken off',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, 'Content-Length: 100'], body: ['{'] }),
    answers: [0],
    afterwards: 'vanish',
  },
  {
    name: 'broken off in a piece',
    isOutOfStep: true,
    sends: () => ({ headers: [JSON_TYPE, CHUNKED], body: ['ff\r\n{'] }),
    answers: [0],
    afterwards: 'vanish',
  },
  {
    name: 'gzip that is broken off',
    isOutOfStep: true,
    sends: () => ({ ...encoded('gzip', gzipSync(noise)), body: [gzipSync(noise).subarray(0, 8000)] }),
    answers: [0],
    afterwards: 'vanish',
  },
  { name: 'announced', sends: () => whole('{', JSON_TYPE, 'Expect: 100-continue'), answers: [400] },
  {
    name: 'announced in other words',
    sends: () => whole('{', JSON_TYPE, 'Expect: the unexpected'),
    answers: [417],
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
  answers: [charset ? 415 : 400],
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
  answers: [415],
}))

/** What a stranger with curl, or a bad line, makes of a body. */
export const attacks: Attack[] = [...codings, ...sizes, ...framings, ...contents, ...types]
