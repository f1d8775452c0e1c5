import type { GroupLine, GroupOutcome, MovementGroup } from '@mms/contracts'
import { expect } from 'vitest'
import { batchesOf, batchProblems, batchTools } from './batches.ts'
import { type Inventory, newId } from './support.ts'

export const JUNE = '2027-06-30'
export const DECEMBER = '2027-12-31'

/** A bill line of one strip of 15 at ₹35, MRP ₹40. */
export const lineOf = (medicineId: string, differing: Partial<GroupLine> = {}): GroupLine => ({
  ...{ _id: newId(), medicineId, units: 15, packSize: 15, packPrice: 3500, packMrp: 4000 },
  ...{ taxClass: 'medicine', ...differing },
})

/** Operations on groups of movements for tests, on the service that is running then. */
export function groupTools(running: () => Inventory) {
  const { buy } = batchTools(running)
  const send = (lines: GroupLine[], differing: Partial<MovementGroup> = {}, id = newId()) =>
    running().client.put<GroupOutcome & { code?: string }>(`/internal/movement-groups/${id}`, {
      token: running().tokens.serviceToken('sales'),
      body: { actorId: 'user-7', lines, ...differing },
    })
  return {
    send,
    remove: (id: string) => running().client.delete(`/api/medicines/${id}`, { token: running().admin }),
    /** Units by batch number. */
    stockOf: async (id: string) =>
      Object.fromEntries((await batchesOf(running(), id)).map(({ number, stock }) => [number, stock])),
    /** Like `send`, but returns what a counter shows: units by batch number, or codes of refusals. */
    async sell(lines: GroupLine[], differing: Partial<MovementGroup> = {}, id = newId()) {
      const { status, body } = await send(lines, differing, id)
      if (status !== 200) return body.code
      if (body.outcome === 'rejected') return body.lines.map(({ code }) => code.replace('inventory.', ''))
      return body.lines.map((line) =>
        Object.fromEntries(line.lines.map(({ number, effect }) => [number ?? '', effect])),
      )
    },
    /** Adds a medicine with these units. Batch A expires in June, B in December. */
    async shelf(units: { A?: number; B?: number; none?: number } = {}, name = 'Dolo'): Promise<string> {
      const { A = 0, B = 0, none = 0 } = units
      const { _id } = await running().create({
        ...{ name, manufacturer: `Maker ${newId()}`, currentStock: none, expiryDate: null },
        ...{ unitPrice: 0, packSize: 15, packPrice: 35, packMrp: 40 },
      })
      if (A > 0) await buy(_id, A, { number: 'A', expiryDate: JUNE })
      if (B > 0) await buy(_id, B, { number: 'B', expiryDate: DECEMBER })
      return _id
    },
    /** Returns type and effect of all movements after the deliveries. */
    async moved(id: string) {
      const movements = await running().movements(id)
      return movements.flatMap(({ type, change }) =>
        type === 'purchase' || type === 'opening' ? [] : [`${type} ${change}`],
      )
    },
    /** Expects that stock, batches, lines and the chain of balances add up. */
    async assertBooks(...ids: string[]): Promise<void> {
      for (const id of ids) {
        expect(await batchProblems(running(), id)).toEqual([])
        const { db } = running()
        const rows = await db('movements').where({ medicine_id: id }).orderBy('version')
        let balance = 0
        for (const [index, { version, effect, balance_after }] of rows.entries()) {
          balance += effect
          expect([version, balance_after]).toEqual([index + 1, balance])
        }
        const medicine = await db('medicines').where({ id }).first()
        expect([medicine.current_stock, medicine.stock_version]).toEqual([balance, rows.length])
      }
    },
  }
}
