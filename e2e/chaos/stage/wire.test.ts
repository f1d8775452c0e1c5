import { expect, test } from 'vitest'
import { createWire } from './wire.ts'

const request = (method: string, path: string, body = '') =>
  Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: inventory\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )

test('hears each command whole, however it is cut into chunks, and nothing else', () => {
  const wire = createWire()
  const bytes = Buffer.concat([
    request('GET', '/internal/feed?limit=5'),
    request('PUT', '/internal/movements/one', '{"note":"₹ 9"}'),
    request('POST', '/internal/movements/one/cancellation'),
    request('PUT', '/internal/movements/two', '{"quantity":2}'),
  ])
  for (let size = 1; size < bytes.length; size += 13) {
    const { asked } = wire.listen('today')
    for (let at = 0; at < bytes.length; at += size) asked(bytes.subarray(at, at + size))
  }
  expect([...wire.commands.keys()]).toEqual(['one', 'two'])
  const [body = ''] = wire.commands.get('one')?.bodies ?? []
  expect(Buffer.from(body, 'latin1').toString()).toBe('{"note":"₹ 9"}')
})

test('tells each form in which a command came, and which releases answered it', () => {
  const wire = createWire()
  const [yesterday, today, lost] = [wire.listen('yesterday'), wire.listen('today'), wire.listen('today')]
  yesterday.asked(request('PUT', '/internal/movements/one', '{"quantity":2}'))
  yesterday.answered()
  lost.asked(request('PUT', '/internal/movements/one', '{"quantity":2}'))
  lost.lost()
  wire.listen('today').lost()
  expect(wire.answersLost()).toBe(1)
  expect([...(wire.commands.get('one')?.answeredBy ?? [])]).toEqual(['yesterday'])
  today.asked(request('PUT', '/internal/movements/one', '{"quantity":2,"batch":"none"}'))
  today.answered()
  today.asked(request('POST', '/internal/movements/one/cancellation'))
  today.answered()
  expect(wire.commands.get('one')).toEqual({
    bodies: new Set(['{"quantity":2}', '{"quantity":2,"batch":"none"}']),
    answeredBy: new Set(['yesterday', 'today']),
  })
})
