import type { Medicine, Problem } from '@mms/contracts'
import { beforeEach, expect, test } from 'vitest'
import { buildMedicine, describeInventory, newId } from '../../test/support.ts'

const CODE = '4006381333931'
const OTHER = '8901030865275'

describeInventory('barcodes on $name', (inventory) => {
  beforeEach(() => inventory.clear())

  const post = <T = Medicine>(differing: object) =>
    inventory.client.post<T>('/api/medicines', {
      token: inventory.admin,
      body: { ...buildMedicine(), ...differing },
    })
  const put = <T = Medicine>(id: string, body: object) =>
    inventory.client.put<T>(`/api/medicines/${id}`, { token: inventory.staff, body })
  const found = async (search: string) => {
    const path = `/api/medicines?limit=50&search=${encodeURIComponent(search)}`
    const { body, headers } = await inventory.get<Medicine[]>(path)
    expect(headers.get('x-total-count')).toBe(String(body.length))
    return body.map(({ name }) => name)
  }

  test('are kept in one form, and told to other services', async () => {
    const { status, body } = await post({ barcode: ' 0 36000-29145 2 ' })
    expect([status, body.barcode]).toEqual([201, '0036000291452'])
    expect(await inventory.state(body._id)).toMatchObject({ barcode: '0036000291452' })
    const path = `/api/medicines/${body._id}`
    expect(await inventory.read<Medicine>(path)).toEqual(body)
  })

  test('stay when the form leaves them out, change and go when it says so', async () => {
    const { body } = await post({ barcode: CODE })
    expect((await put(body._id, buildMedicine())).body.barcode).toBe(CODE)
    expect((await put(body._id, { ...buildMedicine(), barcode: OTHER })).body.barcode).toBe(OTHER)
    expect((await put(body._id, { ...buildMedicine(), barcode: '' })).body.barcode).toBeNull()
  })

  test('belong to one medicine; the refusal names it and stores nothing', async () => {
    await post({ name: 'Dolo 650', barcode: CODE })
    const refusal = {
      status: 409,
      body: { code: 'inventory.barcode_in_use', errors: { barcode: 'is already used by Dolo 650' } },
    }
    expect(await post<Problem>({ barcode: CODE })).toMatchObject(refusal)
    expect(await post<Problem>({ barcode: `0${CODE}` })).toMatchObject(refusal)
    const second = (await post({ currentStock: 5, barcode: OTHER })).body
    expect(await put<Problem>(second._id, { ...buildMedicine(), barcode: CODE })).toMatchObject(refusal)
    expect(await inventory.state(second._id)).toMatchObject({ barcode: OTHER, version: 1, currentStock: 5 })
    expect(await inventory.movements(second._id)).toHaveLength(1)
    expect((await put(second._id, { ...buildMedicine(), barcode: OTHER })).status).toBe(200)
  })

  test('go to exactly one of many who want them at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ barcode: CODE })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
  })

  test('survive an edit, a sale and a deletion by a release that does not know them', async () => {
    const { body } = await post({ currentStock: 9, barcode: CODE })
    const row = () => inventory.db('medicines').where({ id: body._id })
    await row().update({ name: 'Edited by yesterday', sort_name: 'edited by yesterday', version: 2 })
    await inventory.command(newId(), { medicineId: body._id, quantity: 2 })
    expect(await found(CODE)).toEqual(['Edited by yesterday'])
    await row().update({ sort_name: null, deleted_at: new Date(), version: 4 })
    expect((await post({ barcode: CODE })).status).toBe(201)
  })
})
