import { type Catalogue, type CompositionSuggestion, type Medicine, medicinesOf } from '@mms/contracts'
import { compositionKeyOf } from '@mms/medicine-search/composition'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { openInventory } from '../../test/support.ts'

describe.each(testDatabases())('the composition on $name', (kind: TestDatabase) => {
  const inventory = openForTests(() => openInventory(kind))

  const read = async (id: string) =>
    (await inventory.client.get<Medicine>(`/api/medicines/${id}`, { token: inventory.staff })).body
  const save = ({ _id, version: _, createdAt: __, updatedAt: ___, ...body }: Medicine, differing: object) =>
    inventory.client.put<Medicine>(`/api/medicines/${_id}`, {
      token: inventory.staff,
      body: { ...body, ...differing },
    })
  const atCounter = async (id: string) => {
    const { body } = await inventory.client.get<Catalogue>('/api/medicines/catalogue', {
      token: inventory.staff,
    })
    return medicinesOf(body.columns as never).find(({ _id }) => _id === id)
  }
  const keyAtCounter = async (id: string) => (await atCounter(id))?.compositionKey

  test('is kept as it was typed, read for the counter, and other services learn of it', async () => {
    const composition = 'Amoxycillin 500mg + Clavulanate 125mg'
    const { _id } = await inventory.create({ name: 'Augmentin 625 Tablet', composition })
    expect(await read(_id)).toMatchObject({ composition })
    expect(await inventory.state(_id)).toMatchObject({ composition })
    const key = 'amoxicillin+clavulanic acid|500 mg+125 mg|tablets'
    expect(await atCounter(_id)).toMatchObject({ composition, compositionKey: key })
    // At the counter it is derived from the row first, and here from the event.
    await save(await read(_id), { name: 'Augmentin 625 Duo Tablet' })
    expect(await atCounter(_id)).toMatchObject({ composition, compositionKey: key })
  })

  test('that is not understood is kept and is like nothing', async () => {
    for (const composition of ['🤷 + <b>x</b>', 'أموكسيسيلين', 'magic 5 mg']) {
      const { _id } = await inventory.create({ name: 'Paracetamol 500 mg tablets', composition })
      expect([(await read(_id)).composition, await keyAtCounter(_id)]).toEqual([composition, null])
    }
  })

  test('is none unless it is given, and stays where a form leaves it out', async () => {
    const brand = await inventory.create({ name: 'Dolo 650' })
    expect([brand.composition, await keyAtCounter(brand._id)]).toEqual([null, null])
    await save(brand, { composition: 'Paracetamol 650 mg' })
    const stored = await read(brand._id)
    expect(await keyAtCounter(brand._id)).toBe('paracetamol|650 mg|')
    expect((await save(stored, { composition: undefined })).body).toMatchObject({
      composition: 'Paracetamol 650 mg',
    })
    expect((await save(await read(brand._id), { composition: ' ' })).body).toMatchObject({
      composition: null,
    })
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
    const answer = await inventory.client.get<CompositionSuggestion>(path, { token: inventory.staff })
    expect(answer).toMatchObject({ status: 200, body: { composition } })
  })

  test('is completed from the names of salts, each of them understood', async () => {
    const { body } = await inventory.client.get<string[]>('/api/medicines/salts', { token: inventory.staff })
    expect(body).toContain('Paracetamol')
    expect(body.filter((salt) => compositionKeyOf({ name: `${salt} 5 mg` }) === null)).toEqual([])
  })
})
