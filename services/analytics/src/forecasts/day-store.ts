import type { Knex } from 'knex'
import type { DayFacts } from './history.ts'

/** Medicines whose days are read at once: three years of one may be two thousand rows. */
const CHUNK = 50

interface ConsumedRow {
  medicine_id: string
  day: string
  type: string
  consumed: number
}

/** Sales and returns of a day by medicine, without the other types and with sample history. */
async function listConsumed(db: Knex, ids: string[]): Promise<ConsumedRow[]> {
  return db('trade_days')
    .whereIn('medicine_id', ids)
    .whereIn('type', ['sale', 'return'])
    .where('consumed', '<>', 0)
    .select('medicine_id', 'day', 'type', 'consumed')
}

/** Days that ended without stock, and the day of the next movement: one step in the index for each. */
async function listEmpty(db: Knex, ids: string[]) {
  const next = db('stock_days as n')
    .whereRaw('n.medicine_id = s.medicine_id and n.day > s.day')
    .min('n.day')
    .as('next_day')
  const rows = await db('stock_days as s')
    .whereIn('s.medicine_id', ids)
    .where('s.stock', '<=', 0)
    .select('s.medicine_id', 's.day', next)
  return rows as { medicine_id: string; day: string; next_day: string | null }[]
}

async function firstDays(db: Knex, ids: string[]): Promise<Map<string, string>> {
  const rows: { medicine_id: string; first: string }[] = await db('stock_days')
    .whereIn('medicine_id', ids)
    .groupBy('medicine_id')
    .select('medicine_id', db.raw('min(day) as first'))
  return new Map(rows.map(({ medicine_id, first }) => [medicine_id, first]))
}

/** A sale is consumption and a return takes it back; a reversal is of the other sign. */
function consumedDays(rows: ConsumedRow[]): DayFacts['consumed'] {
  const days = new Map<string, { day: string; sold: number; returned: number }>()
  for (const { day, type, consumed } of rows) {
    const each = days.get(day) ?? { day, sold: 0, returned: 0 }
    if (type === 'sale') each.sold += consumed
    else each.returned -= consumed
    days.set(day, each)
  }
  // Undone more than was done: what a correction of another day may leave.
  return [...days.values()].map(({ day, sold, returned }) => ({
    day,
    sold: Math.max(0, sold) + Math.max(0, -returned),
    returned: Math.max(0, returned) + Math.max(0, -sold),
  }))
}

const earlier = (a: string | undefined, b: string | undefined) =>
  a === undefined || (b !== undefined && b < a) ? b : a

export function createDayStore(db: Knex) {
  async function listChunk(ids: string[]): Promise<[string, DayFacts][]> {
    const [consumed, empty, first] = [
      await listConsumed(db, ids),
      await listEmpty(db, ids),
      await firstDays(db, ids),
    ]
    const consumedOf = Map.groupBy(consumed, ({ medicine_id }) => medicine_id)
    const emptyOf = Map.groupBy(empty, ({ medicine_id }) => medicine_id)
    return ids.map((id) => {
      const days = consumedDays(consumedOf.get(id) ?? []).toSorted((a, b) => (a.day < b.day ? -1 : 1))
      return [
        id,
        {
          firstDay: earlier(first.get(id), days[0]?.day) ?? null,
          consumed: days,
          empty: (emptyOf.get(id) ?? []).map(({ day, next_day }) => ({ from: day, until: next_day })),
        },
      ]
    })
  }

  return {
    async find(id: string): Promise<DayFacts> {
      const [[, facts]] = (await listChunk([id])) as [[string, DayFacts]]
      return facts
    },
    /** Of many medicines, a few at a time: a year of one is some hundred rows. */
    async *list(ids: string[]): AsyncGenerator<[string, DayFacts][]> {
      for (let from = 0; from < ids.length; from += CHUNK)
        yield await listChunk(ids.slice(from, from + CHUNK))
    },
  }
}
