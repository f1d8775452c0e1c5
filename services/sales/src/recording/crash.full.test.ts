import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { batchBooks, divideStock } from '../../test/batches.ts'
import { crashAt, expectOneEffectEach, steps } from '../../test/crash.ts'
import { openProcesses, untilFinal } from '../../test/processes.ts'
import { newKey } from '../../test/support.ts'

describe.each(testDatabases())('whatever dies on $name', (database) => {
  const store = openForTests(() => openProcesses(database))

  test.each(steps)('a sale has one effect when %s dies at %s', async (...at) => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const key = newKey()
    const send = () => store.record({ medicineId: medicine._id, quantity: 4 }, key)
    const expected = { status: 201, body: { status: 'completed', newStockLevel: 46 } }
    expect(await crashAt(store, at, send)).toMatchObject(expected)
    await expectOneEffectEach(store, medicine, 46, ['completed'])
  })

  test.each(steps.filter(([name]) => name === 'inventory'))(
    'a sale over two batches has one effect on each when %s dies at %s',
    async (...at) => {
      const medicine = await store.addMedicine({ currentStock: 10 })
      await divideStock(store, medicine, [
        [7, '2098-01-31'],
        [3, '2097-01-31'],
      ])
      const key = newKey()
      const send = () => store.record({ medicineId: medicine._id, quantity: 4 }, key)
      expect(await crashAt(store, at, send)).toMatchObject({ status: 201, body: { newStockLevel: 6 } })
      await expectOneEffectEach(store, medicine, 6, ['completed'])
      const expected = { B0: { stock: 6, lines: 6 }, B1: { stock: 0, lines: 0 } }
      expect(await batchBooks(store, medicine)).toEqual(expected)
    },
  )

  test.each(steps)('a refused sale stays refused when %s dies at %s', async (...at) => {
    const medicine = await store.addMedicine({ currentStock: 3 })
    const key = newKey()
    const send = () => store.record({ medicineId: medicine._id, quantity: 4 }, key)
    const refusal = {
      status: 409,
      body: {
        code: 'inventory.insufficient_stock',
        message: `Only 3 units of ${medicine.name} are in stock`,
      },
    }
    expect(await crashAt(store, at, send)).toMatchObject(refusal)
    const purchase = { medicineId: medicine._id, type: 'purchase', quantity: 10 } as const
    await untilFinal(() => store.record(purchase, `${key}-purchase`))
    expect(await send()).toMatchObject(refusal)
    await expectOneEffectEach(store, medicine, 13, ['completed', 'rejected'])
  })

  test('a conversion has its whole effect or none when inventory dies in it', async () => {
    const medicine = await store.addMedicine({ currentStock: 12 })
    const convert = () =>
      store.process('inventory').put(`/api/medicines/${medicine._id}/pack`, {
        ...{
          token: store.tokens.token({ role: 'admin' }),
          body: { packSize: 15, packWord: 'strip', unitWord: 'tablet' },
        },
        headers: { 'If-Match': `"${medicine.version}"` },
      })
    await store.process('inventory').arm('kill:inventory.conversion.written')
    await expect(convert()).rejects.toThrow()
    await store.restart('inventory')
    expect(await store.stockOf(medicine)).toBe(12)
    expect((await convert()).status).toBe(200)
    expect((await convert()).status).toBe(412)
    expect(await store.stockOf(medicine)).toBe(180)
    expect((await store.movementsOf(medicine)).map(({ change }) => change)).toEqual([168])
  })
})
