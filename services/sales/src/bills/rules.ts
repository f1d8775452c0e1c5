import {
  type BillDocument,
  type BillSettings,
  type BillSums,
  type CreateBill,
  documentNumberText,
  financialYearOf,
  type GroupOutcome,
  type MovedLine,
  type MovementGroup,
  type PublishedMedicine,
  type ShownBillLine,
  taxRateOf,
} from '@mms/contracts'
import { recordedTimesOf } from '../recording/made-at.ts'
import type { Person } from '../transactions/approver.ts'
import { formatRupees } from '../transactions/replies.ts'
import { blankRecord, type TransactionRecord } from '../transactions/rules.ts'

export interface BillRecord {
  id: string
  counterId: string
  year: string
  number: number
  sellerId: string
  status: BillDocument['status']
  handedOver: boolean
  differs: boolean
  fingerprint: string
  /** Request to inventory; null once it has answered. */
  command: MovementGroup | null
  document: BillDocument
  attempts: number
  nextAttemptAt: Date | null
  recordedAt: Date
}

/** Phone number in the form that searches compare. `+91 98765-43210` becomes `9876543210`. */
export const phoneKey = (phone: string): string =>
  phone.replace(/\D/g, '').replace(/^(?:0|91)(?=\d{10}$)/, '')

export interface BillRequest {
  bill: CreateBill
  fingerprint: string
  sender: Person
  isAdmin: boolean
  isProven: boolean
  earliest: Date
}

interface NewBill extends Omit<BillRequest, 'isAdmin' | 'isProven'> {
  sums: BillSums
  settings: BillSettings
  counter: { code: string }
  approvedBy: Person | null
  medicines: PublishedMedicine[]
  now: Date
  leaseMs: number
}

export function storeDetailsOf(settings: BillSettings): BillDocument['store'] {
  const { legalName, tradeName, address, stateCode, phone, gstin, taxStatus, licences, upiId } = settings
  return { legalName, tradeName, address, stateCode, phone, gstin, taxStatus, licences, upiId }
}

export const toPersonReference = ({ id, name }: Person) => ({ _id: id, name })

/** The line as it is shown until inventory has answered. */
function draftLine(
  { bill, sums, settings }: NewBill,
  at: number,
  medicine: PublishedMedicine | undefined,
): ShownBillLine {
  const line = bill.lines[at] as CreateBill['lines'][number]
  const { _id, medicineId, units, packSize, packPrice, packMrp, taxClass, batch } = line
  return {
    _id,
    medicineId,
    units,
    packSize,
    packPrice,
    packMrp,
    name: medicine?.name ?? '',
    manufacturer: medicine?.manufacturer ?? '',
    hsn: medicine?.hsn ?? '',
    schedule: medicine?.schedule ?? 'none',
    packWord: medicine?.packWord ?? 'pack',
    unitWord: medicine?.unitWord ?? 'unit',
    batches: [],
    ...(batch?.reason && { batchReason: batch.reason }),
    rateBp: settings.taxStatus === 'regular' ? taxRateOf(settings.rates, taxClass, bill.day) : 0,
    ...(sums.lines[at] as BillSums['lines'][number]),
    found: 0,
    writtenOff: 0,
  }
}

function documentOf(made: NewBill): BillDocument {
  const { bill, sums, settings, counter, sender, approvedBy, now } = made
  const isForAnother = bill.handedOver && bill.seller && bill.seller._id !== sender.id
  const seller = (isForAnother && bill.seller) || toPersonReference(sender)
  const medicines = new Map(made.medicines.map((medicine) => [medicine._id, medicine]))
  return {
    _id: bill._id,
    number: documentNumberText({
      counter: counter.code,
      kind: 'bill',
      year: financialYearOf(bill.day),
      number: bill.number,
    }),
    status: 'pending',
    title: sums.documentTitle,
    counter: { _id: bill.counter._id, code: counter.code },
    day: bill.day,
    madeAt: bill.madeAt,
    recordedAt: now.toISOString(),
    seller,
    store: storeDetailsOf(settings),
    customer: bill.customer,
    doctor: bill.doctor,
    rounding: settings.roundOff,
    lines: bill.lines.map(({ medicineId }, at) => draftLine(made, at, medicines.get(medicineId))),
    rates: sums.rates,
    billDiscount: sums.billDiscount,
    total: sums.total,
    roundOff: sums.roundOff,
    payable: sums.payable,
    payments: bill.payments,
    handedOver: bill.handedOver === true,
    ...(seller._id !== sender.id && { sentBy: toPersonReference(sender) }),
    ...(approvedBy && { approvedBy: toPersonReference(approvedBy) }),
  }
}

