import { type Catalogue, medicinesOf, type StockCommand } from '@mms/contracts'
import { compositionKeyOf } from '@mms/medicine-search/composition'
import { describe, expect, test } from 'vitest'
import { describeInventory, newId } from '../../test/support.ts'

describeInventory('fields of a medicine on $name', (inventory) => {
  describe('the cost price', () => {
    const move = async (costPrice: number | undefined, command: Partial<StockCommand>, id = newId()) => {
      const { body } = await inventory.command(id, { type: 'purchase', quantity: 5, costPrice, ...command })
      expect(body).toMatchObject({ outcome: 'applied' })
      return id
    }

    test('is that of the last purchase; a sale and a free delivery leave it', async () => {
      const { _id } = await inventory.create({ currentStock: 50, unitPrice: 20 })
      await move(14.5, { medicineId: _id })
      const expected = { costPrice: 14.5, unitPrice: 20, currentStock: 55 }
      expect(await inventory.medicine(_id, inventory.admin)).toMatchObject(expected)
      expect(await inventory.state(_id)).toMatchObject({ costPrice: 14.5 })
      await move(99, { medicineId: _id, type: 'sale' })
      await move(undefined, { medicineId: _id })
      expect(await inventory.medicine(_id, inventory.admin)).toMatchObject({ costPrice: 14.5 })
    })

    test('goes back with an undone purchase, unless another has set it since', async () => {
      const { _id } = await inventory.create({ costPrice: 10 })
      const slip = await move(2020, { medicineId: _id })
      await move(2020, { medicineId: _id, reverses: slip })
      expect(await inventory.medicine(_id, inventory.admin)).toMatchObject({ costPrice: 10 })
      const first = await move(11, { medicineId: _id })
      await move(12, { medicineId: _id })
      await move(11, { medicineId: _id, reverses: first })
      expect(await inventory.medicine(_id, inventory.admin)).toMatchObject({ costPrice: 12 })
    })
  })

  describe('the composition', () => {
    const atCounter = async (id: string) => {
      const body = await inventory.read<Catalogue>('/api/medicines/catalogue')
      return medicinesOf(body.columns as never).find(({ _id }) => _id === id)
    }
    const keyAtCounter = async (id: string) => (await atCounter(id))?.compositionKey

    test('is kept as it was typed, read for the counter, and other services learn of it', async () => {
      const composition = 'Amoxycillin 500mg + Clavulanate 125mg'
      const { _id } = await inventory.create({ name: 'Augmentin 625 Tablet', composition })
      expect(await inventory.medicine(_id)).toMatchObject({ composition })
      expect(await inventory.state(_id)).toMatchObject({ composition })
      const key = 'amoxicillin+clavulanic acid|500 mg+125 mg|tablets'
      expect(await atCounter(_id)).toMatchObject({ composition, compositionKey: key })
      // At the counter it is derived from the row first, and here from the event.
      await inventory.save(await inventory.medicine(_id), { name: 'Augmentin 625 Duo Tablet' })
      expect(await atCounter(_id)).toMatchObject({ composition, compositionKey: key })
    })

    test('is none unless it is given, and stays where a form leaves it out', async () => {
      const brand = await inventory.create({ name: 'Dolo 650' })
      expect([brand.composition, await keyAtCounter(brand._id)]).toEqual([null, null])
      await inventory.save(brand, { composition: 'Paracetamol 650 mg' })
      const stored = await inventory.medicine(brand._id)
      expect(await keyAtCounter(brand._id)).toBe('paracetamol|650 mg|')
      const expected = { composition: 'Paracetamol 650 mg' }
      expect((await inventory.save(stored, { composition: undefined })).body).toMatchObject(expected)
      expect(
        (await inventory.save(await inventory.medicine(brand._id), { composition: ' ' })).body,
      ).toMatchObject({ composition: null })
    })

    test('is suggested from the name', async () => {
      const body = await inventory.read('/api/medicines/composition?name=Paracetamol 500 mg tablets (10)')
      expect(body).toEqual({ composition: 'Paracetamol 500 mg' })
    })

    test('is completed from the names of salts, each of them understood', async () => {
      const body = await inventory.read<string[]>('/api/medicines/salts')
      expect(body).toContain('Paracetamol')
      expect(body.filter((salt) => compositionKeyOf({ name: `${salt} 5 mg` }) === null)).toEqual([])
    })
  })
})
