import { testDatabases } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { buildAddress, deviceIn, PASSWORD, startIdentity } from '../../test/support.ts'

/** Enough: with 10,000 guesses no more reach the hash (docs/measurements.md), and these take long already. */
const GUESSES = 4_000
const AT_ONCE = 50
const ROUNDS = GUESSES / AT_ONCE

test.each(testDatabases())(
  'of 4,000 guesses against one account, each from another address, at most 1 % reach the hash, and its owner signs in meanwhile, on $name',
  { timeout: 300_000 },
  async (database) => {
    const identity = await startIdentity(database)
    try {
      const { email } = await identity.addUser()
      const home = { address: buildAddress() }
      const device = deviceIn(await identity.login(email, PASSWORD, home))
      const before = identity.counted.verified
      const guess = async (n: number) => (await identity.login(email, `guess number ${n}`)).status
      const statuses: Record<number, number> = {}
      let owners = 0
      for (let round = 0; round < ROUNDS; round += 1) {
        const guesses = Array.from({ length: AT_ONCE }, (_, n) => guess(round * AT_ONCE + n))
        // The owner signs in, in turn from a known address and from elsewhere with a known device.
        if (round % 20 === 10) {
          const from = round % 40 === 10 ? home : { device }
          expect((await identity.login(email, PASSWORD, from)).status).toBe(200)
          owners += 1
        }
        for (const status of await Promise.all(guesses)) statuses[status] = (statuses[status] ?? 0) + 1
      }
      expect(owners).toBe(ROUNDS / 20)
      expect(Object.keys(statuses)).toEqual(['401', '429'])
      const hashed = identity.counted.verified - before - owners
      expect(hashed).toBe(statuses[401])
      expect(hashed).toBeLessThanOrEqual(GUESSES / 100)
    } finally {
      await identity.close()
    }
  },
)
