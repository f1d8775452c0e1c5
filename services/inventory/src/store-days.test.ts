import { shifted, storeDays, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newId, openInventory } from '../test/support.ts'

interface Summary {
  expired: number
}

describe.each(testDatabases())('the end of a printed day on $name', (database) => {
  test.each(storeDays)('is midnight of $date in $timeZone', async ({ timeZone, date, begins, ends }) => {
    const inventory = await openInventory(database, { timeZone })
    onTestFinished(() => inventory.close())
    inventory.setNow(begins)
    const { _id: medicineId } = await inventory.create({ expiryDate: date })
    const sell = async () => (await inventory.command(newId(), { medicineId })).body.outcome
    const expired = async () => {
      const token = inventory.staff
      return (await inventory.read<Summary>('/api/medicines/summary', token)).expired
    }
    for (const instant of [begins, shifted(ends, -1)]) {
      inventory.setNow(instant)
      expect([await expired(), await sell()]).toEqual([0, 'applied'])
    }
    inventory.setNow(ends)
    expect([await expired(), await sell()]).toEqual([1, 'rejected'])
  })
})