export function newBill(made: NewBill): BillRecord {
  const { bill, fingerprint, earliest, now, leaseMs } = made
  const document = documentOf(made)
  const { recordedAt } = recordedTimesOf({ madeAt: new Date(bill.madeAt), earliest }, now)
  return {
    id: bill._id,
    counterId: bill.counter._id,
    year: financialYearOf(bill.day),
    number: bill.number,
    sellerId: document.seller._id,
    status: 'pending',
    handedOver: document.handedOver,
    differs: false,
    fingerprint,
    command: {
      actorId: document.seller._id,
      // With this time, inventory also sells stock that has expired since.
      ...(recordedAt && { madeAt: bill.madeAt }),
      lines: bill.lines.map(({ discount: _, ...line }) => line),
    },
    document,
    attempts: 0,
    nextAttemptAt: new Date(now.getTime() + leaseMs),
    recordedAt: now,
  }
}

export function finalBill(bill: BillRecord, moved: MovedLine[]): BillRecord {
  const byId = new Map(moved.map((line) => [line._id, line]))
  const lines = bill.document.lines.map((line, at) => {
    const { medicine, lines: taken, found, writtenOff, packPrice, taxClass } = byId.get(line._id) as MovedLine
    const batches = taken.map(({ number, expiryDate, effect }) => ({ number, expiryDate, units: 0 - effect }))
    const other = {
      ...(packPrice !== line.packPrice && { bookPrice: packPrice }),
      ...(taxClass !== bill.command?.lines[at]?.taxClass && { bookTaxClass: taxClass }),
    }
    return { ...line, ...medicine, batches, found, writtenOff, ...other }
  })
  return {
    ...bill,
    status: 'final',
    command: null,
    nextAttemptAt: null,
    differs: lines.some(isDifferent),
    document: { ...bill.document, status: 'final', lines },
  }
}

export const refusedBill = (
  bill: BillRecord,
  { lines: refused }: Extract<GroupOutcome, { outcome: 'rejected' }>,
): BillRecord => ({
  ...bill,
  status: 'refused',
  nextAttemptAt: null,
  document: { ...bill.document, status: 'refused', refused },
})

export function handedOverBill(bill: BillRecord, nextAttemptAt: Date): BillRecord {
  const { refused: _, ...document } = bill.document
  return {
    ...bill,
    status: 'pending',
    handedOver: true,
    nextAttemptAt,
    document: { ...document, status: 'pending', handedOver: true },
  }
}

/** Makes one sale of each line. The unit price is the amount paid divided by the units, rounded. */
export function transactionsOf(bill: BillRecord, moved: MovedLine[]): TransactionRecord[] {
  const { document, command, recordedAt } = bill
  const { seller, number, approvedBy } = document
  const madeAt = command?.madeAt === undefined ? null : new Date(command.madeAt)
  const times = { createdAt: madeAt ?? recordedAt, madeAt, recordedAt: madeAt && recordedAt }
  return document.lines.map((line, at) => {
    const { version, balanceAfter, lines } = moved[at] as MovedLine
    return {
      ...blankRecord,
      ...times,
      id: line._id,
      medicineId: line.medicineId,
      type: 'sale' as const,
      packSize: line.packSize,
      direction: null,
      quantity: line.units,
      unitPricePaise: Math.round(line.net / line.units),
      totalPaise: line.net,
      status: 'completed' as const,
      movementVersion: version,
      balanceAfter,
      lines,
      createdBy: seller._id,
      createdByName: seller.name,
      billId: bill.id,
      billNumber: number,
      ...(approvedBy && { approvedBy: { id: approvedBy._id, name: approvedBy.name } }),
    }
  })
}

const isDifferent = ({ found, writtenOff, bookPrice, bookTaxClass }: ShownBillLine): boolean =>
  found > 0 || writtenOff > 0 || bookPrice !== undefined || bookTaxClass !== undefined

/** Describes for the audit log how the books differ from the bill. */
export const differencesOf = ({ document }: BillRecord): string =>
  document.lines
    .filter(isDifferent)
    .map(({ name, found, writtenOff, packPrice, bookPrice, bookTaxClass }) =>
      [
        `${name}: ${found} found, ${writtenOff} written off`,
        ...(bookPrice === undefined
          ? []
          : [`${formatRupees(packPrice)} instead of ${formatRupees(bookPrice)} a pack`]),
        ...(bookTaxClass ? [`tax class ${bookTaxClass} in the records`] : []),
      ].join(', '),
    )
    .join('; ')
