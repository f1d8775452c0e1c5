import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from './log.ts'

test('replaces what is named like a secret, and keeps a text of a stranger within its line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mms-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'x.log')
  const log = createLogger({ name: 'x', to: openSync(file, 'a') })
  log.info(
    { password: 'one', body: { newPassword: 'two', token: 'three' }, cookie: 'four', id: 7 },
    'a\nb\u001b[2J',
  )
  log.info({ headers: { authorization: 'Bearer five', 'set-cookie': 'six' } }, 'request')
  await promisify(log.flush.bind(log))()
  const text = readFileSync(file, 'utf8')
  const lines = text.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 7, password: '[redacted]', body: { newPassword: '[redacted]' }, msg: 'a\nb\u001b[2J' },
    { headers: { authorization: '[redacted]' }, msg: 'request' },
  ])
  for (const secret of ['one', 'two', 'three', 'four', 'five', 'six', '\u001b'])
    expect(text).not.toContain(secret)
  expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})
