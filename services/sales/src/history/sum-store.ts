import { stockEffect, sumOf, type TradedFigures, type TransactionType } from '@mms/contracts'
import { rupeesOfSum, sumByKeys, sumsOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { TransactionRecord } from '../transactions/rules.ts'
import { sumColumns, type TypeSums } from './count-store.ts'
import { type TransactionCriteria, whereMatches } from './history-store.ts'

interface Group extends Pick<TransactionRecord, 'type' | 'direction'> {
  isReversal: 0 | 1
  number: number
  units: number
  paise: number
}
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

/** Only adjustments have two directions; for other types the opposite direction is a reversal. */
export function netSums(row: TypeSums): TypeSums {
  const net = row.units_in - row.units_out
  return stockEffect(row.type, 1) > 0
    ? { ...row, units_in: net, units_out: 0 }
    : { ...row, units_in: 0, units_out: 0 - net }
}

export async function sumTransactions(db: Knex, criteria: TransactionCriteria): Promise<TypeSums[]> {
  const query = db('transactions').where({ status: 'completed' })
  whereMatches(query, criteria)
  const groups: Group[] = await query
    .groupBy('type', 'direction', db.raw('reverses is not null'))
    .select('type', 'direction', db.raw('reverses is not null as ??', ['isReversal']))
    .count({ number: '*' })
    .select(sumsOf(db, { units: 'quantity', paise: 'total_paise' }))
  return sumByKeys(groups.map(toSums), ['type'], sumColumns)
}

interface PersonGroup {
  id: string
  name: string | null
  type: TransactionType
  number: number
  paise: number | string
}

const signs: Partial<Record<TransactionType, number>> = { sale: 1, return: -1 }

/** Round-off of one person's bills and credit notes. */
type RoundOff = Pick<PersonGroup, 'id' | 'paise'>

function figuresOf(groups: PersonGroup[], roundOffs: RoundOff[]): TradedFigures {
  const traded = groups.map(({ type, paise }) => (signs[type] ?? 0) * Number(paise))
  const amounts = [...traded, ...roundOffs.map(({ paise }) => paise)]
  return { transactions: sumOf(groups.map(({ number }) => Number(number))), sales: rupeesOfSum(amounts) }
}
export async function findTraded(db: Knex, from: Date, until: Date) {
  const counted = () =>
    db('transactions')
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .where({ status: 'completed', reverses: null, reversed_by: null })
  const groups: PersonGroup[] = await counted()
    .groupBy('created_by', 'type')
    .select({ id: 'created_by', type: 'type' })
    .max({ name: 'created_by_name' })
    .count({ number: '*' })
    .select(sumsOf(db, { paise: 'total_paise' }))
  const documents = counted().whereNotNull('bill_id').distinct('bill_id', 'created_by').as('t')
  const roundOffs: RoundOff[] = await db
    .from(documents)
    .join('bill_payments as p', 'p.bill_id', 't.bill_id')
    .where({ 'p.position': 0 })
    .groupBy('t.created_by')
    .select({ id: 't.created_by' })
    .select(sumsOf(db, { paise: 'p.round_off' }))
  const people = [...Map.groupBy(groups, ({ id }) => id)].map(([_id, own]) => {
    const name = own.find((each) => each.name !== null)?.name ?? null
    const rounded = roundOffs.filter(({ id }) => id === _id)
    return { _id, name, ...figuresOf(own, rounded) }
  })
  people.sort((a, b) => b.sales - a.sales || b.transactions - a.transactions)
  return { ...figuresOf(groups, roundOffs), people }
}
