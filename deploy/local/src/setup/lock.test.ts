import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { lockDataFolder, tryLock } from './lock.ts'

afterEach(cleanUp)

test('is held by one at a time, by any path of the folder, and leaves no file behind', async () => {
  const folder = temporaryFolder()
  const lock = await lockDataFolder(folder)
  const link = join(temporaryFolder(), 'link')
  symlinkSync(folder, link)
  for (const path of [folder, link])
    await expect(lockDataFolder(path)).rejects.toThrow(
      `is in use by a running suite (process ${process.pid})`,
    )
  lock.release()
  ;(await lockDataFolder(folder)).release()
  expect(readdirSync(folder)).toEqual([])
})

test('other work in the same folder, and another folder, have locks of their own', async () => {
  const folder = temporaryFolder()
  const locks = [
    await lockDataFolder(folder),
    await tryLock(folder, 'backup'),
    await lockDataFolder(temporaryFolder()),
  ]
  expect(locks.every(Boolean)).toBe(true)
  expect(await tryLock(folder, 'backup')).toBeUndefined()
  for (const lock of locks) lock?.release()
})

const ROUNDS = 60
/** A program that tries to lock one folder after the other at agreed times. */
const contender = `
import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
const [folder, begin] = process.argv.slice(1)
for (let round = 0; round < ${ROUNDS}; round += 1) {
  while (Date.now() < Number(begin) + 10 * round);
  try {
    await lockDataFolder(folder + '/' + round)
    console.log('mine')
  } catch (error) {
    console.log(error.name + ': ' + error.message)
  }
}
process.stdin.resume()
`

const startContender = (folder: string, begin: string) =>
  spawn(process.execPath, ['--input-type=module-typescript', '-e', contender, folder, begin])

test('goes to exactly one of several that start at the same moment', async () => {
  const folder = temporaryFolder()
  for (let round = 0; round < ROUNDS; round += 1) mkdirSync(join(folder, String(round)))
  const begin = String(Date.now() + 500)
  const starters = Array.from({ length: 3 }, () => startContender(folder, begin))
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

test('stays when every file in the folder is deleted, and is free once its process is killed', async () => {
  const folder = temporaryFolder()
  for (let round = 0; round < ROUNDS; round += 1) mkdirSync(join(folder, String(round)))
  const holder = startContender(folder, '0')
  await firstLines(holder.stdout)
  for (const name of readdirSync(join(folder, '0'))) rmSync(join(folder, '0', name))
  await expect(lockDataFolder(join(folder, '0'))).rejects.toThrow(`(process ${holder.pid})`)
  holder.kill('SIGKILL')
  await once(holder, 'close')
  ;(await lockDataFolder(join(folder, '0'))).release()
})

/** Reads a contender's results. It runs until all have reported, because its end would free its locks. */
async function firstLines(output: Readable): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface(output)) {
    lines.push(line)
    if (lines.length === ROUNDS) break
  }
  return lines
}
