import { type Catalogue, type CompositionSuggestion, medicinesOf, type StockCommand } from '@mms/contracts'
import { compositionKeyOf } from '@mms/medicine-search/composition'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { buildMedicine, newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('fields of a medicine on $name', (kind: TestDatabase) => {
  const inventory = openForTests(() => openInventory(kind))

  describe('the cost price', () => {
    const move = async (costPrice: number | undefined, command: Partial<StockCommand>, id = newId()) => {
      const { body } = await inventory.command(id, { type: 'purchase', quantity: 5, costPrice, ...command })
      expect(body).toMatchObject({ outcome: 'applied' })
      return id
    }

    test('is that of the last purchase; a sale and a free delivery leave it', async () => {
      const { _id } = await inventory.create({ currentStock: 50, unitPrice: 20 })
      await move(14.5, { medicineId: _id })
      expect(await inventory.medicine(_id, inventory.admin)).toMatchObject({
        costPrice: 14.5,
        unitPrice: 20,
        currentStock: 55,
      })
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

    test('that is not understood is kept and is like nothing', async () => {
      for (const composition of ['🤷 + <b>x</b>', 'أموكسيسيلين', 'magic 5 mg']) {
        const { _id } = await inventory.create({ name: 'Paracetamol 500 mg tablets', composition })
        expect([(await inventory.medicine(_id)).composition, await keyAtCounter(_id)]).toEqual([
          composition,
          null,
        ])
      }
    })

    test('is none unless it is given, and stays where a form leaves it out', async () => {
      const brand = await inventory.create({ name: 'Dolo 650' })
      expect([brand.composition, await keyAtCounter(brand._id)]).toEqual([null, null])
      await inventory.save(brand, { composition: 'Paracetamol 650 mg' })
      const stored = await inventory.medicine(brand._id)
      expect(await keyAtCounter(brand._id)).toBe('paracetamol|650 mg|')
      expect((await inventory.save(stored, { composition: undefined })).body).toMatchObject({
        composition: 'Paracetamol 650 mg',
      })
      expect(
        (await inventory.save(await inventory.medicine(brand._id), { composition: ' ' })).body,
      ).toMatchObject({ composition: null })
    })

    test.each([
      [
        'Amoxicillin 500 mg + Clavulanic Acid 125 mg tablets (10)',
        'Amoxicillin 500 mg + Clavulanic Acid 125 mg',
      ],
      ['Crocin Advance', null],
      ['', null],
    ])('is suggested from the name %j: %j', async (name, composition) => {
      const path = `/api/medicines/composition?name=${encodeURIComponent(name)}`
      const answer = await inventory.get<CompositionSuggestion>(path)
      expect(answer).toMatchObject({ status: 200, body: { composition } })
    })

    test('is completed from the names of salts, each of them understood', async () => {
      const body = await inventory.read<string[]>('/api/medicines/salts')
      expect(body).toContain('Paracetamol')
      expect(body.filter((salt) => compositionKeyOf({ name: `${salt} 5 mg` }) === null)).toEqual([])
    })
  })

  describe('names and numbers that mislead', () => {
    test.each(['Do\u202Elo', 'Do\u200Blo', 'Dol\u200Do', 'Dolo\u200F'])(
      'a medicine cannot be called %j',
      async (name) => {
        const { status } = await inventory.client.post('/api/medicines', {
          token: inventory.admin,
          body: buildMedicine({ name }),
        })
        expect(status).toBe(400)
      },
    )

    test('a name in an Indian script keeps its joiners', async () => {
      const name = `क्\u200Dष ${newId()}`
      expect((await inventory.create({ name })).name).toBe(name)
    })

    test('two rows of a file with one number are refused', async () => {
      const rows = ['A', 'B'].map((letter) => ({
        row: 2,
        fields: { name: `Twin ${letter}`, category: 'Other' },
      }))
      const { status } = await inventory.client.put(`/api/medicines/imports/${newId()}`, {
        token: inventory.admin,
        body: { fileName: 'a.csv', dryRun: false, setStock: false, rows },
      })
      expect(status).toBe(400)
    })
  })
})
