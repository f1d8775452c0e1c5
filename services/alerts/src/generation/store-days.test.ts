import { shifted, storeDays, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import { openStore } from '../../test/support.ts'

const [sqlite] = testDatabases()

describe.each(storeDays)('on $date in $timeZone', ({ timeZone, date, begins, ends }) => {
  async function messagesAt(
    instants: string[],
    medicine: Parameters<typeof buildMedicine>[0],
    query = '?status=new',
  ) {
    const env = { STORE_TIME_ZONE: timeZone }
    const store = await openStore(sqlite as NonNullable<typeof sqlite>, { env })
    try {
      await store.tellConditions()
      const told: string[][] = []
      await store.receive(buildMedicine({ name: 'X', ...medicine }))
      for (const instant of instants) {
        store.setNow(instant)
        await store.generate()
        told.push((await store.list(query)).map(({ message }) => message))
      }
      return told
    } finally {
      await store.close()
    }
  }

  test('a medicine is good through the end of its printed day, and expired with the next', async () => {
    const told = await messagesAt([begins, shifted(ends, -1), ends], { expiryDate: date })
    expect(told.map(([message]) => /expired?s?/.exec(message ?? '')?.[0])).toEqual([
      ...['expire', 'expire', 'expired'],
    ])
  })
})

test('a disease of the month ends with the last moment of the month in the store', async () => {
  const store = await openStore(sqlite as NonNullable<typeof sqlite>)
  await store.tellConditions()
  const medicine = buildMedicine({ category: 'Antipyretics', currentStock: 1 })
  const isTold = async (now: string) => {
    store.setNow(now)
    await store.generate()
    return (await store.list('?type=disease_pattern_risk&status=new')).length
  }
  await store.receive(medicine)
  // Malaria is usual in November, but no disease in December.
  expect(await isTold('2026-11-30T18:29:59.999Z')).toBe(1)
  expect(await isTold('2026-11-30T18:30:00.000Z')).toBe(0)
  await store.close()
})
