import type { FeedEvent, MedicineState, MedicinesSnapshot, Movement, MovementsSnapshot } from '@mms/contracts'
import { beforeEach, expect, test } from 'vitest'
import { buildMedicine, describeInventory, newId } from '../../test/support.ts'

describeInventory('what other services read on $name', (inventory) => {
  const token = () => inventory.tokens.serviceToken('sales')
  beforeEach(() => inventory.clear())

  const snapshotPage = async (query = '') =>
    (await inventory.client.get<MedicinesSnapshot>(`/internal/medicines${query}`, { token: token() })).body
  const feed = async (lastEventId?: string, timeout = 0) => {
    const query = new URLSearchParams({ timeout: String(timeout), ...(lastEventId && { lastEventId }) })
    return (await inventory.client.get<FeedEvent[]>(`/internal/feed?${query}`, { token: token() })).body
  }
  const head = async () => (await snapshotPage()).lastEventId
  const update = (id: string, currentStock: number) =>
    inventory.client.put(`/api/medicines/${id}`, {
      token: inventory.staff,
      body: buildMedicine({ currentStock }),
    })
  const remove = (id: string) => inventory.client.delete(`/api/medicines/${id}`, { token: inventory.admin })

  /** Applies a state by its version, as a consumer's read model does. */
  function applyState(model: Map<string, MedicineState>, state: MedicineState): void {
    if ((model.get(state._id)?.version ?? 0) < state.version) model.set(state._id, state)
  }

  test('an event carries the whole state of the medicine, and each movement is one', async () => {
    const from = await head()
    const { _id } = await inventory.create({ currentStock: 50 })
    const command = newId()
    await inventory.command(command, { medicineId: _id, quantity: 4 })
    await inventory.command(newId(), { medicineId: _id, quantity: 4_000 })
    await update(_id, 40)
    await remove(_id)
    const events = await feed(from)
    expect(events.map(({ type, source }) => `${source} ${type}`)).toEqual([
      'inventory inventory.movement.recorded',
      'inventory inventory.medicine.changed',
      'inventory inventory.movement.recorded',
      'inventory inventory.medicine.changed',
      'inventory inventory.movement.recorded',
      'inventory inventory.medicine.changed',
      'inventory inventory.medicine.deleted',
    ])
    const data = events.map((event) => event.data)
    expect(data[2]).toEqual((await inventory.movements(_id))[1])
    expect(events[2]?.subject).toBe(command)
    expect(data[3]).toMatchObject({ _id, currentStock: 46, version: 2, stockVersion: 2, deleted: false })
    expect(data[5]).toMatchObject({ _id, currentStock: 40, version: 3, stockVersion: 3 })
    expect(data[6]).toEqual(await inventory.state(_id))
  })

  test('a snapshot taken under changes, and the feed from there on, lose nothing', async () => {
    const created = await Promise.all(
      Array.from({ length: 6 }, () => inventory.create({ currentStock: 500 })),
    )
    const sales = Array.from({ length: 60 }, (_, index) =>
      inventory.command(newId(), { medicineId: created[index % 6]?._id ?? '' }),
    )
    const model = new Map<string, MedicineState>()
    let page = await snapshotPage('?limit=2')
    const { lastEventId } = page
    for (;;) {
      for (const medicine of page.medicines) applyState(model, medicine as MedicineState)
      if (page.next === null) break
      page = await snapshotPage(`?limit=2&after=${page.next}`)
    }
    await Promise.all(sales)
    let cursor = lastEventId
    for (let events = await feed(cursor); events.length > 0; events = await feed(cursor)) {
      for (const event of events) {
        if (event.type === 'inventory.medicine.changed') applyState(model, event.data as MedicineState)
        cursor = event.id
      }
    }
    for (const { _id } of created) expect(model.get(_id)).toEqual(await inventory.state(_id))
  })

  test('the whole ledger is read in pages, each medicine in order, and the feed goes on from its head', async () => {
    for (const currentStock of [10, 20, 30]) {
      const { _id: medicineId } = await inventory.create({ currentStock })
      for (let sold = 0; sold < 3; sold += 1) await inventory.command(newId(), { medicineId })
    }
    const from = await head()
    const read = async (after: string | null): Promise<Movement[]> => {
      const query = new URLSearchParams({ limit: '5', ...(after && { after }) })
      const path = `/internal/movements?${query}`
      const { body } = await inventory.client.get<MovementsSnapshot>(path, { token: token() })
      expect(body.lastEventId).toBe(from)
      return [...body.movements, ...(body.next ? await read(body.next) : [])]
    }
    const ledger = await read(null)
    expect(ledger).toHaveLength(12)
    for (const [id, movements] of Map.groupBy(ledger, ({ medicineId }) => medicineId)) {
      expect(movements).toEqual(await inventory.movements(id))
    }
  })
})
