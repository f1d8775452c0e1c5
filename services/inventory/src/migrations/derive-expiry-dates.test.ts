import { listAuditEntries, migrate } from '@mms/service-kit'
import { testDatabases } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { log, newId } from '../../test/support.ts'
import { deriveExpiryDates } from './20261126220000_derive_expiry_dates.ts'
import { migrations } from './list.ts'

type Batch = [number: string | null, expiryDate: string | null, stock: number]

const AT = new Date('2026-11-01T06:30:00.000Z')

async function insertMedicine(db: Knex, name: string, expiryDate: string | null, batches: Batch[]) {
  const id = newId()
  const stock = batches.reduce((sum, [, , units]) => sum + units, 0)
  await db('medicines').insert({
    ...{ id, name, category: 'Other', manufacturer: '', current_stock: stock, min_stock_level: 0 },
    ...{ unit_price_paise: 100, expiry_date: expiryDate, demand_factors: '{}', version: 1, stock_version: 1 },
    ...{ sort_name: Buffer.from(name), created_at: AT, updated_at: AT },
  })
  const rows = batches.map(([number, date, units], index) => ({
    ...{ id: newId(), medicine_id: id, batch_number: number, expiry_date: date, status: 'available' },
    ...{ stock: units, version: 1, created_at: new Date(AT.getTime() + index) },
  }))
  if (rows.length > 0) await db('batches').insert(rows)
  return id
}

const unitsByDate = (db: Knex) =>
  db('batches')
    .where('stock', '>', 0)
    .groupBy('medicine_id', 'expiry_date')
    .orderBy(['medicine_id', 'expiry_date'])
    .select('medicine_id', 'expiry_date')
    .sum({ units: 'stock' })

test.each(testDatabases())(
  'dates follow from batches on $name: no unit and no date of a batch changes, wrong dates are listed',
  async ({ open }) => {
    const database = await open()
    const { db } = database
    await migrate(db, migrations.slice(0, migrations.indexOf(deriveExpiryDates)), { log })
    const right = await insertMedicine(db, 'Right', '2027-01-31', [
      [null, '2027-06-30', 5],
      ['A', '2027-01-31', 3],
    ])
    const wrong = await insertMedicine(db, 'Wrong', '2027-06-30', [
      [null, '2026-12-31', 5],
      ['A', '2027-06-30', 3],
    ])
    const undated = await insertMedicine(db, 'Undated', '2027-06-30', [[null, null, 5]])
    const soldOut = await insertMedicine(db, 'Sold out', '2026-12-31', [
      [null, '2026-12-31', 0],
      ['A', '2027-06-30', 0],
    ])
    const empty = await insertMedicine(db, 'Empty', null, [])
    const before = await unitsByDate(db)
    await migrate(db, migrations, { log })
    await migrate(db, migrations, { log })
    expect(await unitsByDate(db)).toEqual(before)
    const dates = await db('medicines').select('id', 'expiry_date', 'version')
    expect(new Map(dates.map((row) => [row.id, [row.expiry_date, row.version]]))).toEqual(
      new Map([
        [right, ['2027-01-31', 1]],
        [wrong, ['2026-12-31', 2]],
        [undated, [null, 2]],
        [soldOut, ['2026-12-31', 1]],
        [empty, [null, 1]],
      ]),
    )
    const kept = await db('batches').where({ medicine_id: soldOut }).orderBy('created_at', 'desc').first()
    expect(kept).toMatchObject({ batch_number: null, expiry_date: '2026-12-31', stock: 0 })
    const listed = async (subject: string) =>
      (await listAuditEntries(db, { subject }, 10)).map(({ action, before: was, after }) => [
        action,
        was,
        after,
      ])
    const change = (date: string | null) => [
      ['medicine.changed', { expiryDate: '2027-06-30' }, { expiryDate: date }],
    ]
    expect(await listed(wrong)).toEqual(change('2026-12-31'))
    expect(await listed(undated)).toEqual(change(null))
    for (const id of [right, soldOut, empty]) expect(await listed(id)).toEqual([])
    await database.close()
  },
)
