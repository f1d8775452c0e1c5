import type { BillDocument, DrawerPayment } from '@mms/contracts'
import { sumsOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { toRates } from '../drawers/store.ts'

export interface Period {
  from: string
  to: string
}

export interface PaymentSums extends DrawerPayment {
  counterId: string
  sellerId: string
  hasDrawer: boolean
  roundOff: number
  documents: number
}

type RowPosition = [day: string, recordedAt: string, id: string]

export function createReportStore(db: Knex) {
  const nameOf = async (id: string): Promise<string> => {
    const newest = (table: string, at: string) =>
      db(table).where({ created_by: id }).orderBy(at, 'desc').first({ name: 'created_by_name' })
    const found =
      (await newest('transactions', 'created_at')) ?? (await newest('payment_moves', 'recorded_at'))
    return found?.name ?? ''
  }
  return {
    async sumPayments({ from, to }: Period): Promise<PaymentSums[]> {
      const hasDrawer = db.raw('case when drawer_id is null then 0 else 1 end')
      const rows: PaymentSums[] = await db('bill_payments')
        .whereBetween('day', [from, to])
        .groupBy('kind', 'mode', 'counter_id', 'seller_id', hasDrawer)
        .select({ kind: 'kind', mode: 'mode', counterId: 'counter_id', sellerId: 'seller_id', hasDrawer })
        .select(db.raw('sum(case position when 0 then 1 else 0 end) as documents'))
        .select(sumsOf(db, { amount: 'amount', roundOff: 'round_off' }))
      return rows.map((row) => ({
        ...row,
        amount: Number(row.amount),
        roundOff: Number(row.roundOff),
        documents: Number(row.documents),
        hasDrawer: Boolean(row.hasDrawer),
      }))
    },
    async sumRates({ from, to }: Period) {
      return toRates(
        await db('bill_taxes')
          .whereBetween('day', [from, to])
          .groupBy('rate_basis_points')
          .orderBy('rate_basis_points')
          .select({ rateBp: 'rate_basis_points' })
          .select(sumsOf(db, { taxable: 'taxable', cgst: 'cgst', sgst: 'sgst', igst: 'igst' })),
      )
    },
    listNames: async (ids: string[]): Promise<Map<string, string>> =>
      new Map(await Promise.all(ids.map(async (id) => [id, await nameOf(id)] as const))),
    /** Final bills and credit notes, oldest first. */
    async listDocuments({ from, to }: Period, limit: number, after: RowPosition | undefined) {
      const found = db('bills')
        .where({ status: 'final' })
        .whereBetween('day', [after?.[0] ?? from, to])
      if (after) {
        const [day, recordedAt, id] = after
        const at = new Date(recordedAt)
        const sameTime = (same: Knex.QueryBuilder) => void same.where('recorded_at', at).where('id', '>', id)
        const sameDay = (same: Knex.QueryBuilder) => void same.where('recorded_at', '>', at).orWhere(sameTime)
        found.where((later) => void later.where('day', '>', day).orWhere(sameDay))
      }
      const documents: string[] = await found
        .orderBy(['day', 'recorded_at', 'id'])
        .limit(limit)
        .pluck('document')
      return documents.map((document) => JSON.parse(document) as BillDocument)
    },
  }
}
