import { describe, expect, test } from 'vitest'
import { dailyChanges, type StockFacts, stockDaysOf } from './stock-days.ts'

const nothing: StockFacts = { ledger: [], openingDay: null, openingUnits: 0, sample: [], deletedDay: null }
const moved = (day: string, added: number, removed: number) => ({ day, added, removed })
const opened = { ...nothing, openingDay: '2026-11-10', openingUnits: 50 }
/** Comes to 50. */
const history = [moved('2026-01-05', 80, 0), moved('2026-03-01', 0, 60), moved('2026-11-09', 40, 10)]

describe('the days of a stock', () => {
  test('are none of a medicine that never moved', () => {
    expect(stockDaysOf(nothing)).toEqual([])
  })

  test('begin with the opening and tell stock and totals at the end of each', () => {
    const ledger = [moved('2026-11-12', 0, 5), moved('2026-11-10', 10, 20)]
    expect(stockDaysOf({ ...opened, ledger })).toEqual([
      { day: '2026-11-10', stock: 40, added: 60, removed: 20 },
      { day: '2026-11-12', stock: 35, added: 60, removed: 25 },
    ])
  })

  test('put sample history in the place of the opening it explains', () => {
    expect(stockDaysOf({ ...opened, sample: history })).toEqual([
      { day: '2026-01-05', stock: 80, added: 80, removed: 0 },
      { day: '2026-03-01', stock: 20, added: 80, removed: 60 },
      { day: '2026-11-09', stock: 50, added: 120, removed: 70 },
    ])
  })

  test.each([1, 2])('are whole and never below zero while only %d days of the history have come', (count) => {
    const days = stockDaysOf({ ...opened, sample: history.slice(0, count) })
    expect(days.at(-1)).toMatchObject({ day: '2026-11-10', stock: 50 })
    for (const { stock, added, removed } of days) {
      expect(stock).toBe(added - removed)
      expect(stock).toBeGreaterThanOrEqual(0)
    }
  })

  test('hold a history whose medicine has not been heard of as explained nowhere', () => {
    expect(stockDaysOf({ ...nothing, sample: history }).at(-1)).toEqual({
      day: '2026-11-10',
      stock: 0,
      added: 120,
      removed: 120,
    })
  })

  test('explain a stock of nothing', () => {
    const sample = [moved('2026-01-05', 30, 0), moved('2026-02-05', 0, 30)]
    expect(stockDaysOf({ ...nothing, sample }).map(({ stock }) => stock)).toEqual([30, 0])
  })

  test('end with the deletion, which removes what is left', () => {
    const deleted = { ...opened, ledger: [moved('2026-11-12', 0, 5)] }
    expect(stockDaysOf({ ...deleted, deletedDay: '2026-11-12' })).toEqual([
      { day: '2026-11-10', stock: 50, added: 50, removed: 0 },
      { day: '2026-11-12', stock: 0, added: 50, removed: 50 },
    ])
    expect(stockDaysOf({ ...deleted, deletedDay: '2026-11-20' }).at(-1)).toEqual({
      day: '2026-11-20',
      stock: 0,
      added: 50,
      removed: 50,
    })
  })
})

test('the changes of each day add up to the totals', () => {
  const days = stockDaysOf({ ...opened, sample: history, ledger: [moved('2026-11-10', 3, 4)] })
  expect(dailyChanges(days)).toEqual([
    moved('2026-01-05', 80, 0),
    moved('2026-03-01', 0, 60),
    moved('2026-11-09', 40, 10),
    moved('2026-11-10', 3, 4),
  ])
})
