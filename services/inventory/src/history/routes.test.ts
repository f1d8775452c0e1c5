import type { AuditEntry, Medicine, MedicineHistoryLine } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { NOON, newId, openInventory } from '../../test/support.ts'

/** Shortens a line to one text: `medicine.changed unitPrice 12.5 → 13`, `sale −1`. */
function inWords({ change, movement }: MedicineHistoryLine): string {
  if (movement) return `${movement.type} ${movement.change}`
  if (!change) throw new Error('an empty line')
  const fields = Object.keys(change.after ?? {}).map(
    (field) => `${field} ${change.before?.[field]} → ${change.after?.[field]}`,
  )
  return change.before && change.after ? `${change.action} ${fields.join(', ')}` : change.action
}

describe.each(testDatabases())('the history of a medicine on $name', ({ name: database, ...rest }) => {
  const inventory = openForTests(() => openInventory({ name: database, ...rest }))

  const history = (id: string, query = '', token = inventory.admin) =>
    inventory.get<MedicineHistoryLine[]>(`/api/medicines/${id}/history${query}`, token)
  const words = async (id: string, token?: string) => (await history(id, '', token)).body.map(inWords)
  /** Each change gets a time of its own, because the order of equal times is undefined. */
  let minute = 0
  const later = () => {
    minute += 1
    inventory.setNow(new Date(Date.parse(NOON) + minute * 60_000).toISOString())
  }
  const save = (medicine: Medicine, changes: Partial<Medicine>, token = inventory.admin, headers = {}) => {
    later()
    const { _id, version, createdAt, updatedAt, ...form } = { ...medicine, ...changes }
    return inventory.client.put<Medicine>(`/api/medicines/${_id}`, { token, body: form, headers })
  }
  const entries = async (id: string) =>
    (await history(id, '?kind=changes')).body.map(({ change }) => change as AuditEntry)
  const from = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'request-of-the-test' }

  test('holds changes and movements together, newest first, each with who, before and after', async () => {
    const medicine = await inventory.create({ unitPrice: 12.5, currentStock: 50 })
    await save(medicine, { unitPrice: 13, currentStock: 48 }, inventory.staff, from)
    later()
    await inventory.command(newId(), { medicineId: medicine._id })
    later()
    await inventory.remove(medicine)
    expect(await words(medicine._id)).toEqual([
      'medicine.deleted',
      'sale -1',
      'adjustment -2',
      'medicine.changed unitPrice 12.5 → 13',
      'opening 50',
      'medicine.added',
    ])
    const [deleted, changed, added] = await entries(medicine._id)
    expect(deleted?.before).toMatchObject({ name: medicine.name, unitPrice: 13 })
    expect(added?.after).toMatchObject({ name: medicine.name, minStockLevel: 10, expiryDate: '2027-06-30' })
    const by = { actorId: expect.any(String), actorName: expect.any(String) }
    expect(changed).toMatchObject({ ...by, requestId: 'request-of-the-test', address: '203.0.113.9' })
    const moved = (await history(medicine._id, '?kind=movements')).body.map(inWords)
    expect(moved).toEqual(['sale -1', 'adjustment -2', 'opening 50'])
  })

  test('shows staff neither what was paid nor from where a change came', async () => {
    const medicine = await inventory.create({ costPrice: 7 })
    await save(medicine, { costPrice: 8, expiryDate: '2028-01-31' }, inventory.admin, from)
    const costs = (await words(medicine._id)).filter((line) => line.includes('costPrice'))
    expect(costs).toEqual(['medicine.cost-price-changed costPrice 7 → 8'])
    const { body } = await history(medicine._id, '', inventory.staff)
    const dated = 'medicine.changed expiryDate 2027-06-30 → 2028-01-31'
    expect(body.map(inWords)).toEqual([dated, 'opening 50', 'medicine.added'])
    expect(JSON.stringify(body)).not.toMatch(/costPrice|203\.0\.113\.9|request-of-the-test/)
  })

  test('names the price that a purchase set', async () => {
    const medicine = await inventory.create({ unitPrice: 12.5 })
    const changes = { unitPrice: 14 }
    const id = newId()
    const purchase = { medicineId: medicine._id, type: 'purchase', quantity: 5 } as const
    await inventory.command(id, { ...purchase, actorId: 'u7', changes })
    const [changed] = await entries(medicine._id)
    const set = { before: { unitPrice: 12.5 }, after: changes }
    expect(changed).toMatchObject({ action: 'medicine.changed', actorId: 'u7', ...set })
    await inventory.command(newId(), { ...purchase, reverses: id })
    expect((await entries(medicine._id))[0]).toMatchObject({ before: changes, after: { unitPrice: 12.5 } })
  })

  test('pages through both by the Link header, and shows each line once', async () => {
    const medicine = await inventory.create()
    let saved = medicine
    for (let n = 1; n <= 4; n += 1) {
      saved = (await save(saved, { unitPrice: 20 + n })).body
      later()
      await inventory.command(newId(), { medicineId: medicine._id })
      saved = await inventory.medicine(medicine._id, inventory.admin)
    }
    const all = await words(medicine._id)
    expect(all).toHaveLength(10)
    const path = `/api/medicines/${medicine._id}/history?limit=3`
    const paged = (await inventory.pages<MedicineHistoryLine>(path)).flatMap(({ body }) => body.map(inWords))
    expect(paged).toEqual(all)
  })

  test('says nothing of what was refused or left as it was', async () => {
    const medicine = await inventory.create({ barcode: '8901058851298' })
    const other = await inventory.create()
    expect(await save(other, { barcode: medicine.barcode })).toMatchObject({ status: 409 })
    expect(await save(other, {}, inventory.admin, { 'if-match': '"99"' })).toMatchObject({ status: 412 })
    expect(await save(other, {})).toMatchObject({ status: 200 })
    expect(await words(other._id)).toEqual(['opening 50', 'medicine.added'])
  })

  test('changes nothing that cannot be put on record', async () => {
    const medicine = await inventory.create({ unitPrice: 12.5 })
    const { db } = inventory
    const refusal = {
      sqlite: "begin select raise(abort, 'broken'); end",
      mariadb: "for each row signal sqlstate '45000'",
    }
    await db.raw(`create trigger refuse_entries before insert on audit_entries ${refusal[database]}`)
    const answer = await save(medicine, { unitPrice: 13, currentStock: 1 })
    await db.raw('drop trigger refuse_entries')
    expect(answer.status).toBe(500)
    const expected = { unitPrice: 12.5, currentStock: 50, version: 1 }
    expect(await inventory.state(medicine._id)).toMatchObject(expected)
  })
})
