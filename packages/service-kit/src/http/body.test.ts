import { expect, test } from 'vitest'
import { parseJson } from './body.ts'

const bytes = (text: string) => Buffer.from(text)

test.each(['{"a":[1,{"b":null}]}', '[]', '5', 'null', '"€ 😀"', ' {"proto":1} ', '{"a":"__proto__"}'])(
  'reads %s',
  (text) => expect(parseJson(bytes(text))).toEqual(JSON.parse(text)),
)

test.each([
  ['an end that is missing', bytes('{"a":1')],
  ['nothing', bytes('')],
  ['a byte that is no UTF-8', Buffer.from('7b2261223a22ff227d', 'hex')],
  ['UTF-16', Buffer.from('{}', 'utf16le')],
  ['a field named __proto__', bytes('{"a":[{"__proto__":{"admin":true}}]}')],
  ['the same in disguise', bytes('{"\\u005f\\u005fproto\\u005f_":1}')],
  ['33 levels', bytes('['.repeat(33) + ']'.repeat(33))],
  ['a hundred thousand levels', bytes('['.repeat(100_000) + ']'.repeat(100_000))],
])('refuses %s with 400', (_what, body) => {
  expect(() => parseJson(body)).toThrow(expect.objectContaining({ status: 400, code: 'request.malformed' }))
})

test('takes 32 levels', () => {
  expect(parseJson(bytes('['.repeat(32) + ']'.repeat(32)))).toBeInstanceOf(Array)
})
