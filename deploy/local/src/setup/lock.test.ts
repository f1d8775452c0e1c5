import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { lockDataFolder, tryLock } from './lock.ts'

afterEach(cleanUp)

test('is held by one at a time, and leaves no file behind', () => {
  const folder = temporaryFolder()
  const lock = lockDataFolder(folder)
  expect(lock.wasLeftBehind).toBe(false)
  expect(() => lockDataFolder(folder)).toThrow(`is in use by a running suite (process ${process.pid})`)
  lock.release()
  lockDataFolder(folder).release()
  expect(readdirSync(folder)).toEqual([])
})

test('is taken over from a process that is dead', () => {
  const file = join(temporaryFolder(), 'x.lock')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(file, `${pid} 12345`)
  expect(tryLock(file)).toMatchObject({ wasLeftBehind: true })
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} \\d+$`))
})

test('is taken over when a later process has the same id', () => {
  const file = join(temporaryFolder(), 'x.lock')
  writeFileSync(file, `${process.pid} 1`)
  expect(tryLock(file)).toMatchObject({ wasLeftBehind: true })
})

test.each(['', 'nonsense', '0 0', '-1 5'])('is taken over from a file that names nobody: %j', (content) => {
  const file = join(temporaryFolder(), 'x.lock')
  writeFileSync(file, content)
  expect(tryLock(file)).toBeDefined()
})
