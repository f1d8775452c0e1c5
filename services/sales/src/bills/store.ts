import { chunksOf, whereDue } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import type { MoneyPlace } from '../drawers/store.ts'
import { LONGEST_BACKOFF_MS } from '../outcomes/rules.ts'
import { type BillRecord, phoneKey } from './rules.ts'

export const columns = {
  id: 'id',
  counterId: 'counter_id',
  year: 'year',
  number: 'number',
  sellerId: 'seller_id',
  status: 'status',
  handedOver: 'handed_over',
  differs: 'differs',
  fingerprint: 'fingerprint',
  command: 'command',
  document: 'document',
  attempts: 'attempts',
  nextAttemptAt: 'next_attempt_at',
  recordedAt: 'recorded_at',
} as const

export type BillRow = Omit<BillRecord, 'command' | 'document' | 'nextAttemptAt' | 'recordedAt'> & {
  command: string | null
  document: string
  nextAttemptAt: Date | number | null
  recordedAt: Date | number
}

export const toRecord = (row: BillRow): BillRecord => ({
  ...row,
  handedOver: Boolean(row.handedOver),
  differs: Boolean(row.differs),
  command: row.command === null ? null : JSON.parse(row.command),
  document: JSON.parse(row.document),
  nextAttemptAt: row.nextAttemptAt === null ? null : new Date(row.nextAttemptAt),
  recordedAt: new Date(row.recordedAt),
})

/** Columns that change until a bill is final. A refused bill frees its number. */
const changing = (bill: BillRecord) => ({
  status: bill.status,
  handed_over: bill.handedOver,
  differs: bill.differs,
  taken_number: bill.status === 'refused' ? null : bill.number,
  command: bill.command && JSON.stringify(bill.command),
  document: JSON.stringify(bill.document),
  next_attempt_at: bill.nextAttemptAt,
})

type Kind = 'bill' | 'note'
const kindOf = ({ document }: BillRecord): Kind => (document.creditOf ? 'note' : 'bill')

/** Amounts of a credit note are negative, so that sums over all rows are right. */
const signerOf = (bill: BillRecord) => (amount: number) => (kindOf(bill) === 'note' ? 0 - amount : amount)

const toRow = (bill: BillRecord) => ({
  id: bill.id,
  kind: kindOf(bill),
  credit_of: bill.document.creditOf?._id ?? null,
  counter_id: bill.counterId,
  year: bill.year,
  number: bill.number,
  number_text: bill.document.number,
  day: bill.document.day,
  seller_id: bill.sellerId,
  customer_phone: phoneKey(bill.document.customer?.phone ?? '') || null,
  fingerprint: bill.fingerprint,
  attempts: bill.attempts,
  recorded_at: bill.recordedAt,
  ...changing(bill),
})

const noMoney = { net: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 }

/**
 * Each batch that a line took, or that its paper names, has a row, so that a search finds the bill. The money is in
 * the first row only.
 */
function linesOf(bill: BillRecord) {
  const { id, document, recordedAt, command } = bill
  const signed = signerOf(bill)
  return document.lines.flatMap((line, at) => {
    const numbers = [...line.batches, command?.lines[at]?.batch].flatMap((batch) => batch?.number ?? [])
    const [first = null, ...others] = new Set(numbers)
    const row = {
      id: line._id,
      bill_id: id,
      medicine_id: line.medicineId,
      recorded_at: recordedAt,
      batch_number: first,
      rate_basis_points: line.rateBp,
      net: signed(line.net),
      taxable: signed(line.taxable),
      cgst: signed(line.cgst),
      sgst: signed(line.sgst),
      igst: signed(line.igst),
    }
    return [row, ...others.map((number) => ({ ...row, ...noMoney, id: v7(), batch_number: number }))]
  })
}

/** A document of ₹0 has a payment, too, because documents are counted by their first payment. */
function paymentsOf(bill: BillRecord, { counterId, drawerId }: MoneyPlace) {
  const { id, document, sellerId } = bill
  const [kind, signed] = [kindOf(bill), signerOf(bill)]
  const paid = document.payments.length > 0 ? document.payments : [{ mode: 'cash', amount: 0 }]
  return paid.map(({ mode, amount }, position) => ({
    bill_id: id,
    position,
    mode,
    amount: signed(amount),
    kind,
    day: document.day,
    counter_id: counterId,
    seller_id: sellerId,
    drawer_id: drawerId,
    round_off: position === 0 ? signed(document.roundOff) : 0,
  }))
}

