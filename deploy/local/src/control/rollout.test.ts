import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { type RolloutOptions, rollOut } from '../../test/rollout/rollout.ts'
import { cleanUp } from '../../test/support.ts'
import { controlSocket } from './server.ts'

afterEach(cleanUp)

/** `npm run rollout` does the same with 20,000 requests and every process. */
const SHORT = { requests: 1_000, workers: 8 }
const PATIENCE = { timeout: 600_000 }

async function rollOutWell(
  options: Pick<RolloutOptions, 'names' | 'separate' | 'databaseUrl' | 'meanwhile'>,
) {
  const result = await rollOut({ ...SHORT, ...options })
  expect(result.failures).toEqual([])
  expect(result.gone).toEqual(result.sold)
  expect(result.reconciled).toMatchObject({ code: 0, output: expect.stringContaining('Found 0 mismatches') })
  expect(result.exitCode).toBe(0)
}

test(
  'sales, by a release with one column more and back, and the gateway are replaced under load',
  PATIENCE,
  async () => {
    await rollOutWell({
      names: ['sales', 'gateway'],
      separate: true,
      async meanwhile({ copy, dataFolder, service }) {
        expect(statSync(controlSocket(dataFolder)).mode & 0o777).toBe(0o600)
        writeFileSync(join(copy, 'services/alerts/src/main.ts'), "throw new Error('Not today.')")
        const refused = await service('restart', 'alerts')
        expect(refused).toMatchObject({
          code: 1,
          output: expect.stringMatching(/^alerts was not replaced, the old process goes on: /),
        })
        expect(refused.output).toContain('Not today.')
        expect(await service('restart', 'nothing')).toEqual({
          code: 1,
          output: expect.stringMatching(/^Unknown process nothing\. Choose .*sales, .*gateway or all\.\n$/),
        })
        expect(await service('status')).toMatchObject({
          code: 0,
          output: expect.stringMatching(/^alerts: process \d+ since 2/m),
        })
      },
    })
  },
)

test('inventory is replaced under load on a MySQL server', PATIENCE, async () => {
  const databaseUrl = `${inject('mariaDbUrl')}rollout_${process.pid}`
  await rollOutWell({ names: ['inventory'], separate: true, databaseUrl })
})

test('the two processes that services share are replaced under load', PATIENCE, async () => {
  await rollOutWell({ names: ['office', 'till'], separate: false })
})
