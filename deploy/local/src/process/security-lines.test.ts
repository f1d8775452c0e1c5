import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSecurityLog } from './log-file.ts'

test('keeps security events apart, whole, and nothing that only quotes one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mms-security-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'identity.security.log')
  const lines = openSecurityLog(file)
  lines.write(Buffer.from(`${JSON.stringify({ path: '/"security":true' })}\n`))
  expect(existsSync(file)).toBe(false)
  const event = JSON.stringify({ level: 30, security: true, action: 'sign-in.refused' })
  lines.write(Buffer.from(`{"a":1}\n${event.slice(0, 20)}`))
  lines.write(Buffer.from(`${event.slice(20)}\n{"a":2}\n${event}`))
  expect(readFileSync(file, 'utf8')).toBe(`${event}\n`)
  lines.write(Buffer.from('\n'))
  lines.close()
  expect(readFileSync(file, 'utf8')).toBe(`${event}\n${event}\n`)
})
