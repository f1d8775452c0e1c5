import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { chunksOf, inTransaction, migrate } from '@mms/service-kit'
import { type OpenTestDatabase, testDatabases } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { log, newId } from '../../test/support.ts'
import { createShelfStore } from '../shelves/shelf-store.ts'
import { createBatchStore } from '../shelves/store.ts'
import { createMovementStore } from '../stock/movement-store.ts'
import { createBatches } from './20261125083000_create_batches.ts'
import { migrations } from './list.ts'

const before = migrations.slice(0, migrations.indexOf(createBatches))
const MEDICINES = 1_500
const SLOW = { timeout: 120_000 }
const LEASE_MS = 400
/** A service that migrates and dies within the third transaction of it. */
const program = `
import { createLogger, migrate, openDatabase } from '@mms/service-kit'
import { migrations } from '${import.meta.dirname}/list.ts'
const db = openDatabase(process.argv[1])
let pages = 0
db.on('query', ({ sql }) => {
  if (sql.includes('set \`lined_version\`') && (pages += 1) === 3) process.kill(process.pid, 'SIGKILL')
})
await migrate(db, migrations, { log: createLogger({ name: 'migration', level: 'silent' }) })
await db.destroy()`

const medicineRow = (index: number, stock: number, version: number) => ({
  ...{ id: newId(), name: `Medicine ${index}`, category: 'Other', manufacturer: 'Cipla', min_stock_level: 1 },
  ...{ current_stock: stock, stock_version: version, version: version + 1, unit_price_paise: 100 },
  ...{ expiry_date: index % 3 === 0 ? null : `2027-01-${String((index % 28) + 1).padStart(2, '0')}` },
  ...{ demand_factors: '{}', search_text: '', sort_name: index % 7 === 0 ? null : `medicine ${index}` },
  ...{ deleted_at: index % 7 === 0 ? new Date() : null, created_at: new Date(), updated_at: new Date() },
})

/** Each medicine has up to four movements, which end with what is left of them. */
async function fill(db: Knex): Promise<void> {
  const movements: object[] = []
  const medicines = Array.from({ length: MEDICINES }, (_, index) => {
    const effects = [20, -(index % 20), 5, -5].slice(0, index % 5)
    const row = medicineRow(
      index,
      effects.reduce((sum, effect) => sum + effect, 0),
      effects.length,
    )
    let balance = 0
    for (const [at, effect] of effects.entries()) {
      if (effect === 0) {
        row.stock_version -= 1
        continue
      }
      balance += effect
      const version = at + 1 - (effects.length - row.stock_version && at > 1 ? 1 : 0)
      movements.push({
        ...{ id: newId(), medicine_id: row.id, version, type: at === 0 ? 'opening' : 'adjustment', effect },
        ...{ balance_after: balance, created_at: new Date() },
      })
    }
    return row
  })
  for (const chunk of chunksOf(medicines)) await db('medicines').insert(chunk)
  for (const chunk of chunksOf(movements)) await db('movements').insert(chunk)
}

/** The ledger and the medicines, as they were before there were batches. */
async function books(db: Knex): Promise<unknown> {
  const medicines = await db('medicines').orderBy('id')
  const movements = await db('movements').orderBy(['medicine_id', 'version'])
  return {
    movements: movements.map(({ batch_id: _, batch_balance_after: _balance, ...row }) => row),
    medicines: medicines.map(({ lined_version: _, ...row }) => row),
  }
}

/** Medicines whose stock is not that of their batch, or whose lines do not make it. */
function wrong(db: Knex): Promise<{ id: string }[]> {
  return db('medicines')
    .leftJoin('batches', 'batches.medicine_id', 'medicines.id')
    .leftJoin(
      db('movement_lines').select('batch_id').sum({ made: 'effect' }).groupBy('batch_id').as('sums'),
      'sums.batch_id',
      'batches.id',
    )
    .whereRaw('batches.stock is null or batches.stock <> current_stock or coalesce(made, 0) <> current_stock')
    .select({ id: 'medicines.id', stock: 'current_stock', batch: 'batches.stock', made: 'made' })
}

/** What the previous release does when it sells a unit: it knows no batches. */
async function sellAsBefore(db: Knex, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await trx('medicines').where({ id }).forUpdate().first()
    if (row.current_stock === 0) return
    const after = { current_stock: row.current_stock - 1, stock_version: row.stock_version + 1 }
    await trx('medicines').where({ id }).update(after)
    await trx('movements').insert({
      ...{ id: newId(), medicine_id: id, version: after.stock_version, type: 'sale', effect: -1 },
      ...{ balance_after: after.current_stock, created_at: new Date() },
    })
  })
}

describe.each(testDatabases())('stock moved into batches on $name', ({ open }) => {
  let database: OpenTestDatabase
  let db: Knex
  beforeEach(async () => {
    database = await open()
    db = database.db
    await migrate(db, before, { log })
    await fill(db)
  }, SLOW.timeout)
  afterEach(() => database.close())

  test('leaves ledger and balances as they were, and goes on after it was killed', SLOW, async () => {
    const was = await books(db)
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, database.url], {
      cwd: import.meta.dirname,
      stdio: 'ignore',
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    const left = await db('medicines').whereNull('lined_version')
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(MEDICINES)
    await migrate(db, migrations, { log, leaseMs: LEASE_MS })
    expect(await books(db)).toEqual(was)
    expect(await wrong(db)).toEqual([])
    expect(await db('movement_lines').count({ lines: '*' })).toEqual(
      await db('movements').count({ lines: '*' }),
    )
  })

  test(
    'lets the previous release sell meanwhile, whose movements get lines with the next write',
    SLOW,
    async () => {
      const ids: string[] = await db('medicines').where('current_stock', '>', 0).orderBy('id').pluck('id')
      let isDone = false
      const moving = migrate(db, migrations, { log }).finally(() => {
        isDone = true
      })
      for (let turn = 0; !isDone || turn < 20; turn += 1) {
        await sellAsBefore(db, ids[(turn * 97) % ids.length] as string)
        await nextTurn()
      }
      await moving
      expect(await db('medicines').whereNull('lined_version').pluck('name')).toEqual([])
      await inTransaction(db, async (trx) => {
        const shelves = createShelfStore(trx)
        for (const chunk of chunksOf(ids)) {
          const { medicines, shelves: locked } = await shelves.lock(chunk, 'in stock')
          expect(await createBatchStore(trx).save(locked.values())).toBe(true)
          const lines = [...locked.values()].flatMap((shelf) => shelf.changes().lines)
          await createMovementStore(trx).insert([], lines)
          for (const { _id, stockVersion } of medicines.values())
            await trx('medicines').where({ id: _id }).update({ lined_version: stockVersion })
        }
      })
      const living: string[] = await db('medicines').whereNull('deleted_at').pluck('id')
      expect((await wrong(db)).filter(({ id }) => living.includes(id))).toEqual([])
    },
  )
})
