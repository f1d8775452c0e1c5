import { createRandom } from '@mms/service-kit/random'
import { expect, test } from 'vitest'
import type { Stage } from '../stage/stage.ts'
import { startFaults } from './schedule.ts'

test('a fault that never ends fails the run, and nobody waits for it', async () => {
  const never = { kill: () => new Promise<void>(() => {}) }
  const stage = { inventories: [never], sales: [never], timeline: () => {} } as unknown as Stage
  const faults = startFaults({
    ...{ stage, random: createRandom(1), hasBegun: () => true },
    ...{ only: ['kill-sales'], quietMs: 1, limitMs: 20 },
  })
  await expect(faults.failed).rejects.toThrow('kill-sales was not over after 20 ms')
  await expect(faults.stop()).rejects.toThrow('kill-sales was not over')
})
