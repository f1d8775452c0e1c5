import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUp, isRunning, temporaryFolder } from '../../test/support.ts'
import { backoffAfter, type Child, createChild } from './child.ts'

/** Behaves as its environment says, at the first or at every run. */
const program = `
const fs = require('fs')
const runs = fs.existsSync(process.env.RUNS) ? +fs.readFileSync(process.env.RUNS) : 0
fs.writeFileSync(process.env.RUNS, String(runs + 1))
if (process.env.FAILS) { console.error('The moon is in the wrong phase.'); process.exit(1) }
console.log(JSON.stringify({ level: 30, msg: 'pid ' + process.pid }))
process.on('SIGTERM', () => { if (!process.env.STUBBORN) process.exit(0) })
process.on('disconnect', () => process.exit(0))
process.on('message', ({ type }) => type === 'replaced' && process.exit(0))
if (runs > 0 && process.env.FAILS_LATER) { console.error('The moon has set.'); process.exit(1) }
const isReady = () => {
  process.send({ type: 'ready' })
  process.send({ type: 'first-admin', email: 'a@b.c' })
}
if (process.env.MIGRATES) {
  const beat = setInterval(() => process.send({ type: 'migrating' }), 50)
  setTimeout(() => { clearInterval(beat); isReady() }, +process.env.MIGRATES)
} else if (process.env.HANGS) setInterval(() => {}, 1_000)
else isReady()
if (process.env.CRASHES && runs < +process.env.CRASHES) setTimeout(() => process.exit(3), 50)`

const printed: string[] = []
const messages: unknown[] = []
let folder: string
let child: Child | undefined

beforeEach(() => {
  folder = temporaryFolder()
  writeFileSync(join(folder, 'main.cjs'), program)
  printed.length = 0
  messages.length = 0
})
afterEach(async () => {
  child?.kill()
  await child?.stop(1_000)
  child = undefined
  await cleanUp()
})

function create(env: Record<string, string> = {}, readyMs = 180_000): Child {
  const plan = {
    name: 'moon',
    file: join(folder, 'main.cjs'),
    env: { ...process.env, RUNS: join(folder, 'runs'), ...env },
  }
  const onMessage = (message: unknown) => void messages.push(message)
  const print = (line: string) => void printed.push(line)
  child = createChild(plan, { logFolder: folder, print, onMessage, readyMs })
  return child
}

const log = () => readFileSync(join(folder, 'moon.log'), 'utf8')

test('is ready when it says so, passes on what else it reports, and keeps its log', async () => {
  await create().start()
  await expect.poll(() => messages).toEqual([{ type: 'first-admin', email: 'a@b.c' }])
  await expect.poll(log).toContain('"msg":"pid ')
})

test('may take any time while it migrates, but not to hang', async () => {
  await create({ MIGRATES: '12000' }, 10_000).start()
  await child?.stop(1_000)
  await expect(create({ HANGS: 'yes' }, 1_000).start()).rejects.toThrow('was ended by SIGKILL')
})

test('gives its own words when it cannot start, and is not started again', async () => {
  await expect(create({ FAILS: 'yes' }).start()).rejects.toThrow(/^The moon is in the wrong phase\.$/)
  expect(printed).toEqual([])
  expect(log()).toContain('wrong phase')
})

test('is started again after each crash, a little later each time', async () => {
  await create({ CRASHES: '4' }).start()
  const restart = (seconds: number) => `moon ended with code 3. It is started again in ${seconds} s.`
  const lines = [0.25, 0.5, 1, 1].flatMap((seconds) => [restart(seconds), 'moon is back.'])
  await expect.poll(() => printed).toEqual(lines)
})

test('waits longer after every crash: up to a second once it was ready, up to half a minute when it cannot start', () => {
  const waits = (wasReady: boolean) => [0, 1, 2, 3, 7, 60].map((crashes) => backoffAfter(crashes, wasReady))
  expect(waits(true)).toEqual([250, 500, 1_000, 1_000, 1_000, 1_000])
  expect(waits(false)).toEqual([250, 500, 1_000, 2_000, 30_000, 30_000])
})

test('is ended when it does not stop by itself', async () => {
  await create({ STUBBORN: 'yes' }).start()
  await expect.poll(log).toContain('pid')
  const pid = Number(/pid (\d+)/.exec(log())?.[1])
  await child?.stop(200)
  expect(isRunning(pid)).toBe(false)
  expect(printed).toEqual([])
  child = undefined
})

test('is replaced by another process once that one is ready', async () => {
  const moon = create()
  await moon.start()
  const old = moon.running()?.pid as number
  await moon.replace(() => expect(isRunning(old)).toBe(true))
  expect(isRunning(old)).toBe(false)
  expect(isRunning(moon.running()?.pid as number)).toBe(true)
  expect(printed).toEqual([])
})

test('goes on when the other process does not get ready', async () => {
  const moon = create({ FAILS_LATER: 'yes' })
  await moon.start()
  const old = moon.running()?.pid as number
  await expect(moon.replace(() => {})).rejects.toThrow(/^The moon has set\.$/)
  expect(moon.running()?.pid).toBe(old)
  expect(isRunning(old)).toBe(true)
  expect(printed).toEqual([])
})
