import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { run } from './run.ts'
import { openDatabaseServer } from './stage/database-server.ts'

vi.setConfig({ testTimeout: 120_000 })

test('a run that breaks names the folder with the journal, the faults and the logs of the processes', async () => {
  const files = await openDatabaseServer('sqlite')
  const server = { ...files, crash: () => Promise.reject(new Error('The server did not come back')) }
  const { found, logs = '' } = await run({
    ...{ server, faults: ['crash-database'], workers: 2 },
    ...{ seconds: 0, transactions: 0, seed: 1, quiet: 50 },
  })
  await files.close()
  const read = (name: string) => readFileSync(join(logs, name), 'utf8')
  expect(found).toEqual([
    { kind: 'run-broken', detail: expect.stringContaining('The server did not come back') },
  ])
  expect(JSON.parse(read('violations.json'))).toEqual(found)
  expect(JSON.parse(read('options.json'))).toMatchObject({ seed: 1, database: 'sqlite' })
  expect(JSON.parse(read('journal.json')).counts.requests).toBeGreaterThanOrEqual(0)
  expect(read('timeline.log')).toContain('crash-database begins')
  for (const name of ['inventory', 'sales']) expect(read(`${name}.log`)).toEqual(expect.any(String))
  rmSync(logs, { recursive: true })
})
