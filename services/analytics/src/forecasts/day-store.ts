import { chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { CURRENT_UNITS_SQL, joinStockHeads } from '../trade/store.ts'
import type { DayFacts } from './history.ts'

/** Medicines read at once. Three years of one medicine may be two thousand rows. */
const CHUNK = 50

interface ConsumedDay {
  medicine_id: string
  day: string
  sold: number
  returned: number
}

/** Includes sample history. Reversals are negative. */
async function listConsumed(db: Knex, ids: string[]): Promise<ConsumedDay[]> {
  const rows: ConsumedDay[] = await joinStockHeads(db, 'trade_days')
    .whereIn('t.medicine_id', ids)
    .whereIn('type', ['sale', 'return'])
    .where('consumed', '<>', 0)
    .groupBy('t.medicine_id', 'day')
    .orderBy(['t.medicine_id', 'day'])
    .select(
      't.medicine_id',
      'day',
      db.raw(`sum(case when type = 'sale' then ${CURRENT_UNITS_SQL} else 0 end) as sold`),
      db.raw(`sum(case when type = 'return' then -(${CURRENT_UNITS_SQL}) else 0 end) as returned`),
    )
  // Corrections of other days can make a day's sum negative: then sales count as returns and vice versa.
  return rows.map(({ medicine_id, day, sold, returned }) => ({
    medicine_id,
    day,
    sold: Math.max(0, sold) + Math.max(0, -returned),
    returned: Math.max(0, returned) + Math.max(0, -sold),
  }))
}

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
    .select('medicine_id')
    .min({ first: 'day' })
  return new Map(rows.map(({ medicine_id, first }) => [medicine_id, first]))
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
      const days = consumedOf.get(id) ?? []
      const facts: DayFacts = {
        firstDay: earlier(first.get(id), days[0]?.day) ?? null,
        consumed: days.map(({ day, sold, returned }) => ({ day, sold, returned })),
        empty: (emptyOf.get(id) ?? []).map(({ day, next_day }) => ({ from: day, until: next_day })),
      }
      return [id, facts]
    })
  }

  return {
    async find(id: string): Promise<DayFacts> {
      const [[, facts]] = (await listChunk([id])) as [[string, DayFacts]]
      return facts
    },
    async *list(ids: string[]): AsyncGenerator<[string, DayFacts][]> {
      for (const chunk of chunksOf(ids, CHUNK)) yield await listChunk(chunk)
    },
  }
}
