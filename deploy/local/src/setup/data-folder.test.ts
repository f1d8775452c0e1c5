import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { openDataFolder } from './data-folder.ts'
import { ensureServiceKeys } from './service-keys.ts'

afterEach(cleanUp)

const modeOf = (path: string) => statSync(path).mode & 0o777

function folderOfMode(mode: number): string {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  chmodSync(folder, mode)
  return folder
}

test.each([0o755, 0o777, 0o710, 0o701])('makes an empty folder of mode %o private', (mode) => {
  const folder = folderOfMode(mode)
  openDataFolder(folder)
  expect(modeOf(folder)).toBe(0o700)
})

test('makes its own folder private again, and keeps what is in it', () => {
  const folder = folderOfMode(0o700)
  openDataFolder(folder)
  ensureServiceKeys(folder, { sales: [] })
  writeFileSync(join(folder, 'sales.sqlite'), 'rows')
  chmodSync(folder, 0o755)
  openDataFolder(folder)
  expect(modeOf(folder)).toBe(0o700)
  expect(readFileSync(join(folder, 'sales.sqlite'), 'utf8')).toBe('rows')
})

test('refuses a folder that others may read and that holds other things, and leaves it as it is', () => {
  const folder = folderOfMode(0o755)
  writeFileSync(join(folder, 'letter.txt'), 'dear')
  expect(() => openDataFolder(folder)).toThrow(StartupError)
  expect(() => openDataFolder(folder)).toThrow(`run chmod 700 ${folder}`)
  expect(modeOf(folder)).toBe(0o755)
  chmodSync(folder, 0o700)
  expect(openDataFolder(folder).path).toBe(folder)
  expect(readFileSync(join(folder, 'letter.txt'), 'utf8')).toBe('dear')
})
