import { addDays } from '@mms/contracts'

/** Units that came and went on a store day. */
export interface DayUnits {
  day: string
  unitsIn: number
  unitsOut: number
}

/** Everything from which the stock of a medicine is told. */
export interface StockFacts {
  /** Inventory's ledger without the opening. */
  ledger: DayUnits[]
  /** The stock the medicine began with; 0 on no day for one that began without. */
  openingDay: string | null
  openingUnits: number
  /** Sample history: the past of the opening stock. */
  sample: DayUnits[]
  /** From its end on the store has no stock of it. */
  deletedDay: string | null
}

/** Stock at the end of a day, and all that was added and removed up to it. */
export interface StockDay {
  day: string
  stock: number
  added: number
  removed: number
}

type Changes = Map<string, { added: number; removed: number }>

function change(changes: Changes, day: string, added: number, removed: number): void {
  const before = changes.get(day) ?? { added: 0, removed: 0 }
  changes.set(day, { added: before.added + added, removed: before.removed + removed })
}

/** What of the opening stock the sample history does not explain: nothing, once all of it has come. */
function addOpening(changes: Changes, { openingDay, openingUnits, sample }: StockFacts): void {
  const explained = sample.reduce((sum, { unitsIn, unitsOut }) => sum + unitsIn - unitsOut, 0)
  const left = openingUnits - explained
  const lastSampleDay = sample.reduce((last, { day }) => (day > last ? day : last), '')
  const day = openingDay ?? (lastSampleDay && addDays(lastSampleDay, 1))
  if (day && left !== 0) change(changes, day, Math.max(0, left), Math.max(0, -left))
}

/** The days on which something was added or removed, with what. */
function changesOf(facts: StockFacts): Changes {
  const changes: Changes = new Map()
  for (const { day, unitsIn, unitsOut } of [...facts.ledger, ...facts.sample]) {
    change(changes, day, unitsIn, unitsOut)
  }
  addOpening(changes, facts)
  if (facts.deletedDay && changes.size > 0) change(changes, facts.deletedDay, 0, 0)
  return changes
}

/**
 * The days on which a medicine's stock moved, in order. Always: stock = added − removed. Sample history is the past of the
 * opening stock that it explains, never counted on top of it. What a deleted medicine had left is removed on the day of
 * its deletion.
 */
export function stockDaysOf(facts: StockFacts): StockDay[] {
  const days: StockDay[] = []
  const changes = [...changesOf(facts)].sort(([a], [b]) => (a < b ? -1 : 1))
  let last = { stock: 0, added: 0, removed: 0 }
  for (const [day, { added, removed }] of changes) {
    const stock = last.stock + added - removed
    last = { stock, added: last.added + added, removed: last.removed + removed }
    if (day === facts.deletedDay) last = { ...last, stock: 0, removed: last.removed + stock }
    days.push({ day, ...last })
  }
  return days
}

/** What was added and removed on each day by itself. */
export function dailyChanges(days: StockDay[]): Changes {
  return new Map(
    days.map(({ day, added, removed }, index) => {
      const before = days[index - 1] ?? { added: 0, removed: 0 }
      return [day, { added: added - before.added, removed: removed - before.removed }]
    }),
  )
}
