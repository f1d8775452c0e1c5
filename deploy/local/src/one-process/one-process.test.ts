import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  admin,
  asAdmin,
  cleanUp,
  isRunning,
  medicines,
  settings,
  startSuite,
  untilReady,
} from '../../test/support.ts'

afterEach(cleanUp)

async function startTogether(more: Record<string, string> = {}) {
  const env = await settings({ ...asAdmin, WEATHER_API_KEY: 'weather-secret', ...more })
  return { env, suite: await untilReady(startSuite(env)) }
}

test('all programs share two processes, each with its own log, and no setting is in their environment', async () => {
  const { env, suite } = await startTogether()
  const pids = [...suite.children().values()]
  expect([...suite.children().keys()].sort()).toEqual(['office', 'till'])
  for (const pid of pids) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    for (const secret of [admin.password, 'weather-secret']) expect(environment).not.toContain(secret)
  }
  expect(await medicines(suite.url, admin)).toBe(200)
  const linesOf = (name: string) => readFileSync(join(env.DATA_DIR, 'logs', `${name}.log`), 'utf8')
  for (const name of ['identity', 'inventory', 'alerts', 'sales', 'analytics', 'gateway']) {
    await expect.poll(() => linesOf(name)).toContain('"msg":"listening"')
    const others = linesOf(name)
      .split('\n')
      .filter((line) => line !== '' && JSON.parse(line).name !== name)
    expect(others).toEqual([])
  }
  suite.kill('SIGTERM')
  expect(await suite.ended).toBe(0)
  expect(pids.filter(isRunning)).toEqual([])
  const stops = ['gateway', 'sales'].map((name) =>
    linesOf(name)
      .split('\n')
      .findLast((line) => line.includes('"msg":"stopping"')),
  )
  const [gateway, sales] = stops.map((line) => Date.parse(JSON.parse(line ?? '{}').time))
  expect(gateway).toBeLessThanOrEqual(sales as number)
})
