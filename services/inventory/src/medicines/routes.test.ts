import type { Medicine, Problem } from '@mms/contracts'
import { expect, test } from 'vitest'
import { buildMedicine, describeInventory, NOON, newId } from '../../test/support.ts'

describeInventory('a medicine on $name', (inventory) => {
  const get = (id: string, headers = {}) =>
    inventory.client.get<Medicine>(`/api/medicines/${id}`, { token: inventory.staff, headers })
  const put = <T = Medicine>(id: string, body: unknown, ifMatch?: string) =>
    inventory.client.put<T>(`/api/medicines/${id}`, {
      token: inventory.staff,
      body,
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    })

  test('is created with what the specification defaults, and is found again', async () => {
    const answer = await inventory.client.post<Medicine>('/api/medicines', {
      token: inventory.admin,
      body: { name: '  Crocin “ß” क्रोसिन 😀 ', category: 'Antipyretics' },
    })
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'Crocin “ß” क्रोसिन 😀', minStockLevel: 10, version: 1, createdAt: NOON },
    })
    expect(answer.headers.get('location')).toBe(`/api/medicines/${answer.body._id}`)
    expect(answer.headers.get('etag')).toBe('"1"')
    expect((await get(answer.body._id)).body).toEqual(answer.body)
  })

  test('is edited by staff; an adjustment explains the new stock', async () => {
    const { _id } = await inventory.create({ currentStock: 50 })
    const demandFactors = {
      ...{ seasonal: true, seasonalTrend: { winter: 1.7, spring: 1, summer: 0.9, fall: 0 } },
      ...{ climateDependent: true, climateFactors: { rainy: 2.1, dry: 1, cold: 1, hot: 100 } },
    }
    const form = buildMedicine({ currentStock: 42, unitPrice: 4.35, expiryDate: null, demandFactors })
    const token = inventory.tokens.token({ role: 'staff', sub: 'editor-7' })
    const answer = await inventory.client.put(`/api/medicines/${_id}`, { token, body: form })
    expect(answer).toMatchObject({ status: 200, body: { ...form, version: 2 } })
    expect(answer.headers.get('etag')).toBe('"2"')
    expect((await get(_id)).body).toEqual(answer.body)
    expect(await inventory.movements(_id)).toMatchObject([
      { type: 'opening', version: 1, change: 50 },
      { type: 'adjustment', version: 2, change: -8, balanceAfter: 42, actorId: 'editor-7' },
    ])
  })

  test('keeps what the form leaves out, and its ledger when the stock is the same', async () => {
    const before = await inventory.create({ manufacturer: 'Cipla', currentStock: 50 })
    const { manufacturer: _, expiryDate: __, ...form } = buildMedicine({ currentStock: 50 })
    const { body } = await put(before._id, form)
    expect(body).toMatchObject({ ...form, manufacturer: 'Cipla', expiryDate: before.expiryDate, version: 2 })
    expect(await inventory.movements(before._id)).toHaveLength(1)
  })

  test('answers 412 to a form left open over a sale, and loses nothing', async () => {
    const { _id, version } = await inventory.create({ currentStock: 50 })
    await inventory.command(newId(), { medicineId: _id, quantity: 3 })
    const answer = await put<Problem>(_id, buildMedicine({ currentStock: 50 }), `"${version}"`)
    expect(answer).toMatchObject({ status: 412, body: { code: 'inventory.medicine_changed' } })
    expect((await get(_id)).body).toMatchObject({ currentStock: 47, version: 2 })
    expect(await inventory.movements(_id)).toHaveLength(2)
  })

  test('without If-Match takes the last form; the adjustment starts from the stock as it is', async () => {
    const { _id } = await inventory.create({ currentStock: 50 })
    await inventory.command(newId(), { medicineId: _id, quantity: 3 })
    expect((await put(_id, buildMedicine({ currentStock: 50 }))).status).toBe(200)
    expect((await inventory.movements(_id)).at(-1)).toMatchObject({ change: 3, balanceAfter: 50 })
  })

  test('takes exactly one of many forms saved at once with the same tag', async () => {
    const { _id } = await inventory.create({ currentStock: 1 })
    const forms = Array.from({ length: 12 }, (_, index) => buildMedicine({ currentStock: 100 + index }))
    const answers = await Promise.all(forms.map((form) => put(_id, form, '"1"')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(11)
    expect(await inventory.movements(_id)).toHaveLength(2)
  })

  test('is hidden by an admin, and keeps its history', async () => {
    const { _id } = await inventory.create({ currentStock: 5 })
    const path = `/api/medicines/${_id}`
    expect(await inventory.client.delete(path, { token: inventory.admin })).toMatchObject({ status: 204 })
    const gone = { status: 404, body: { code: 'inventory.medicine_not_found' } }
    expect(await get(_id)).toMatchObject(gone)
    expect(await put(_id, buildMedicine())).toMatchObject(gone)
    expect(await inventory.client.delete(path, { token: inventory.admin })).toMatchObject(gone)
    const list = await inventory.get<Medicine[]>('/api/medicines')
    expect(list.body.map((medicine) => medicine._id)).not.toContain(_id)
    expect(await inventory.movements(_id)).toHaveLength(1)
    expect(await inventory.state(_id)).toMatchObject({ deleted: true, currentStock: 5, version: 2 })
  })

  test('that never was is not found anywhere', async () => {
    const id = newId()
    const missing = { status: 404, body: { code: 'inventory.medicine_not_found' } }
    const { admin: token, client } = inventory
    expect(await get(id)).toMatchObject(missing)
    expect(await put(id, buildMedicine())).toMatchObject(missing)
    expect(await client.delete(`/api/medicines/${id}`, { token })).toMatchObject(missing)
    expect(await client.get(`/api/medicines/${id}/movements`, { token })).toMatchObject(missing)
  })

  test('the answer says which header was missing: two without a key are two medicines', async () => {
    const asked = () => ({ token: inventory.admin, body: buildMedicine() })
    const post = (headers = {}) => inventory.client.post<Medicine>('/api/medicines', { ...asked(), headers })
    const [one, two] = [await post(), await post()]
    expect(one.body._id).not.toBe(two.body._id)
    expect(two.headers.get('missing-header')).toBe('Idempotency-Key')
    const keyed = await post({ 'Idempotency-Key': 'a'.repeat(16) })
    expect(keyed.headers.get('missing-header')).toBeNull()
  })

  test('an edit without a tag says so', async () => {
    const { _id } = await inventory.create()
    const saved = await put(_id, buildMedicine())
    expect([saved.status, saved.headers.get('missing-header')]).toEqual([200, 'If-Match'])
    const again = await put(_id, buildMedicine(), saved.headers.get('etag') ?? '')
    expect([again.status, again.headers.get('missing-header')]).toEqual([200, null])
  })
})
