import { expect, test, vi } from 'vitest'
import { bugs } from './bugs/bugs.ts'
import { badKinds } from './requests.ts'
import { run } from './run.ts'

/** Limit for hangs only. */
vi.setConfig({ testTimeout: 600_000 })

test('has a class for each kind of bad input', () => {
  expect(new Set(badKinds.map(({ name }) => name)).size).toBe(badKinds.length)
  expect(badKinds.length).toBeGreaterThan(150)
})

test.each(['sqlite', 'mariadb'] as const)(
  'finds nothing in a short run of all classes on %s',
  async (database) => {
    const { findings, tally } = await run({ requests: 1_200, seed: 1, database })
    expect(findings).toEqual([])
    expect(tally.total()).toBeGreaterThanOrEqual(1_200)
    expect(badKinds.filter(({ name }) => !tally.hasSent(name))).toEqual([])
  },
)

/** Some bugs need one request of hundreds, so up to 6,000 are sent; the search for overpayments needs none. */
test.each(['roles', 'others', 'dear'] as const)('finds each planted bug of %s', async (planted) => {
  const requests = planted === 'dear' ? 0 : 1_000
  const missing = new Set<string>(bugs[planted].caughtAs)
  for (let seed = 2; seed < 8 && missing.size > 0; seed += 1) {
    const { findings } = await run({ requests, seed, database: 'sqlite', planted })
    for (const { kind } of findings) missing.delete(kind)
  }
  expect([...missing]).toEqual([])
})
