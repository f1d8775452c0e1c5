import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { openLogFile } from './output.ts'

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

test('keeps its hands off the descriptors of others when it cannot rotate, and goes on later', () => {
  const file = join(temporaryFolder(), 'x.log')
  const log = openLogFile(file, 10)
  log.write(Buffer.from('123456789\n'))
  mkdirSync(`${file}.1/in-the-way`, { recursive: true })
  log.write(Buffer.from('lost\n'))
  const stranger = openSync(join(temporaryFolder(), 'stranger'), 'w')
  log.write(Buffer.from('lost too\n'))
  // A descriptor that was closed would fail here; a reused one would write to the log.
  writeSync(stranger, 'of a stranger')
  closeSync(stranger)
  rmSync(`${file}.1`, { recursive: true })
  log.write(Buffer.from('new\n'))
  expect([readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['123456789\n', 'new\n'])
  log.close()
})

test('keeps what it has when the disk is full', () => {
  const file = join(temporaryFolder(), 'x.log')
  writeFileSync(`${file}.1`, 'kept\n')
  // On /dev/full every write fails with ENOSPC.
  symlinkSync('/dev/full', file)
  const log = openLogFile(file, 100)
  for (let line = 0; line < 3; line++) log.write(Buffer.from('lost\n'))
  // Checks the type first, because reading the device would never end.
  expect(lstatSync(`${file}.1`).isFile()).toBe(true)
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('kept\n')
  log.close()
})
