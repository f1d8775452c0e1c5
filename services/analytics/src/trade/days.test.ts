import { expect, test } from 'vitest'
import { emptyHead } from '../stock/head-store.ts'
import { followLedger } from '../stock/ledger.ts'
import { tradeDaysOf } from './days.ts'

const ZONE = 'Asia/Kolkata'
/** Made on 31 Oct 2025 at 23:14 in India. */
const sold = '019a3b5e-7f40-7000-8000-000000000001'
const undo = '019b3b5e-7f40-7000-8000-000000000002'
const medicineId = '00000000-0000-4000-8000-000000000003'
const instant = new Date(Number.parseInt(sold.replaceAll('-', '').slice(0, 12), 16)).toISOString()
const later = new Date(Date.parse(instant) + 5 * 86_400_000).toISOString()

const facts = [
  { _id: sold, medicineId, type: 'sale', change: -2, reverses: null, createdAt: instant },
  { _id: undo, medicineId, type: 'sale', change: 2, reverses: sold, createdAt: later },
]

test('a mistake that was undone days later is nothing, on its own day and in the month of that', () => {
  const transactions = facts.map((fact) => ({ ...fact, sample: false, totalAmount: -1_010 * fact.change }))
  const nothing = { units_in: 0, units_out: 0 }
  const [traded, ...otherDays] = tradeDaysOf(transactions, ZONE)
  expect(otherDays).toEqual([])
  expect(traded).toMatchObject({ ...nothing, completed: 0, paise: 0, consumed: 0 })
  const head = emptyHead(medicineId)
  const movements = facts.map((fact, index) => ({ ...fact, version: index + 1 }))
  const ledger = followLedger(movements, () => head, ZONE)
  expect(ledger).toEqual([{ medicine_id: medicineId, day: traded?.day, type: 'sale', ...nothing }])
})

test('consumption is what was sold less what customers brought back, and nothing else', () => {
  const moved = { _id: sold, medicineId, reverses: null, createdAt: instant, totalAmount: 10 }
  const rows = Object.entries({ sale: -5, return: 2, expired: -9, adjustment: 4, purchase: 7 }).map(
    ([type, change]) => ({ ...moved, type, change, sample: false }),
  )
  const consumed = tradeDaysOf(rows, ZONE).map((row) => [row.type, row.consumed])
  const expected = { sale: 5, return: -2, expired: 0, adjustment: 0, purchase: 0 }
  expect(Object.fromEntries(consumed)).toEqual(expected)
})

test('what undoes something of an unknown day counts on its own', () => {
  const undoing = { _id: undo, medicineId, type: 'sale', change: 2, reverses: medicineId, createdAt: later }
  const [row] = followLedger([{ ...undoing, version: 1 }], () => emptyHead(medicineId), ZONE)
  expect(row).toMatchObject({ day: '2025-11-05', units_in: 0, units_out: -2 })
})
