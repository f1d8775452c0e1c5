import { openDatabase } from '@mms/service-kit'
import { isEmbedded } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import type { planSuite } from '../../deploy/local/test/services.ts'

export type Suite = Awaited<ReturnType<typeof planSuite>>

export const names = ['identity', 'inventory', 'sales']
export const MEDICINES = 10
export const OPENING = 10_000_000

/** Rows per statement; larger ones take too long. */
const CHUNK = 5_000

interface Cloned {
  table: string
  where: Record<string, string>
  columns: Record<string, string>
}

const idOf = (db: Knex, place: number) =>
  isEmbedded(db)
    ? `printf('019a0000-0000-7000-80%02x-%012x', ${place}, n)`
    : `concat('019a0000-0000-7000-80', lpad(hex(${place}), 2, '0'), '-', lower(lpad(hex(n), 12, '0')))`

async function repeat(trx: Knex, count: number, { table, where, columns }: Cloned): Promise<void> {
  const row = await trx(table).where(where).first()
  const names = Object.keys(row)
  const values = names.map((name) => columns[name] ?? '?')
  const given = names.filter((name) => !(name in columns)).map((name) => row[name])
  for (let from = 1; from <= count; from += CHUNK) {
    const to = Math.min(count, from + CHUNK - 1)
    await trx.raw(
      `insert into ${table} (${names.map(() => '??').join(', ')})
        with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${to})
        select ${values.join(', ')} from numbers`,
      [...names, ...given],
    )
  }
}

async function unlimited(db: Knex): Promise<void> {
  if (!isEmbedded(db)) await db.raw('set session max_recursive_iterations = 100000000')
}

/** Copies the medicine's one sale and reduces its stock to match. */
async function repeatMovements(db: Knex, id: string, medicine: string, count: number, place: number) {
  const own = { id: idOf(db, place) }
  await db.transaction(async (trx) => {
    await unlimited(trx)
    const {
      version,
      balance_after: balance,
      batch_balance_after: left,
    } = await trx('movements').where({ id }).first()
    const after = left === null ? {} : { batch_balance_after: `${left} - n` }
    const columns = { ...own, version: `${version} + n`, balance_after: `${balance} - n`, ...after }
    await repeat(trx, count, { table: 'movements', where: { id }, columns })
    await repeat(trx, count, { table: 'stock_commands', where: { id }, columns: own })
    await trx('medicines')
      .where({ id: medicine })
      .decrement('current_stock', count)
      .increment('stock_version', count)
    await trx('batches').where({ medicine_id: medicine }).decrement('stock', count)
  })
}

export async function fill(suite: Suite, sold: { id: string; medicine: string }[], movements: number) {
  const [inventory, sales] = [
    openDatabase(suite.databaseUrl('inventory')),
    openDatabase(suite.databaseUrl('sales')),
  ]
  const count = Math.ceil(movements / sold.length)
  try {
    for (const [place, { id, medicine }] of sold.entries()) {
      await repeatMovements(inventory, id, medicine, count, place)
      const first = await sales('transactions').where({ id }).first()
      const columns = {
        ...{ id: idOf(sales, place), idempotency_key: idOf(sales, place) },
        movement_version: `${first.movement_version} + n`,
        balance_after: `${first.balance_after} - n`,
      }
      await sales.transaction(async (trx) => {
        await unlimited(trx)
        await repeat(trx, count, { table: 'transactions', where: { id }, columns })
      })
    }
  } finally {
    await inventory.destroy()
    await sales.destroy()
  }
}

interface Books {
  movements: number
  isConserved: boolean
  missing: number
}

export async function readBooks(suite: Suite, ids: string[]): Promise<Books> {
  const [inventory, sales] = [
    openDatabase(suite.databaseUrl('inventory')),
    openDatabase(suite.databaseUrl('sales')),
  ]
  try {
    const moved = await inventory('movements')
      .groupBy('medicine_id')
      .select<{ medicine_id: string; sum: number | string }[]>(
        'medicine_id',
        inventory.raw('sum(effect) as sum'),
      )
    const effects = new Map(moved.map(({ medicine_id: id, sum }) => [id, Number(sum)]))
    const stocks = await inventory('medicines').select('id', 'current_stock')
    const [counted] = await inventory('movements').count({ count: '*' })
    let missing = 0
    for (let from = 0; from < ids.length; from += 500) {
      const some = ids.slice(from, from + 500)
      missing += some.length - (await sales('transactions').whereIn('id', some).pluck('id')).length
    }
    return {
      movements: Number(counted?.count),
      isConserved: stocks.every(({ id, current_stock: stock }) => stock === effects.get(id)),
      missing,
    }
  } finally {
    await inventory.destroy()
    await sales.destroy()
  }
}
