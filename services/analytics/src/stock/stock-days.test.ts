import { describe, expect, test } from 'vitest'
import { dailyChanges, type StockFacts, stockDaysOf } from './stock-days.ts'

const nothing: StockFacts = { ledger: [], openingDay: null, openingUnits: 0, sample: [], isDeleted: false }
const moved = (day: string, added: number, removed: number) => ({ day, added, removed })
const opened = { ...nothing, openingDay: '2026-11-10', openingUnits: 50 }
/** The sum of all changes is 50. */
const history = [moved('2026-01-05', 80, 0), moved('2026-03-01', 0, 60), moved('2026-11-09', 40, 10)]

describe('the days of a stock', () => {
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
    const last = stockDaysOf({ ...nothing, sample: history }).at(-1)
    expect(last).toEqual({ day: '2026-11-10', stock: 0, added: 120, removed: 120 })
  })

  test('hold of a deleted medicine what was sold of it, as if the rest had never been received', () => {
    const ledger = [moved('2026-11-12', 0, 5), moved('2026-11-13', 20, 0), moved('2026-11-14', 0, 4)]
    // 61 units are left over: 20 from the 13th and 41 of the 50 that it opened with.
    expect(stockDaysOf({ ...opened, ledger, isDeleted: true })).toEqual([
      { day: '2026-11-10', stock: 9, added: 9, removed: 0 },
      { day: '2026-11-12', stock: 4, added: 9, removed: 5 },
      { day: '2026-11-13', stock: 4, added: 9, removed: 5 },
      { day: '2026-11-14', stock: 0, added: 9, removed: 9 },
    ])
    const typo = stockDaysOf({ ...opened, isDeleted: true })
    expect(typo).toEqual([{ day: '2026-11-10', stock: 0, added: 0, removed: 0 }])
  })
})

test('the changes of each day add up to the totals', () => {
  const days = stockDaysOf({ ...opened, sample: history, ledger: [moved('2026-11-10', 3, 4)] })
  expect(dailyChanges(days)).toEqual([...history, moved('2026-11-10', 3, 4)])
})
