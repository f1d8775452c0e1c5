/** Computes a credit note in browser and server. Money in paise. */
import { creditOf, type LineSums, type RoundOff, roundedShareOf, sumOf } from './sums.ts'

type ReturnedMoney = Pick<LineSums, 'net' | 'cgst' | 'sgst' | 'igst'>

interface BilledLine extends ReturnedMoney {
  _id: string
  units: number
}

interface Refund {
  mode: string
  amount: number
}

export interface ReturnableBill {
  lines: readonly BilledLine[]
  rounding?: RoundOff | undefined
  payable: number
  payments: readonly Refund[]
}

/** `line`: id of the line on the bill. */
interface ReturnedLine extends ReturnedMoney {
  line: string
  units: number
  taxable: number
}
type EarlierLine = Omit<ReturnedLine, 'taxable'>

/** The amounts of `refunds` add up to `payout`. */
export interface ReturnSums<Mode extends string = string> {
  lines: ReturnedLine[]
  total: number
  payout: number
  refunds: { mode: Mode | 'credit'; amount: number }[]
  /** Credit of the bill that is unpaid after this return. */
  owedAfter: number
}

interface NoteDocument {
  lines: readonly (ReturnedMoney & { of?: string | undefined; units: number })[]
  payable: number
  payments: readonly Refund[]
}

export type EarlierNote = Pick<ReturnSums, 'payout' | 'refunds'> & {
  lines: readonly EarlierLine[]
}

/** Converts a stored credit note to the returns it stands for. */
export const earlierNoteOf = ({ lines, payable, payments }: NoteDocument): EarlierNote => ({
  lines: lines.map(({ of: line = '', units, net, cgst, sgst, igst }) => ({
    line,
    units,
    net,
    cgst,
    sgst,
    igst,
  })),
  payout: payable,
  refunds: [...payments],
})

/** Subject that an approval is bound to: this credit note, bill and amount. */
export const noteApprovalSubject = (noteId: string, billId: string, payout: number): string =>
  `${noteId} ${billId} ${payout}`

export interface ReturnRefusal {
  error: 'sales.not_returnable'
  line: string
  returnable: number
}

const RUPEE = 100
const amounts = ['net', 'cgst', 'sgst', 'igst'] as const

const unitsOf = (lines: readonly EarlierLine[], id: string): number =>
  sumOf(lines.filter(({ line }) => line === id).map(({ units }) => units))

/** The line's money for all units returned so far, less earlier notes, so that no rounding error remains. */
function lineOf(billed: BilledLine, units: number, earlier: readonly EarlierLine[]) {
  const before = earlier.filter(({ line }) => line === billed._id)
  const soFar = unitsOf(before, billed._id) + units
  const money: ReturnedMoney = { net: 0, cgst: 0, sgst: 0, igst: 0 }
  for (const name of amounts)
    money[name] = roundedShareOf(billed[name], soFar, billed.units) - sumOf(before.map((line) => line[name]))
  const taxable = money.net - money.cgst - money.sgst - money.igst
  return { line: billed._id, units, ...money, taxable }
}

/** Total payout of a bill's notes: rounded to the rupee, at most `payable`, and `payable` once all is returned. */
function payoutOf({ lines, rounding, payable }: ReturnableBill, returned: readonly EarlierLine[]) {
  if (lines.every(({ _id, units }) => unitsOf(returned, _id) === units)) return payable
  const net = sumOf(returned.map((line) => line.net))
  const rounded = rounding === 'none' ? net : Math.floor((net + RUPEE / 2) / RUPEE) * RUPEE
  return Math.min(rounded, payable)
}

/** Applies payment moves to a bill's payments and returns the amounts by mode. */
export function movedPayments(
  payments: readonly Refund[],
  moves: readonly { from: string; to: string; amount: number }[],
): Refund[] {
  const changes = moves.flatMap(({ from, to, amount }) => [
    { mode: from, amount: 0 - amount },
    { mode: to, amount },
  ])
  return [...Map.groupBy([...payments, ...changes], ({ mode }) => mode)].map(([mode, own]) => ({
    mode,
    amount: sumOf(own.map(({ amount }) => amount)),
  }))
}

/** Returns the units of a line that no note has returned yet. */
export const returnableUnits = (
  { _id, units }: Pick<BilledLine, '_id' | 'units'>,
  notes: readonly EarlierNote[],
): number => notes.reduce((left, { lines }) => left - unitsOf(lines, _id), units)

/** Computes a return. The refund reduces unpaid credit first, and `mode` pays the rest. A line may appear twice. */
export function sumsOfReturn<Mode extends string>(
  bill: ReturnableBill,
  notes: readonly EarlierNote[],
  asked: readonly { line: string; units: number }[],
  mode: Mode,
): ReturnSums<Mode> | ReturnRefusal {
  const earlier = notes.flatMap(({ lines }) => lines)
  const lines: ReturnedLine[] = []
  for (const { line, units } of asked) {
    const billed = bill.lines.find(({ _id }) => _id === line)
    const before = [...earlier, ...lines]
    const returnable = billed ? billed.units - unitsOf(before, line) : 0
    if (!billed || units > returnable) return { error: 'sales.not_returnable', line, returnable }
    lines.push(lineOf(billed, units, before))
  }
  const payout = payoutOf(bill, [...earlier, ...lines]) - sumOf(notes.map((note) => note.payout))
  const owed = creditOf(bill.payments) - creditOf(notes.flatMap(({ refunds }) => refunds))
  const lowered = Math.min(owed, payout)
  const refunds = [
    { mode: 'credit' as const, amount: lowered },
    { mode, amount: payout - lowered },
  ].filter(({ amount }) => amount > 0)
  return { lines, total: sumOf(lines.map(({ net }) => net)), payout, refunds, owedAfter: owed - lowered }
}
