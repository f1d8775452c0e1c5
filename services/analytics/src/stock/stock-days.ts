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
  isDeleted: boolean
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

/** Takes what is left at the end back from what was added last. */
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
 * The days on which a medicine's stock moved, in order. Always: stock = added − removed. Sample history is the past of the
 * opening stock that it explains, never counted on top of it. What a deleted medicine had left was neither removed nor,
 * as far as reports go, ever there.
 */
export function stockDaysOf(facts: StockFacts): StockDay[] {
  const { ledger, sample, isDeleted } = facts
  const moved = [...ledger, ...sample, ...unexplainedOpening(facts)]
  const changes = tally(moved, ['day'], ['added', 'removed']).sort((a, b) => (a.day < b.day ? -1 : 1))
  let added = 0
  let removed = 0
  return (isDeleted ? withoutRest(changes) : changes).map((change) => {
    added += change.added
    removed += change.removed
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
