import type { StockOutcome } from '@mms/contracts'
import { testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Inventory, newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('a command that arrives late on $name', (database) => {
  let inventory: Inventory
  beforeAll(async () => {
    inventory = await openInventory(database)
  })
  afterAll(() => inventory.close())

  test('sells what has expired since it was made at the counter, within 31 days', async () => {
    const { _id: medicineId } = await inventory.create({ expiryDate: '2026-11-20' })
    inventory.setNow('2026-11-25T06:00:00.000Z')
    const sell = async (madeAt: string, day = '2026-11-25') => {
      inventory.setNow(`${day}T06:00:00.000Z`)
      const { body } = await inventory.client.put<StockOutcome>(`/internal/movements/${newId()}`, {
        token: inventory.tokens.serviceToken('sales'),
        headers: { 'Made-At': madeAt },
        body: { medicineId, type: 'sale', quantity: 1 },
      })
      return body.outcome
    }
    expect(await sell('2026-11-20T18:29:59.000Z')).toBe('applied')
    expect(await sell('2026-11-20T18:30:00.000Z')).toBe('rejected')
    expect(await sell('2026-11-20T06:00:00.000Z', '2026-12-21')).toBe('applied')
    expect(await sell('2026-11-20T05:59:59.000Z', '2026-12-21')).toBe('rejected')
    for (const odd of ['2027-01-01T00:00:00.000Z', 'yesterday', '']) expect(await sell(odd)).toBe('rejected')
  })
})
