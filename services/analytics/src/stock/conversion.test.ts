import { randomUUID } from 'node:crypto'
import { createLogger, inTransaction } from '@mms/service-kit'
import { migrateForTest, openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDayStore } from '../forecasts/day-store.ts'
import { migrations } from '../migrations/list.ts'
import { tradeDaysOf } from '../trade/days.ts'
import { createTradeWriter } from '../trade/projection.ts'
import { createDemandStore } from '../trade/store.ts'
import type { PublishedMovement } from './ledger.ts'
import { createStockWriter } from './projection.ts'

const ZONE = 'Asia/Kolkata'
const log = createLogger({ name: 'analytics', level: 'silent' })
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T06:30:00.000Z`

describe.each(testDatabases())('the ledger on $name', ({ open }) => {
  const database = openForTests(() => open())
  beforeAll(async () => {
    await migrateForTest(database, migrations, { log })
  })

  /** 12 strips, of which 2 are sold and 1 is returned. Then converted to tablets, of which 20 are sold. */
  function history(medicineId = randomUUID()) {
    const moves: [type: string, change: number, day: number, unitsTimes?: number][] = [
      ['opening', 12, 2],
      ['sale', -2, 3],
      ['return', 1, 3],
      ['adjustment', 154, 4, 15],
      ['sale', -20, 4],
    ]
    const movements = moves.map(([type, change, day, unitsTimes], index): PublishedMovement => {
      const moved = { medicineId, type, change, reverses: null, createdAt: at(day) }
      return { ...moved, _id: randomUUID(), version: index + 1, ...(unitsTimes && { unitsTimes }) }
    })
    const transactions = movements
      .filter(({ type }) => type === 'sale' || type === 'return')
      .map((movement, index) => ({
        ...{ ...movement, totalAmount: 10, sample: false },
        ...(index > 0 && { packSize: index === 2 ? 15 : 1 }),
      }))
    return { medicineId, movements, transactions }
  }

  const follow = (movements: PublishedMovement[]) =>
    inTransaction(database.db, (trx) => createStockWriter(trx, ZONE).follow([], movements))
  const trade = (transactions: Parameters<typeof tradeDaysOf>[0]) =>
    inTransaction(database.db, (trx) => createTradeWriter(trx, ZONE).follow(tradeDaysOf(transactions, ZONE)))

  async function figuresOf(medicineId: string) {
    const days = await database.db('stock_days').where({ medicine_id: medicineId }).orderBy('day')
    const demand = await createDemandStore(database.db).listSince('2026-11')
    const { consumed } = await createDayStore(database.db).find(medicineId)
    return {
      days: days.map(({ day, stock, added, removed }) => `${day} ${stock} ${added} ${removed}`),
      demand: demand.flatMap((row) => (row.medicineId === medicineId ? Number(row.consumed) : [])),
      consumed: consumed.map(({ day, sold, returned }) => `${day} ${sold} ${returned}`),
    }
  }
  const expected = {
    days: ['2026-11-02 180 180 0', '2026-11-03 165 195 30', '2026-11-04 145 195 50'],
    demand: [35],
    consumed: ['2026-11-03 30 15', '2026-11-04 20 0'],
  }

  test('counts what was before a conversion in units, however the events come, and each once', async () => {
    const one = history()
    await trade(one.transactions)
    for (const movement of one.movements) await follow([movement])
    await follow(one.movements)
    expect(await figuresOf(one.medicineId)).toEqual(expected)

    const two = history()
    await follow(two.movements)
    for (const transaction of two.transactions.toReversed()) await trade([transaction])
    expect(await figuresOf(two.medicineId)).toEqual(expected)

    const three = history()
    await follow(three.movements.slice(0, 3))
    await trade(three.transactions.slice(0, 1))
    await follow(three.movements.slice(3))
    await follow(three.movements.slice(2))
    await trade(three.transactions.slice(1))
    expect(await figuresOf(three.medicineId)).toEqual(expected)
  })

  test('a reversal counts on the day on which its offline original arrived', async () => {
    // Made on 31 Oct 2025.
    const [medicineId, _id] = [randomUUID(), '019a3b5e-7f40-7000-8000-000000000001']
    const sold = { medicineId, _id, version: 1, type: 'sale', change: -2, reverses: null, createdAt: at(4) }
    await follow([sold])
    await follow([{ ...sold, _id: randomUUID(), version: 2, change: 2, reverses: _id, createdAt: at(5) }])
    expect((await figuresOf(medicineId)).days).toEqual(['2026-11-04 0 0 0'])
  })

  test('leaves the sums of all medicines right', async () => {
    const [row] = await database.db('stock_totals').sum({ added: 'added', removed: 'removed' })
    const [days] = await database.db('stock_heads').sum({ added: 'added', removed: 'removed' })
    expect([Number(row?.added), Number(row?.removed)]).toEqual([Number(days?.added), Number(days?.removed)])
  })
})
