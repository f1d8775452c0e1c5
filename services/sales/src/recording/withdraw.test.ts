import type { Problem } from '@mms/contracts'
import { expect, test } from 'vitest'
import { describeStore, newKey } from '../../test/support.ts'

describeStore(
  'withdrawing what was sent under a key on $name',
  (store) => {
    test('a key that has not arrived never has an effect, however late it comes', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const [asked, key] = [{ medicineId: medicine._id, quantity: 4 }, newKey()]
      const answer = await store.withdraw(asked, key)
      expect([answer.status, answer.body.status, answer.body.quantity]).toEqual([200, 'cancelled', 4])
      const late = await store.record(asked, key)
      expect([late.status, (late.body as unknown as Problem).code]).toEqual([409, 'sales.cancelled'])
      expect((await store.withdraw(asked, key)).body._id).toBe(answer.body._id)
      expect(await store.stockOf(medicine)).toBe(50)
      expect(await store.movementsOf(medicine)).toEqual([])
      const listed = (await store.list('?limit=100')).body.map(({ _id }) => _id)
      expect(listed).not.toContain(answer.body._id)
    })

    test('one that was recorded is told as it is, and stays', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const [asked, key] = [{ medicineId: medicine._id, quantity: 4 }, newKey()]
      const sale = await store.record(asked, key)
      const answer = await store.withdraw(asked, key)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ _id: sale.body._id, status: 'completed', newStockLevel: 46 })
      expect(await store.stockOf(medicine)).toBe(46)
    })

    test('another body under the key is refused, and takes nothing back', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const key = newKey()
      await store.record({ medicineId: medicine._id, quantity: 4 }, key)
      const answer = await store.withdraw({ medicineId: medicine._id, quantity: 5 }, key)
      expect([answer.status, (answer.body as unknown as Problem).code]).toEqual([422, 'sales.key_reused'])
      expect(await store.stockOf(medicine)).toBe(46)
    })

    test('of a sale and its withdrawal at the same moment the books and the answers agree', async () => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      let sold = 0
      for (let round = 0; round < 15; round += 1) {
        const [asked, key] = [{ medicineId: medicine._id }, newKey()]
        const [, first] = await Promise.all([store.record(asked, key), store.withdraw(asked, key)])
        let { status } = first.body
        await expect
          .poll(async () => ({ status } = (await store.withdraw(asked, key)).body))
          .not.toBe('pending')
        if (status === 'completed') sold += 1
        expect(['completed', 'cancelled']).toContain(status)
        const again = await store.record(asked, key)
        expect(again.status).toBe(status === 'completed' ? 201 : 409)
      }
      expect(await store.stockOf(medicine)).toBe(50 - sold)
      expect(await store.movementsOf(medicine)).toHaveLength(sold)
    })
  },
  { sweepIntervalMs: 20 },
)
