import { addDays } from '@mms/contracts'
import { tally } from '@mms/service-kit'

/** Units added to and removed from a stock on a store day. */
export interface DayChange {
  day: string
  added: number
  removed: number
}

/** Everything from which the stock of a medicine is computed. */
export interface StockFacts {
  /** Inventory's ledger without the opening. */
  ledger: DayChange[]
  /** The stock the medicine began with; 0 on no day for one that began without. */
  openingDay: string | null
  openingUnits: number
  /** Sample history: the past of the opening stock. */
  sample: DayChange[]
  /** From its end on the store has no stock of it. */
  deletedDay: string | null
}

/** Stock at the end of a day, and everything added and removed up to it. */
export interface StockDay extends DayChange {
  stock: number
}

/** What of the opening stock the sample history does not explain: nothing, once all of it has come. */
function unexplainedOpening({ openingDay, openingUnits, sample }: StockFacts): DayChange[] {
  const left = sample.reduce((units, { added, removed }) => units - added + removed, openingUnits)
  const lastSampleDay = sample.reduce((latest, { day }) => (day > latest ? day : latest), '')
  const day = openingDay ?? (lastSampleDay && addDays(lastSampleDay, 1))
  return day && left !== 0 ? [{ day, added: Math.max(0, left), removed: Math.max(0, -left) }] : []
}

/**
 * The days on which a medicine's stock moved, in order. Always: stock = added − removed. Sample history is the past of the
 * opening stock that it explains, never counted on top of it. What a deleted medicine had left is removed on the day of
 * its deletion.
 */
export function stockDaysOf(facts: StockFacts): StockDay[] {
  const { ledger, sample, deletedDay } = facts
  const moved = [...ledger, ...sample, ...unexplainedOpening(facts)]
  if (deletedDay && moved.length > 0) moved.push({ day: deletedDay, added: 0, removed: 0 })
  const changes = tally(moved, ['day'], ['added', 'removed']).sort((a, b) => (a.day < b.day ? -1 : 1))
  let added = 0
  let removed = 0
  return changes.map((change) => {
    added += change.added
    removed += change.removed
    if (change.day === deletedDay) removed = added
    return { day: change.day, stock: added - removed, added, removed }
  })
}

/** What was added and removed on each day by itself. */
export function dailyChanges(days: StockDay[]): DayChange[] {
  return days.map(({ day, added, removed }, index) => {
    const before = days[index - 1] ?? { added: 0, removed: 0 }
    return { day, added: added - before.added, removed: removed - before.removed }
  })
}
