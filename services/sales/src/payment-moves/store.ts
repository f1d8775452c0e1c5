import type { BillDocument, OpenCredit, PaymentMode, PaymentMove } from '@mms/contracts'
import { sumsOf, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { phoneKey } from '../bills/rules.ts'
import type { MoneyPlace } from '../drawers/store.ts'

type Row = Record<string, string>

interface HeldPayment {
  kind: 'bill' | 'note' | 'move'
  mode: PaymentMode
  amount: number
  position: number
  drawerId: string | null
}

const toMove = (row: Row): PaymentMove => ({
  _id: row.id as string,
  from: row.from_mode as PaymentMove['from'],
  to: row.to_mode as PaymentMove['to'],
  amount: Number(row.amount),
  reference: row.reference as string,
  recordedAt: toInstant(row.recorded_at),
  by: { _id: row.created_by as string, name: row.created_by_name as string },
})

interface NewMove {
  move: PaymentMove
  billId: string
  fingerprint: string
  place: MoneyPlace
  day: string
  /** Position of the first of the move's two payments. */
  position: number
}

export function createMoveStore(db: Knex) {
  return {
    async find(id: string) {
      const row: Row | undefined = await db('payment_moves').where({ id }).first()
      return row && { move: toMove(row), fingerprint: row.fingerprint as string }
    },
    async list(billId: string): Promise<PaymentMove[]> {
      const rows: Row[] = await db('payment_moves').where({ bill_id: billId }).orderBy(['recorded_at', 'id'])
      return rows.map(toMove)
    },
    /** Lists payments of a bill, of its moves and of its credit notes; the latter are negative. */
    async listHeld(billId: string): Promise<HeldPayment[]> {
      const rows: HeldPayment[] = await db('bill_payments')
        .where({ bill_id: billId })
        .orWhereIn('bill_id', db('bills').where({ credit_of: billId }).select('id'))
        .select({ kind: 'kind', mode: 'mode', amount: 'amount', position: 'position', drawerId: 'drawer_id' })
      return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
    },
    async insert({ move, billId, fingerprint, place, day, position }: NewMove): Promise<void> {
      const { _id, from, to, amount, reference, recordedAt, by } = move
      await db('payment_moves').insert({
        id: _id,
        bill_id: billId,
        from_mode: from,
        to_mode: to,
        amount,
        reference,
        fingerprint,
        created_by: by._id,
        created_by_name: by.name,
        recorded_at: new Date(recordedAt),
      })
      const common = {
        bill_id: billId,
        kind: 'move',
        day,
        seller_id: by._id,
        round_off: 0,
        counter_id: place.counterId,
        drawer_id: place.drawerId,
      }
      await db('bill_payments').insert([
        { ...common, position, mode: from, amount: 0 - amount },
        { ...common, position: position + 1, mode: to, amount },
      ])
    },
    /** Lists unpaid credit of bills, reduced by moves and credit notes. */
    async listOpenCredits(phone: string): Promise<OpenCredit[]> {
      const bill = db.raw('coalesce(b.credit_of, b.id)')
      const sums: { id: string; open: number }[] = await db('bills as b')
        .join('bill_payments as p', 'p.bill_id', 'b.id')
        .where({ 'b.customer_phone': phoneKey(phone), 'b.status': 'final', 'p.mode': 'credit' })
        .groupBy(bill)
        .select({ id: bill })
        .select(sumsOf(db, { open: 'p.amount' }))
      const open = new Map(sums.map((sum) => [sum.id, Number(sum.open)]))
      const ids = [...open.keys()].filter((id) => open.get(id) !== 0)
      const rows: Row[] = await db('bills').whereIn('id', ids).orderBy('recorded_at').select('id', 'document')
      return rows.map(({ id, document }) => {
        const { number, day, customer, payable }: BillDocument = JSON.parse(document as string)
        const shown = { name: customer?.name ?? '', phone: customer?.phone ?? '' }
        return { _id: id as string, number, day, customer: shown, payable, open: open.get(id as string) ?? 0 }
      })
    },
  }
}
