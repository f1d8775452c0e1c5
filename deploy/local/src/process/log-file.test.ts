import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { openLogFile } from './log-file.ts'

afterEach(cleanUp)

test('never takes more than twice its size, keeps the newest lines, and goes on after a restart', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'x.log')
  for (let start = 0; start < 3; start++) {
    const log = openLogFile(file, 100)
    for (let line = 0; line < 20; line++) log.write(Buffer.from(`start ${start} line ${line}\n`))
    log.close()
  }
  expect(readdirSync(folder).sort()).toEqual(['x.log', 'x.log.1'])
  const [now, before] = [readFileSync(file, 'utf8'), readFileSync(`${file}.1`, 'utf8')]
  expect(now.length).toBeLessThanOrEqual(100)
  expect(before.length).toBeLessThanOrEqual(100)
  expect((before + now).endsWith('start 2 line 18\nstart 2 line 19\n')).toBe(true)
})
