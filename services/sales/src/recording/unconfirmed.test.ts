import type { AuditEntry, CreateTransaction } from '@mms/contracts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeStore, newKey } from '../../test/support.ts'

describeStore('an odd price that nobody confirmed on $name', (store) => {
  let medicineId: string
  beforeAll(async () => {
    const medicine = await store.addMedicine({ currentStock: 500, unitPrice: 30, mrp: 200 })
    medicineId = medicine._id
  })
  beforeEach(async () => {
    const known = () => store.db('medicines').where({ id: medicineId }).pluck('id')
    await expect.poll(known).toEqual([medicineId])
  })

  const entriesOf = async (query: Record<string, string>) => {
    const search = new URLSearchParams({ action: 'transaction.unconfirmed', ...query })
    const path = `/api/transactions/history?${search}`
    return (await store.client.get<AuditEntry[]>(path, { token: store.admin })).body
  }

  test.each<[string, Partial<CreateTransaction>, string]>([
    ['a sale for nothing', { unitPrice: 0 }, 'price_zero'],
    ['a sale far below', { unitPrice: 10 }, 'price_far'],
    ['a purchase above the MRP', { type: 'purchase', unitPrice: 201 }, 'price_above_mrp'],
  ])('%s is recorded, marked, and listed by person', async (_, asked, code) => {
    const { status, body } = await store.record({ medicineId, ...asked }, newKey())
    const { unitPrice: value } = body
    const compared = code === 'price_above_mrp' ? 200 : 30
    expect([status, body.confirmed]).toEqual([201, [{ code, value, compared, unasked: true }]])
    const person = body.recordedBy?._id ?? ''
    const [entry, ...others] = (await entriesOf({ person })).filter(({ subject }) => subject === body._id)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ actorId: person, before: { [code]: compared }, after: { [code]: value } })
    expect(entry?.subjectName).toMatch(/ × Medicine /)
  })

  test('is none where it was confirmed, is usual, or moves no money', async () => {
    const confirmed = [{ code: 'price_far' as const, value: 10, compared: 30 }]
    const asked = await store.record({ medicineId, unitPrice: 10, confirmed }, newKey())
    expect(asked.body.confirmed).toEqual(confirmed)
    const usual = await store.record({ medicineId, unitPrice: 29.99 }, newKey())
    const writtenOff = await store.record(
      { medicineId, type: 'expired', unitPrice: 0, note: 'wet' },
      newKey(),
    )
    for (const { body } of [asked, usual, writtenOff]) {
      expect(body.status).toBe('completed')
      expect(await entriesOf({ subject: body._id })).toEqual([])
    }
    expect(usual.body).not.toHaveProperty('confirmed')
  })

  test('goes by the limits of the store', async () => {
    const path = '/api/transactions/limits'
    const { body: before } = await store.client.get<Record<string, number>>(path, { token: store.admin })
    const { version: _version, changes: _changes, ...limits } = before
    await store.client.put(path, { token: store.admin, body: { ...limits, priceTimes: 4 } })
    const { body } = await store.record({ medicineId, unitPrice: 10 }, newKey())
    expect(body).not.toHaveProperty('confirmed')
  })

  test('is not listed while its outcome is not known, or where it was refused', async () => {
    const { status } = await store.record({ medicineId, unitPrice: 0, quantity: 501 }, newKey())
    expect(status).toBe(409)
    const completed = (await store.list('')).body.map(({ _id }) => _id)
    for (const { subject } of await entriesOf({})) expect(completed).toContain(subject)
  })
})
