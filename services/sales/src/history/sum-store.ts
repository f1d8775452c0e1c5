import { stockEffect } from '@mms/contracts'
import { sumsOf, tally } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { TransactionRecord } from '../transactions/rules.ts'
import { sums, type TypeSums } from './count-store.ts'
import { type Criteria, whereMatches } from './history-store.ts'

interface Group extends Pick<TransactionRecord, 'type' | 'direction'> {
  isReversal: 0 | 1
  number: number
  units: number
  paise: number
}

/** A reversal counts against the transaction that it undoes. */
function toSums({ type, direction, isReversal, number, units, paise }: Group): TypeSums {
  const effect = stockEffect(type, Number(units), direction ?? 'increase')
  const sign = isReversal ? -1 : 1
  return {
    type,
    completed: Number(number),
    units_in: sign * Math.max(0, effect),
    units_out: sign * -Math.min(0, effect),
    paise: Number(paise),
  }
}

/** For all types except adjustments, the opposite direction means a reversal. */
export function netSums(row: TypeSums): TypeSums {
  const net = row.units_in - row.units_out
  return stockEffect(row.type, 1) > 0
    ? { ...row, units_in: net, units_out: 0 }
    : { ...row, units_in: 0, units_out: 0 - net }
}

export function createSumStore(db: Knex) {
  return {
    sumQuery(criteria: Criteria): Knex.QueryBuilder {
      const query = db('transactions').where({ status: 'completed' })
      whereMatches(query, criteria)
      return query
        .groupBy('type', 'direction', db.raw('reverses is not null'))
        .select('type', 'direction', db.raw('reverses is not null as ??', ['isReversal']))
        .count({ number: '*' })
        .select(sumsOf(db, { units: 'quantity', paise: 'total_paise' }))
    },
    async sum(criteria: Criteria): Promise<TypeSums[]> {
      const groups: Group[] = await this.sumQuery(criteria)
      return tally(groups.map(toSums), ['type'], sums)
    },
  }
}
