import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

/** Walks through two steps whenever it is told to, and says so. */
const program = `
import { failpoint } from '${new URL('./failpoint.ts', import.meta.url).href}'
process.on('message', (message) => {
  if (message !== 'go') return
  failpoint('step.one')
  failpoint('step.two')
  process.send('went through')
})
process.send('ready')
`

const PRELOAD = `--import=${new URL('../test-support/preload.ts', import.meta.url).href}`

let folder: string
let child: ChildProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-failpoint-'))
  await writeFile(join(folder, 'program.ts'), program)
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => child.kill('SIGKILL'))

async function start(execArgv: string[] = [PRELOAD]): Promise<void> {
  child = fork(join(folder, 'program.ts'), { execArgv })
  await once(child, 'message')
}

async function stopped(): Promise<void> {
  while (!/^\d+ \(.*\) T/.test(await readFile(`/proc/${child.pid}/stat`, 'utf8'))) await delay(5)
}

const answer = async (): Promise<unknown> => (await once(child, 'message'))[0]

async function arm(at: string): Promise<void> {
  child.send({ type: 'arm-failpoint', at })
  expect(await answer()).toEqual({ type: 'failpoint-armed' })
}

it('kills the process at the armed step, and not before', async () => {
  await start()
  await arm('kill:step.two')
  child.send('go')
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})

it('stops the process once, until it is continued', async () => {
  await start()
  await arm('stop:step.one')
  child.send('go')
  await stopped()
  const first = answer()
  child.kill('SIGCONT')
  expect(await first).toBe('went through')
  child.send('go')
  expect(await answer()).toBe('went through')
})

it('cannot be armed in a process that no test prepared', async () => {
  await start([])
  child.send({ type: 'arm-failpoint', at: 'kill:step.one' })
  child.send('go')
  expect(await answer()).toBe('went through')
})
