import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { openOutput } from './output.ts'

afterEach(cleanUp)

const line = (level: number, more: object) => `${JSON.stringify({ level, time: 't', name: 'x', ...more })}\n`

const stream = [
  line(30, { msg: 'request', note: '{"level":50' }),
  line(40, { msg: 'slow', requestId: 'r1' }),
  'not from pino: "level":50\n',
  line(50, { msg: 'request failed', err: { message: 'no such table – ü', stack: 'at x' } }),
  line(20, { msg: 'debug' }),
  line(60, { msg: 'over' }),
].join('')

function open(name = 'sales') {
  const path = join(temporaryFolder(), name)
  const printed: string[] = []
  const output = openOutput(path, name, (words) => printed.push(words))
  return { path, printed, output, write: (text: string) => output.write(Buffer.from(text)) }
}

test.each([1, 2, 7, 64, 10_000])('prints warnings and errors in pieces of %i bytes', (size) => {
  const { path, printed, output } = open()
  const bytes = Buffer.from(stream)
  for (let at = 0; at < bytes.length; at += size) output.write(bytes.subarray(at, at + size))
  const [warning, error] = ['slow (request r1)', 'request failed: no such table – ü']
  expect(printed).toEqual([`sales warning: ${warning}`, `sales error: ${error}`, 'sales fatal: over'])
  expect(readFileSync(`${path}.log`, 'utf8')).toBe(stream)
})

test('prints the same warning once, whatever request and id it names, and none once it is quiet', () => {
  const { printed, output, write } = open()
  for (const [id, requestId, status] of [
    ['019ab0de-0000-7000-8000-000000000001', 'r1', 503],
    ['019ab0de-0000-7000-8000-000000000002', 'r2', 503],
    ['019ab0de-0000-7000-8000-000000000003', 'r3', 500],
  ]) {
    const message = `PUT /internal/movements/${id} answered ${status}: ${JSON.stringify({ status, requestId })}`
    write(line(40, { msg: 'stock not moved', requestId, err: { message } }))
  }
  const shown = printed.map((words) => words.replace(/:.*answered (\d+).*/, ' $1'))
  expect(shown).toEqual(['sales warning 503', 'sales warning 500'])
  output.quiet()
  write(line(60, { msg: 'over' }))
  expect(printed).toHaveLength(2)
})

test('keeps security events apart, whole, and nothing that only quotes one', () => {
  const { path, output, write } = open('identity')
  const file = `${path}.security.log`
  write(`${JSON.stringify({ path: '/"security":true' })}\n`)
  expect(existsSync(file)).toBe(false)
  const event = JSON.stringify({ level: 30, security: true, action: 'sign-in.refused' })
  write(`{"a":1}\n${event.slice(0, 20)}`)
  write(`${event.slice(20)}\n{"a":2}\n${event}`)
  expect(readFileSync(file, 'utf8')).toBe(`${event}\n`)
  write('\n')
  output.close()
  expect(readFileSync(file, 'utf8')).toBe(`${event}\n${event}\n`)
})
