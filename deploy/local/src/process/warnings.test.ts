import { expect, test } from 'vitest'
import { createWarningPrinter } from './warnings.ts'

const line = (level: number, more: object) => `${JSON.stringify({ level, time: 't', name: 'x', ...more })}\n`

const stream = [
  line(30, { msg: 'request', note: '{"level":50' }),
  line(40, { msg: 'slow', requestId: 'r1' }),
  'not from pino: "level":50\n',
  line(50, { msg: 'request failed', err: { message: 'no such table – ü', stack: 'at x' } }),
  line(20, { msg: 'debug' }),
  line(60, { msg: 'over' }),
].join('')

const expected = [
  'sales warning: slow (request r1)',
  'sales error: request failed: no such table – ü',
  'sales fatal: over',
]

test.each([1, 2, 7, 64, 10_000])('finds warnings and errors in pieces of %i bytes', (size) => {
  const printed: string[] = []
  const watch = createWarningPrinter('sales', (words) => printed.push(words))
  const bytes = Buffer.from(stream)
  for (let at = 0; at < bytes.length; at += size) watch(bytes.subarray(at, at + size))
  expect(printed).toEqual(expected)
})

test('says the same once, whatever request and thing the text itself names', () => {
  const printed: string[] = []
  const watch = createWarningPrinter('sales', (words) => printed.push(words))
  const failures = [
    ['019ab0de-0000-7000-8000-000000000001', 'till-1', 503],
    ['019ab0de-0000-7000-8000-000000000002', 'till-2', 503],
    ['019ab0de-0000-7000-8000-000000000003', 'till-3', 500],
  ]
  for (const [id, requestId, status] of failures) {
    const message = `PUT /internal/movements/${id} answered ${status}: ${JSON.stringify({ status, requestId })}`
    watch(Buffer.from(line(40, { msg: 'stock not moved', requestId, err: { message } })))
  }
  expect(printed.map((words) => words.replace(/:.*answered (\d+).*/, ' $1'))).toEqual([
    'sales warning 503',
    'sales warning 500',
  ])
})

test('says the same once, whatever request it was', () => {
  const printed: string[] = []
  const watch = createWarningPrinter('gateway', (words) => printed.push(words))
  for (const requestId of ['r1', 'r2']) watch(Buffer.from(line(50, { msg: 'request failed', requestId })))
  watch(Buffer.from(line(50, { msg: 'something else' })))
  expect(printed).toEqual(['gateway error: request failed (request r1)', 'gateway error: something else'])
})
