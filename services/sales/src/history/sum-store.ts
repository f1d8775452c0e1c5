import type { TransactionType } from '@mms/contracts'
import type { Knex } from 'knex'
import { effectOf, type TransactionRecord } from '../transactions/rules.ts'
import type { DailyCount } from './count-store.ts'
import { type Criteria, whereMatches } from './history-store.ts'

/** Completed transactions that are alike in what they do to stock and money. */
interface Group extends Pick<TransactionRecord, 'type' | 'direction'> {
  isReversal: 0 | 1
  number: number
  units: number
  paise: number
}

function toSums({ type, direction, isReversal, number, units, paise }: Group): Omit<DailyCount, 'day'> {
  const effect = effectOf({ type, direction, quantity: Number(units), reverses: isReversal ? 'one' : null })
  return {
    type,
    completed: Number(number),
    summed: Number(number),
    units_in: Math.max(0, effect),
    units_out: -Math.min(0, effect),
    paise: Number(paise),
  }
}

/** Sums straight from the transactions, for one medicine. */
export function createSumStore(db: Knex) {
  return {
    sumQuery(criteria: Criteria): Knex.QueryBuilder {
      const query = db('transactions').where({ status: 'completed' })
      whereMatches(query, criteria)
      return query
        .groupBy('type', 'direction', db.raw('reverses is not null'))
        .select('type', 'direction', db.raw('reverses is not null as ??', ['isReversal']))
        .count({ number: '*' })
        .sum({ units: 'quantity', paise: 'total_paise' })
    },
    /** By type. */
    async sum(criteria: Criteria): Promise<Omit<DailyCount, 'day'>[]> {
      const byType = new Map<TransactionType, Omit<DailyCount, 'day'>>()
      for (const group of (await this.sumQuery(criteria)) as Group[]) {
        const row = toSums(group)
        const known = byType.get(row.type)
        byType.set(row.type, known ? addUp(known, row) : row)
      }
      return [...byType.values()]
    },
  }
}

function addUp(a: Omit<DailyCount, 'day'>, b: Omit<DailyCount, 'day'>): Omit<DailyCount, 'day'> {
  return {
    type: a.type,
    completed: a.completed + b.completed,
    summed: a.summed + b.summed,
    units_in: a.units_in + b.units_in,
    units_out: a.units_out + b.units_out,
    paise: a.paise + b.paise,
  }
}
