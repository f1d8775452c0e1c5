import type { CommandBatch, StockCommand } from '@mms/contracts'
import { testDatabases } from '@mms/service-kit/test-support'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesOf, batchProblems } from '../../test/batches.ts'
import { buildMedicine, type Inventory, newId, openInventory, type SentCommand } from '../../test/support.ts'

const TODAY = '2026-11-20'
/** Before what expires first had. */
const EARLY = '2026-11-19T06:30:00.000Z'
const RUNS = 12

type Step =
  | { kind: 'command'; command: SentCommand & { quantity: number; type: StockCommand['type'] } }
  | { kind: 'undo'; nth: number }
  | { kind: 'form'; stock: number }
  | { kind: 'previous'; effect: number }
  | { kind: 'hold'; number: string; status: string }

const batch: fc.Arbitrary<CommandBatch> = fc.constantFrom(
  { number: 'A', expiryDate: '2026-11-19' },
  { number: 'B', expiryDate: TODAY },
  { number: 'C', expiryDate: '2027-05-31' },
  { number: 'D', expiryDate: null },
)
const named = fc.constantFrom<CommandBatch>(
  { number: 'A', reason: 'x' },
  { number: 'B', reason: 'x' },
  { number: 'C' },
)
const quantity = fc.integer({ min: 1, max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      command: fc.record({ type: fc.constant('purchase' as const), quantity, batch }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      command: fc.record({ type: fc.constant('sale' as const), quantity }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      command: fc.record({
        type: fc.constantFrom('sale' as const, 'expired' as const, 'return' as const, 'adjustment' as const),
        direction: fc.constantFrom('increase' as const, 'decrease' as const),
        quantity,
        batch: named,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      command: fc.record({
        type: fc.constantFrom(
          'expired' as const,
          'return' as const,
          'adjustment' as const,
          'purchase' as const,
        ),
        direction: fc.constantFrom('increase' as const, 'decrease' as const),
        quantity,
      }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('form' as const), stock: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('previous' as const), effect: fc.integer({ min: -6, max: 6 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      number: fc.constantFrom('A', 'B', 'C'),
      status: fc.constantFrom('available', 'quarantined', 'recalled'),
    }),
  },
)

describe.each(testDatabases())('random sequences over batches on $name', (database) => {
  let inventory: Inventory
  beforeAll(async () => {
    inventory = await openInventory(database)
  })
  afterAll(() => inventory.close())

  /** As a release without batches writes. */
  async function asBefore(id: string, effect: number) {
    const { db } = inventory.database
    const row = await db('medicines').where({ id }).first()
    const balance = row.current_stock + effect
    if (effect === 0 || balance < 0) return
    const version = row.stock_version + 1
    await db('movements').insert({
      ...{ id: newId(), medicine_id: id, version, type: 'adjustment', effect, balance_after: balance },
      created_at: new Date(),
    })
    const after = { current_stock: balance, stock_version: version, version: row.version + 1 }
    await db('medicines').where({ id }).update(after)
  }

  /** Nothing expired or held was sold, and nothing before what expires earlier was empty, unless it was named. */
  async function assertSale(
    before: Awaited<ReturnType<typeof batchesOf>>,
    lines: { batchId: string; effect: number }[],
    isNamed: boolean,
  ) {
    const sellable = before.filter((one) => one.status === 'available' && (one.expiryDate ?? TODAY) >= TODAY)
    for (const { batchId } of lines) {
      const sold = sellable.find(({ _id }) => _id === batchId)
      expect(sold, 'sold, and neither expired nor held').toBeDefined()
      if (isNamed) continue
      for (const other of sellable) {
        if ((other.expiryDate ?? '9') >= (sold?.expiryDate ?? '9')) continue
        const gave = lines.find((line) => line.batchId === other._id)?.effect ?? 0
        expect(other.stock + gave, 'left of what expires first').toBe(0)
      }
    }
  }

  async function run(steps: Step[]) {
    const medicine = await inventory.create({ currentStock: 4, expiryDate: null })
    const { _id, name } = medicine
    const done: [string, SentCommand][] = []
    const send = async (command: SentCommand) => {
      const id = newId()
      const before = await batchesOf(inventory, _id)
      const [{ linedVersion, stockVersion }] = await inventory.database
        .db('medicines')
        .where({ id: _id })
        .select({ linedVersion: 'lined_version', stockVersion: 'stock_version' })
      const { status, body } = await inventory.command(id, {
        ...{ medicineId: _id, ...command },
        ...(command.type === 'purchase' && { madeAt: EARLY }),
      })
      expect(status).toBe(200)
      if (body.outcome !== 'applied') return
      if (!command.reverses) done.push([id, command])
      const isSale = command.type === 'sale' && !command.reverses
      // What a release without batches wrote is settled first, so the batches were others than before.
      if (isSale && linedVersion === stockVersion) await assertSale(before, body.lines ?? [], !!command.batch)
    }
    for (const one of steps) {
      if (one.kind === 'command') await send(one.command)
      if (one.kind === 'previous') await asBefore(_id, one.effect)
      if (one.kind === 'hold') {
        const { number, status } = one
        await inventory.database
          .db('batches')
          .where({ medicine_id: _id, batch_number: number })
          .update({ status })
      }
      if (one.kind === 'form') {
        const state = await inventory.state(_id)
        const body = buildMedicine({ name, currentStock: one.stock, expiryDate: state?.expiryDate ?? null })
        const { status } = await inventory.client.put(`/api/medicines/${_id}`, {
          token: inventory.staff,
          body,
        })
        expect([200, 409]).toContain(status)
      }
      const [undone] = one.kind === 'undo' ? done.splice(one.nth, 1) : []
      if (undone) await send({ ...undone[1], reverses: undone[0] })
    }
    await send({ type: 'purchase', quantity: 1 })
    expect(await batchProblems(inventory, _id)).toEqual([])
  }

  test('every batch is the sum of its lines, every medicine that of its batches, and sales are first expired, first out', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), {
      numRuns: RUNS,
      seed: 27,
    })
  }, 120_000)
})
