import { addDays } from '@mms/contracts'
import { sumByKeys } from '@mms/service-kit'

export interface DayChange {
  day: string
  added: number
  removed: number
}

export interface StockFacts {
  ledger: DayChange[]
  /** Null and zero units if the medicine began without stock. */
  openingDay: string | null
  openingUnits: number
  /** Sample history that led to the opening stock. */
  sample: DayChange[]
  isDeleted: boolean
}

export interface StockDay extends DayChange {
  stock: number
}

/** The part of the opening stock that sample history does not account for. */
function unexplainedOpening({ openingDay, openingUnits, sample }: StockFacts): DayChange[] {
  const left = sample.reduce((units, { added, removed }) => units - added + removed, openingUnits)
  const lastSampleDay = sample.reduce((latest, { day }) => (day > latest ? day : latest), '')
  const day = openingDay ?? (lastSampleDay && addDays(lastSampleDay, 1))
  return day && left !== 0 ? [{ day, added: Math.max(0, left), removed: Math.max(0, -left) }] : []
}

/** Subtracts the remaining stock from the latest additions. */
function withoutRest(changes: DayChange[]): DayChange[] {
  let left = changes.reduce((units, { added, removed }) => units + added - removed, 0)
  const kept = changes.toReversed().map((change) => {
    const taken = Math.max(0, Math.min(left, change.added))
    left -= taken
    return { ...change, added: change.added - taken }
  })
  return kept.reverse()
}

/**
 * Lists the days on which stock moved; stock = added − removed. Sample history leads to the opening stock, so it is not
 * added to it. Leftover units of a deleted medicine count as never received.
 */
export function stockDaysOf(facts: StockFacts): StockDay[] {
  const { ledger, sample, isDeleted } = facts
  const moved = [...ledger, ...sample, ...unexplainedOpening(facts)]
  const changes = sumByKeys(moved, ['day'], ['added', 'removed']).sort((a, b) => (a.day < b.day ? -1 : 1))
  let added = 0
  let removed = 0
  return (isDeleted ? withoutRest(changes) : changes).map((change) => {
    added += change.added
    removed += change.removed
    return { day: change.day, stock: added - removed, added, removed }
  })
}

export function dailyChanges(days: StockDay[]): DayChange[] {
  return days.map(({ day, added, removed }, index) => {
    const before = days[index - 1] ?? { added: 0, removed: 0 }
    return { day, added: added - before.added, removed: removed - before.removed }
  })
}
