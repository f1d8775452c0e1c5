import { migrate } from '@mms/service-kit'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { log, newKey } from '../../test/support.ts'
import { addDrawers } from './20261128150000_add_drawers.ts'
import { migrations } from './list.ts'

describe.each(testDatabases())('earlier bills on $name', (database: TestDatabase) => {
  const counter_id = newKey()
  const billOf = (kind: string, roundOff: number, differing = {}) => ({
    ...{
      id: newKey(),
      kind,
      counter_id,
      year: '26-27',
      number: 1,
      taken_number: 1,
      number_text: 'A/26-27/1',
    },
    ...{ day: '2026-11-27', seller_id: 'asha', status: 'final', handed_over: false, differs: false },
    ...{ fingerprint: '', attempts: 0, recorded_at: new Date(), document: JSON.stringify({ roundOff }) },
    ...differing,
  })
  const lineOf = (bill_id: string, sign: number, rate_basis_points: number) => ({
    ...{ id: newKey(), bill_id, medicine_id: newKey(), rate_basis_points, recorded_at: new Date() },
    ...{ net: sign * 105, taxable: sign * 99, cgst: sign * 3, sgst: sign * 3, igst: 0 },
  })

  test('are counted by day, counter and seller, however often that is done', async () => {
    const { db, close } = await database.open()
    await migrate(db, migrations.slice(0, migrations.indexOf(addDrawers)), { log })
    const [bill, note] = [billOf('bill', -33), billOf('note', 20)]
    const free = billOf('bill', 0, { number: 2, taken_number: 2 })
    const refused = billOf('bill', 0, { status: 'refused', taken_number: null })
    await db('bills').insert([bill, note, free, refused])
    await db('bill_lines').insert([
      lineOf(bill.id, 1, 500),
      lineOf(bill.id, 1, 500),
      lineOf(note.id, -1, 500),
    ])
    await db('bill_payments').insert([
      { bill_id: bill.id, position: 0, mode: 'cash', amount: 100 },
      { bill_id: bill.id, position: 1, mode: 'upi', amount: 77 },
      { bill_id: note.id, position: 0, mode: 'cash', amount: -100 },
    ])
    await migrate(db, migrations, { log })
    await addDrawers.up(db)
    const payments = await db('bill_payments').orderBy(['kind', 'amount'])
    const common = { day: '2026-11-27', counter_id, seller_id: 'asha', drawer_id: null }
    expect(payments).toMatchObject([
      { ...common, bill_id: free.id, kind: 'bill', position: 0, amount: 0, round_off: 0 },
      { ...common, bill_id: bill.id, kind: 'bill', position: 1, amount: 77, round_off: 0 },
      { ...common, bill_id: bill.id, kind: 'bill', position: 0, amount: 100, round_off: -33 },
      { ...common, bill_id: note.id, kind: 'note', position: 0, amount: -100, round_off: -20 },
    ])
    expect(await db('bill_taxes').orderBy('taxable')).toMatchObject([
      { bill_id: note.id, day: '2026-11-27', rate_basis_points: 500, taxable: -99, cgst: -3, sgst: -3 },
      { bill_id: bill.id, day: '2026-11-27', rate_basis_points: 500, taxable: 198, cgst: 6, sgst: 6 },
    ])
    await close()
  })
})