function taxesOf(bill: BillRecord) {
  const { id, document } = bill
  const signed = signerOf(bill)
  return document.rates.map(({ rateBp, taxable, cgst, sgst, igst }) => ({
    bill_id: id,
    rate_basis_points: rateBp,
    day: document.day,
    taxable: signed(taxable),
    cgst: signed(cgst),
    sgst: signed(sgst),
    igst: signed(igst),
  }))
}

export function createBillStore(db: Knex) {
  const pending = (id: string) => db('bills').where({ id, status: 'pending' })

  return {
    async find(id: string): Promise<BillRecord | undefined> {
      const row: BillRow | undefined = await db('bills').where({ id }).first(columns)
      return row && toRecord(row)
    },
    async findHolder(counterId: string, year: string, number: number): Promise<BillRecord | undefined> {
      const row: BillRow | undefined = await db('bills')
        .where({ counter_id: counterId, year, kind: 'bill', taken_number: number })
        .first(columns)
      return row && toRecord(row)
    },
    /** Throws a unique violation if the id is known or the number taken. */
    async insert(bills: BillRecord[]): Promise<void> {
      await db('bills').insert(bills.map(toRow))
    },
    /** False if the bill is final, or was handed over meanwhile and must be sent again. */
    async finish(bill: BillRecord): Promise<boolean> {
      const open = pending(bill.id).where({ handed_over: bill.status === 'final' && bill.handedOver })
      return (await open.update(changing(bill))) === 1
    },
    /** False if the bill is final. Throws a unique violation if its number was used again. */
    async handOver(bill: BillRecord): Promise<boolean> {
      const open = db('bills').where({ id: bill.id }).whereIn('status', ['pending', 'refused'])
      return (await open.update(changing(bill))) === 1
    },
    async insertParts(bills: BillRecord[], placeOf: (bill: BillRecord) => MoneyPlace): Promise<void> {
      const payments = bills.flatMap((bill) => paymentsOf(bill, placeOf(bill)))
      for (const chunk of chunksOf(bills.flatMap(linesOf))) await db('bill_lines').insert(chunk)
      for (const chunk of chunksOf(payments)) await db('bill_payments').insert(chunk)
      for (const chunk of chunksOf(bills.flatMap(taxesOf))) await db('bill_taxes').insert(chunk)
    },
    async due(now: Date, limit: number): Promise<BillRecord[]> {
      const rows: BillRow[] = await db('bills')
        .where('next_attempt_at', '>=', new Date(0))
        .where((due) => whereDue(due, 'next_attempt_at', now, LONGEST_BACKOFF_MS))
        .orderBy('next_attempt_at')
        .limit(limit)
        .select(columns)
      return rows.map(toRecord)
    },
    async lease(id: string, attempts: number, until: Date): Promise<boolean> {
      const taken = pending(id).where({ attempts })
      return (await taken.update({ attempts: attempts + 1, next_attempt_at: until })) === 1
    },
    async release({ id, attempts }: BillRecord, nextAttemptAt: Date): Promise<void> {
      await pending(id).where({ attempts }).update({ next_attempt_at: nextAttemptAt })
    },
    /** Ids of lines that inventory may have moved already. */
    async pendingLines(): Promise<string[]> {
      const commands: string[] = await db('bills')
        .where('next_attempt_at', '>=', new Date(0))
        .pluck('command')
      return commands.flatMap((command) =>
        (JSON.parse(command) as NonNullable<BillRecord['command']>).lines.map(({ _id }) => _id),
      )
    },
  }
}

export function createBillNumbers(db: Knex) {
  const numbers = (counterId: string, year: string) =>
    db('bills')
      .where({ counter_id: counterId, year, kind: 'bill' })
      .whereNotNull('taken_number')
      .orderBy('taken_number')
  return {
    pending: (counterId: string): Promise<string[]> =>
      db('bills')
        .where('next_attempt_at', '>=', new Date(0))
        .where({ counter_id: counterId })
        .pluck('number_text'),
    async hasBillSince(counterId: string, day: string): Promise<boolean> {
      const bills = db('bills').where({ counter_id: counterId, kind: 'bill' })
      return (await bills.where('day', '>=', day).first('id')) !== undefined
    },
    /** Numbers of final and void bills, lowest first. */
    final: (counterId: string, year: string): Promise<number[]> =>
      numbers(counterId, year).whereIn('status', ['final', 'void']).pluck('taken_number'),
    taken: (counterId: string, year: string): Promise<number[]> =>
      numbers(counterId, year).pluck('taken_number'),
  }
}
