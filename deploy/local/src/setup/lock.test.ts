import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
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

test.each(['', 'nonsense', '0 0', '-1 5'])(
  'is taken over from a file that names no process: %j',
  (content) => {
    const file = join(temporaryFolder(), 'x.lock')
    writeFileSync(file, content)
    expect(tryLock(file)).toBeDefined()
  },
)

const ROUNDS = 60
/** Takes the lock of one folder after another, each at a moment that all contenders have agreed on. */
const contender = `
import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
const [folder, begin] = process.argv.slice(1)
for (let round = 0; round < ${ROUNDS}; round += 1) {
  while (Date.now() < Number(begin) + 10 * round);
  try {
    lockDataFolder(folder + '/' + round)
    console.log('mine')
  } catch (error) {
    console.log(error.name + ': ' + error.message)
  }
}
process.stdin.resume()
`

test('goes to exactly one of several that start at the same moment after a crash', async () => {
  const folder = temporaryFolder()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  for (let round = 0; round < ROUNDS; round += 1) {
    mkdirSync(join(folder, String(round)))
    writeFileSync(join(folder, String(round), 'suite.lock'), `${pid} 12345`)
  }
  const begin = String(Date.now() + 500)
  const starters = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module-typescript', '-e', contender, folder, begin]),
  )
  const said = await Promise.all(starters.map((starter) => firstLines(starter.stdout)))
  const gone = starters.map((starter) => once(starter, 'close'))
  for (const starter of starters) starter.stdin.end()
  await Promise.all(gone)
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = said.map((lines) => lines[round]).sort()
    expect(words[2]).toBe('mine')
    for (const line of words.slice(0, 2)) expect(line).toMatch(/^StartupError: .* is in use by a /)
  }
})

/** What one contender said of each round; it stays until all have said it, since a lock of a dead one is free. */
async function firstLines(output: Readable): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface(output)) {
    lines.push(line)
    if (lines.length === ROUNDS) break
  }
  return lines
}

test('is taken over although the process that did so before died in the middle', () => {
  const file = join(temporaryFolder(), 'x.lock')
  writeFileSync(file, '1 1')
  writeFileSync(`${file}.next`, '1 1')
  expect(tryLock(file)).toMatchObject({ wasLeftBehind: true })
  expect(readdirSync(dirname(file))).toEqual(['x.lock'])
})
