import type { TradedFigures, TransactionType } from '@mms/contracts'
import { rupeesOfSum, sumsOf } from '@mms/service-kit'
import type { Knex } from 'knex'

interface Group {
  id: string
  name: string | null
  type: TransactionType
  number: number
  paise: number | string
}

const signs: Partial<Record<TransactionType, number>> = { sale: 1, return: -1 }

function figuresOf(groups: Group[]): TradedFigures {
  const amounts = groups.map(({ type, paise }) => (signs[type] ?? 0) * Number(paise))
  const transactions = groups.reduce((sum, { number }) => sum + Number(number), 0)
  return { transactions, sales: rupeesOfSum(amounts) }
}

export function createTodayStore(db: Knex) {
  return {
    async find(from: Date, until: Date) {
      const groups: Group[] = await db('transactions')
        .where('created_at', '>=', from)
        .where('created_at', '<', until)
        .where({ status: 'completed', reverses: null, reversed_by: null })
        .groupBy('created_by', 'type')
        .select({ id: 'created_by', type: 'type' })
        .max({ name: 'created_by_name' })
        .count({ number: '*' })
        .select(sumsOf(db, { paise: 'total_paise' }))
      const people = [...Map.groupBy(groups, ({ id }) => id)].map(([_id, own]) => {
        const name = own.find((each) => each.name !== null)?.name ?? null
        return { _id, name, ...figuresOf(own) }
      })
      people.sort((a, b) => b.sales - a.sales || b.transactions - a.transactions)
      return { ...figuresOf(groups), people }
    },
  }
}
