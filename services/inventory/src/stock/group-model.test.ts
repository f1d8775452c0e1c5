import { addDays, type GroupLine, type GroupOutcome } from '@mms/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesOf, batchTools } from '../../test/batches.ts'
import { groupTools, lineOf } from '../../test/groups.ts'
import { holdAction, stepOf } from '../../test/steps.ts'
import { describeInventory, newId } from '../../test/support.ts'

const FIRST_DAY = '2026-11-20'
const NEVER = '9999-12-31'
const RUNS = 25

const nth = fc.nat(30)
const number = fc.constantFrom('A', 'B', 'C')
const line = fc.record({
  medicine: fc.nat(2),
  units: fc.integer({ min: 1, max: 9 }),
  named: fc.option(number, { nil: undefined, freq: 3 }),
  reason: fc.boolean(),
})
const medicine = fc.nat(2)
const lines = fc.array(line, { minLength: 1, maxLength: 4 })
const copies = fc.array(fc.boolean(), { minLength: 1, maxLength: 3 })
const delivered = { units: fc.integer({ min: 5, max: 20 }), number, days: fc.constantFrom(0, 1, 3, 90) }
const step = fc.oneof(
  stepOf(5, 'deliver', { medicine, ...delivered }),
  stepOf(8, 'sell', { lines, handedOver: fc.constantFrom(true, false, false) }),
  stepOf(4, 'repeat', { nth, copies }),
  stepOf(2, 'hold', { nth, action: holdAction }),
  stepOf(1, 'midnight', {}),
  stepOf(1, 'delete', { medicine }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Sent {
  id: string
  lines: GroupLine[]
  isApplied: boolean
}

describeInventory('bills in any order on $name', (inventory) => {
  const { act, buy } = batchTools(() => inventory)
  const { assertBooks, remove, send, shelf } = groupTools(() => inventory)

  async function run(steps: Step[]) {
    let today = FIRST_DAY
    const noon = () => inventory.setNow(`${today}T06:30:00.000Z`)
    noon()
    const ids = [await shelf({ none: 5 }), await shelf({ A: 9, B: 9 }), await shelf()]
    const deleted = new Set<string>()
    const groups: Sent[] = []
    const salesOf = (lines: GroupLine[]) =>
      inventory.db('movements').whereIn(
        'id',
        lines.map(({ _id }) => _id),
      )

    /** Returns the batch of each line by a simple model of the rules; undefined if a line is refused. */
    async function expected(lines: GroupLine[]) {
      const shelves = new Map<string, Awaited<ReturnType<typeof batchesOf>>>()
      for (const id of ids) shelves.set(id, deleted.has(id) ? [] : await batchesOf(inventory, id))
      return lines.map(({ medicineId, units, batch }) => {
        const sellable = (shelves.get(medicineId) ?? [])
          .filter(
            ({ status, stock, expiryDate }) =>
              status === 'available' && stock > 0 && (expiryDate ?? NEVER) >= today,
          )
          .toSorted((a, b) => (a.expiryDate ?? NEVER).localeCompare(b.expiryDate ?? NEVER))
        const isFirst = batch?.number === undefined || batch.reason === undefined
        const taken =
          sellable.find((one) => one.number === batch?.number) ?? (batch ? undefined : sellable[0])
        if (!taken || taken.stock < units || (isFirst && taken !== sellable[0])) return undefined
        taken.stock -= units
        return taken._id
      })
    }

    /** Expects that each line of an applied group moved once, and no line of a refused group. */
    async function assertMoved({ lines, isApplied }: Sent) {
      const rows = await salesOf(lines).select('id', 'type', 'effect')
      const sales = lines.map(({ _id, units }) => ({ id: _id, type: 'sale', effect: -units }))
      const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
      expect(rows.toSorted(byId)).toEqual(isApplied ? sales.toSorted(byId) : [])
    }

    async function sell(lines: GroupLine[], handedOver: boolean) {
      const batches = await expected(lines)
      const group = { id: newId(), lines, isApplied: handedOver || !batches.includes(undefined) }
      const { status, body } = await send(lines, handedOver ? { handedOver } : {}, group.id)
      expect([status, body.outcome]).toEqual([200, group.isApplied ? 'applied' : 'rejected'])
      if (body.outcome === 'applied' && !handedOver)
        expect(body.lines.map((one) => one.lines.map(({ batchId }) => batchId))).toEqual(
          batches.map((batch) => [batch]),
        )
      groups.push(group)
    }

    async function repeat(group: Sent | undefined, copies: boolean[]) {
      if (!group) return
      const answers = await Promise.all(
        copies.map((handedOver) => send(group.lines, handedOver ? { handedOver } : {}, group.id)),
      )
      group.isApplied ||= copies.includes(true)
      const last = await send(group.lines, {}, group.id)
      expect(last.body.outcome).toBe(group.isApplied ? 'applied' : 'rejected')
      const applied = answers
        .map(({ body }): GroupOutcome => body)
        .filter(({ outcome }) => outcome === 'applied')
      for (const body of applied) expect(body).toEqual(last.body)
    }

    async function hold(at: number, action: string) {
      const batches = (await Promise.all(ids.map((id) => batchesOf(inventory, id)))).flat()
      const batch = batches[at % Math.max(1, batches.length)]
      if (batch) await act(action, { batchIds: [batch._id], reason: 'x' })
    }

    const idOf = (medicine: number) => ids[medicine] as string
    for (const one of steps) {
      if (one.kind === 'deliver')
        await buy(idOf(one.medicine), one.units, { number: one.number, expiryDate: addDays(today, one.days) })
      if (one.kind === 'sell')
        await sell(
          one.lines.map(({ medicine, units, named, reason }) =>
            lineOf(idOf(medicine), {
              ...{ units },
              ...(named && { batch: { number: named, ...(reason && { reason: 'asked for' }) } }),
            }),
          ),
          one.handedOver,
        )
      if (one.kind === 'repeat') await repeat(groups[one.nth % Math.max(1, groups.length)], one.copies)
      if (one.kind === 'hold') await hold(one.nth, one.action)
      if (one.kind === 'midnight') {
        today = addDays(today, 1)
        noon()
      }
      if (one.kind === 'delete' && !deleted.has(idOf(one.medicine))) {
        await remove(idOf(one.medicine))
        deleted.add(idOf(one.medicine))
      }
      await assertBooks(...ids)
      for (const group of groups) await assertMoved(group)
    }
  }

  test('move each line once or none of a bill, by expiry, and leave books that add up', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), run), {
      numRuns: RUNS,
      seed: 47,
    })
  })
})
