import { rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { findFreePort } from '@mms/service-kit/ports'
import { ofEveryProgram, testTokens } from '@mms/service-kit/test-support'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUp, SLOW, temporaryFolder } from '../../test/support.ts'
import { type Child, createChild } from './child.ts'

const root = resolve(import.meta.dirname, '../../../..')
/** Delays between restarts are 0.5, 1, 2, 4, … seconds. */
const SOON = { timeout: 60_000 }

let folder: string
let child: Child | undefined
const printed: string[] = []
beforeEach(() => {
  folder = temporaryFolder()
  printed.length = 0
})
afterEach(async () => {
  child?.kill()
  await child?.stop(1_000)
  child = undefined
  await cleanUp()
})

const inFolder = (file: string) => join(folder, file)

async function start(program: string, env: Record<string, string>): Promise<string> {
  const port = await findFreePort()
  const plan = {
    name: basename(program),
    file: join(root, program, 'src/main.ts'),
    env: { ...ofEveryProgram(), LOG_LEVEL: 'warn', PORT: `${port}`, ...env },
  }
  const print = (line: string) => void printed.push(line)
  child = createChild(plan, { logFolder: folder, print, onMessage: () => {} })
  await child.start()
  return `http://127.0.0.1:${port}`
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

/** Expects that the process cannot restart with the fault, says so in one sentence, and recovers when it is mended. */
async function recovers(url: string, spoil: () => unknown, sentence: string, mend: () => unknown) {
  expect(await statusOf(`${url}/readyz`)).toBe(200)
  await spoil()
  process.kill(child?.running()?.pid as number, 'SIGKILL')
  const refusals = () => printed.filter((line) => line.includes('could not start: '))
  await expect.poll(() => refusals().length, SOON).toBeGreaterThan(1)
  for (const line of refusals())
    expect(line).toMatch(/^\S+ could not start: [^\n]+\. It is started again in [\d.]+ s\.$/)
  expect(refusals()[0]).toContain(` could not start: ${sentence} It is`)
  expect(await statusOf(`${url}/readyz`)).not.toBe(200)
  await mend()
  await expect.poll(() => printed.at(-1), SOON).toMatch(/ is back\.$/)
  expect(await statusOf(`${url}/readyz`)).toBe(200)
}

function write(file: string, text: string): string {
  writeFileSync(inFolder(file), text)
  return inFolder(file)
}

const sqlite = () => `sqlite:${inFolder('inventory.sqlite')}`
const startInventory = (databaseUrl: string) =>
  start('services/inventory', {
    DATABASE_URL_FILE: write('database-url', databaseUrl),
    JWKS_URL: 'http://127.0.0.1:1/jwks.json',
    ...testTokens().serviceSettings(),
  })

test('a secret that is missing', SLOW, async () => {
  const url = await startInventory(sqlite())
  const file = inFolder('database-url')
  await recovers(
    url,
    () => rmSync(file),
    `The file ${file} of DATABASE_URL_FILE does not exist.`,
    () => write('database-url', sqlite()),
  )
})

test('the address of a database that is wrong', SLOW, async () => {
  const url = await startInventory(sqlite())
  const port = await findFreePort()
  await recovers(
    url,
    () => write('database-url', `mysql://shop:secret@127.0.0.1:${port}/inventory`),
    `Cannot use the database inventory at 127.0.0.1:${port}: nothing answers at that address.`,
    () => write('database-url', sqlite()),
  )
})
