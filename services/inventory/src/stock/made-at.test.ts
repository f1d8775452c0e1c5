import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('a command that arrives late on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))

  test('sells stock that expired since the sale was made, within 72 hours', async () => {
    const { _id: medicineId } = await inventory.create({ expiryDate: '2026-11-20' })
    const sell = async (madeAt: string, day = '2026-11-21') => {
      inventory.setNow(`${day}T06:00:00.000Z`)
      return (await inventory.command(newId(), { medicineId, madeAt })).body.outcome
    }
    expect(await sell('2026-11-20T18:29:59.000Z')).toBe('applied')
    expect(await sell('2026-11-20T18:30:00.000Z')).toBe('rejected')
    expect(await sell('2026-11-20T06:00:00.000Z', '2026-11-23')).toBe('applied')
    expect(await sell('2026-11-20T05:59:59.000Z', '2026-11-23')).toBe('rejected')
    expect(await sell('2027-01-01T00:00:00.000Z')).toBe('rejected')
  })
})
