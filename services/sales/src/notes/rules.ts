import {
  addDays,
  type BatchLine,
  type BillDocument,
  type BillSettings,
  type CreateNote,
  documentNumberText,
  earlierNoteOf,
  financialYearOf,
  movedPayments,
  type PaymentMove,
  type ReturnSums,
  type ShownBillLine,
  sumOf,
  sumsOfReturn,
} from '@mms/contracts'
import { problem } from '@mms/service-kit'
import { v7 } from 'uuid'
import { type BillRecord, storeDetailsOf, toPersonReference } from '../bills/rules.ts'
import { buildCommand } from '../outcomes/rules.ts'
import { type BatchedTrade, distributeReturn } from '../returns/refunds.ts'
import type { Person } from '../transactions/approver.ts'
import { formatRupees } from '../transactions/replies.ts'
import { blankRecord, type TransactionRecord } from '../transactions/rules.ts'

/** Throws 409 `sales.not_returnable` if a line has fewer units left to return. */
export function checkedReturn(
  { document }: BillRecord,
  notes: BillRecord[],
  note: CreateNote,
  moves: PaymentMove[],
): ReturnSums {
  const payments = movedPayments(document.payments, moves)
  const earlier = notes.map((note) => earlierNoteOf(note.document))
  const sums = sumsOfReturn({ ...document, payments }, earlier, note.lines, note.refundMode)
  if (!('error' in sums)) return sums
  const name = document.lines.find(({ _id }) => _id === sums.line)?.name ?? 'this line'
  const message = `Only ${sums.returnable} units of ${name} can still be returned`
  const at = note.lines.findIndex(({ line }) => line === sums.line)
  throw problem.conflict(sums.error, message, { errors: { [`lines.${at}.units`]: message } })
}

/** Returns why staff need an administrator. `refunded` is what the person refunded today without approval. */
export function findPassedReturnLimit(
  { day }: BillDocument,
  payout: number,
  { limits }: BillSettings,
  { today, refunded }: { today: string; refunded: number },
): string | undefined {
  if (addDays(day, limits.returnDays) < today)
    return `Returns more than ${limits.returnDays} days after the sale need an administrator`
  if (refunded + payout > limits.returnPaise)
    return `Refunds of more than ${formatRupees(limits.returnPaise)} in a day need an administrator`
  return undefined
}

interface NewNote {
  note: CreateNote
  bill: BillRecord
  sums: ReturnSums
  settings: BillSettings
  sender: Person
  approvedBy: Person | null
  number: number
  today: string
  now: Date
  leaseMs: number
  /** By line of the bill: the batches that were sold and those that came back. */
  trades: Map<string, BatchedTrade[]>
  batches: Map<string, BatchLine>
}

/** Returned goods go back to the batches they came from. If they are written off, a second movement removes them. */
function madeLine(made: NewNote, number: string, at: number) {
  const { note, bill, sums, sender, approvedBy, now, leaseMs, trades, batches } = made
  const { line: of, units, ...money } = sums.lines[at] as ReturnSums['lines'][number]
  const sold = bill.document.lines.find(({ _id }) => _id === of) as ShownBillLine
  const { batchReason: _, bookPrice: __, ...billed } = sold
  const traded = trades.get(of) ?? []
  const shares = distributeReturn(traded, units)
  trades.set(of, [...traded, { type: 'return', shares }])
  const movement = (
    type: 'return' | 'expired',
    quantity: number,
    batch: TransactionRecord['batch'],
  ): TransactionRecord => {
    const record: TransactionRecord = {
      ...blankRecord,
      id: v7({ msecs: now.getTime() }),
      medicineId: billed.medicineId,
      type,
      batch,
      direction: null,
      quantity,
      unitPricePaise: Math.round(money.net / units),
      note: note.reason,
      totalPaise: quantity === units ? money.net : Math.round((money.net * quantity) / units),
      status: 'pending',
      createdBy: sender.id,
      createdByName: sender.name,
      approvedBy,
      createdAt: now,
      nextAttemptAt: new Date(now.getTime() + leaseMs),
      billId: note._id,
      billNumber: number,
      packSize: billed.packSize,
    }
    return { ...record, command: buildCommand(record) }
  }
  const back = movement('return', units, { shares })
  const isWrittenOff = note.lines[at]?.to === 'write-off'
  const writeOffs = isWrittenOff
    ? shares.map((share) => movement('expired', share.units, { _id: share.batchId }))
    : []
  const line: ShownBillLine = {
    ...billed,
    _id: back.id,
    of,
    units,
    ...money,
    gross: money.net,
    discount: 0,
    share: 0,
    batches: shares.map(({ batchId, units: taken }) => {
      const { number: batchNumber = null, expiryDate = null } = batches.get(batchId) ?? {}
      return { number: batchNumber, expiryDate, units: taken }
    }),
    found: 0,
    writtenOff: isWrittenOff ? units : 0,
  }
  return { line, movements: [back, ...writeOffs] }
}

function ratesOf(lines: ShownBillLine[]): BillDocument['rates'] {
  const sum = (own: ShownBillLine[], name: 'taxable' | 'cgst' | 'sgst' | 'igst') =>
    sumOf(own.map((line) => line[name]))
  return [...Map.groupBy(lines, ({ rateBp }) => rateBp)]
    .toSorted(([a], [b]) => a - b)
    .map(([rateBp, own]) => ({
      rateBp,
      taxable: sum(own, 'taxable'),
      cgst: sum(own, 'cgst'),
      sgst: sum(own, 'sgst'),
      igst: sum(own, 'igst'),
    }))
}

/** Makes the credit note, which is final at once, and its movements, which are sent to inventory afterwards. */
export function newNote(made: NewNote): { note: BillRecord; movements: TransactionRecord[] } {
  const { note, bill, sums, settings, sender, approvedBy, today, now, number } = made
  const { counter, customer, doctor, number: billNumber } = bill.document
  const year = financialYearOf(today)
  const text = documentNumberText({ counter: counter.code, kind: 'creditNote', year, number })
  const lines = note.lines.map((_, at) => madeLine(made, text, at))
  const shown = lines.map(({ line }) => line)
  const document: BillDocument = {
    _id: note._id,
    number: text,
    status: 'final',
    title: 'Credit Note',
    counter,
    day: today,
    madeAt: now.toISOString(),
    recordedAt: now.toISOString(),
    seller: toPersonReference(sender),
    store: storeDetailsOf(settings),
    customer,
    doctor,
    lines: shown,
    rates: ratesOf(shown),
    billDiscount: 0,
    total: sums.total,
    roundOff: sums.payout - sums.total,
    payable: sums.payout,
    payments: sums.refunds as BillDocument['payments'],
    handedOver: false,
    creditOf: { _id: bill.id, number: billNumber },
    reason: note.reason,
    ...(approvedBy && { approvedBy: toPersonReference(approvedBy) }),
  }
  return {
    note: {
      id: note._id,
      counterId: bill.counterId,
      year,
      number,
      sellerId: sender.id,
      status: 'final',
      handedOver: false,
      differs: false,
      fingerprint: '',
      command: null,
      document,
      attempts: 0,
      nextAttemptAt: null,
      recordedAt: now,
    },
    movements: lines.flatMap(({ movements }) => movements),
  }
}
