import { z } from 'zod'
import { MAX_APPROVAL } from './approvals.ts'
import { batchLineSchema } from './batches.ts'
import { confirmedSchema, shownConfirmedSchema } from './counter-limits.ts'
import { calendarDateSchema } from './dates.ts'
import { MAX_QUANTITY } from './inventory.ts'
import { priceSchema, rupeesToPaise } from './money.ts'
import { pageQuerySchema } from './paging.ts'
import { shownRestorationSchema } from './restoration.ts'
import { directionSchema, namedBatchSchema, transactionTypeSchema } from './stock.ts'

/** Longest note of a transaction, in characters. */
export const MAX_NOTE = 1_000

/** Largest total of one transaction, in paise: 1,000 crore rupees. A database holds the sum of 9 million of them. */
const MAX_TOTAL_PAISE = 1_000_000_000_000

/** What a transaction costs in all, in integer paise. `unitPrice` in rupees. */
export function totalPaise(quantity: number, unitPrice: number): number {
  return quantity * rupeesToPaise(unitPrice)
}

/** Text of several lines: no other control characters, no halves of a character. */
const noteSchema = z
  .string()
  .trim()
  .max(MAX_NOTE)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'must be plain text')

/**
 * Body of `POST /api/transactions`. `unitPrice` in rupees. `direction` is for adjustments only
 * (`increase` when left out); the other types have theirs by nature. For purchases only: `newUnitPrice` is the medicine's
 * from now on, `newExpiryDate` is that of the units delivered.
 */
export const createTransactionSchema = z
  .strictObject({
    medicineId: z.uuid().toLowerCase(),
    type: transactionTypeSchema,
    quantity: z.int().min(1).max(MAX_QUANTITY),
    unitPrice: priceSchema,
    note: noteSchema.default(''),
    direction: directionSchema.optional(),
    newUnitPrice: priceSchema.optional(),
    newExpiryDate: calendarDateSchema.optional(),
    /** What was asked about it and answered with yes. */
    confirmed: confirmedSchema.optional(),
    /** What lifts the limit of staff for a return, from `POST /api/auth/approvals`. */
    approval: z.string().max(MAX_APPROVAL).optional(),
    /**
     * When it was made: the same in every retry. Left out, it counts from its arrival, and so does one whose time is not
     * believed: a wrong clock refuses no sale.
     */
    madeAt: z.iso.datetime().optional(),
    /** Of which batch; left out, a sale takes what expires first, and a return goes back to what was sold last. */
    batch: namedBatchSchema.optional(),
  })
  .refine((value) => value.direction === undefined || value.type === 'adjustment', {
    path: ['direction'],
    message: 'is for adjustments only',
  })
  .refine((value) => value.newUnitPrice === undefined || value.type === 'purchase', {
    path: ['newUnitPrice'],
    message: 'is for purchases only',
  })
  .refine((value) => value.newExpiryDate === undefined || value.type === 'purchase', {
    path: ['newExpiryDate'],
    message: 'is for purchases only',
  })
  .refine(
    ({ batch }) =>
      !batch || batch._id !== undefined || batch.number !== undefined || batch.expiryDate !== undefined,
    { path: ['batch'], message: 'must have a number or an expiry date' },
  )
  .refine(
    ({ batch, type, direction }) =>
      batch?.expiryDate === undefined ||
      batch.scanned ||
      type === 'purchase' ||
      (type === 'adjustment' && direction !== 'decrease'),
    {
      path: ['batch', 'expiryDate'],
      message: 'is for purchases, for adjustments that add stock and for scanned packs',
    },
  )
  .refine(({ batch, type }) => batch?._id === undefined || type !== 'purchase', {
    path: ['batch', '_id'],
    message: 'is not for purchases: they name a number',
  })
  .refine(({ batch, type }) => batch?.reason === undefined || type === 'sale', {
    path: ['batch', 'reason'],
    message: 'is for sales only',
  })
  .refine(
    ({ batch, type, direction }) =>
      batch?.toSupplier === undefined || (type === 'adjustment' && direction === 'decrease'),
    { path: ['batch', 'toSupplier'], message: 'is for adjustments that decrease only' },
  )
  .refine((value) => totalPaise(value.quantity, value.unitPrice) <= MAX_TOTAL_PAISE, {
    path: ['quantity'],
    message: 'makes the total too large',
  })
export type CreateTransaction = z.infer<typeof createTransactionSchema>

/**
 * `pending` until inventory's answer is known. `completed` changed the stock; `rejected` and
 * `cancelled` did not, and never will.
 */
const transactionStatusSchema = z.enum(['pending', 'completed', 'rejected', 'cancelled'])
export type TransactionStatus = z.infer<typeof transactionStatusSchema>

/**
 * A transaction as the API answers it. Money in rupees; `medicineId` is null for an unknown medicine.
 * A reversal repeats type, quantity, direction and price of what it undoes; its `totalAmount` is negative,
 * so that the amounts of a list add up.
 */
export const transactionSchema = z.object({
  _id: z.uuid(),
  medicineId: z
    .object({
      _id: z.uuid(),
      name: z.string(),
      category: z.string(),
      /** Inventory no longer lists it, and nothing of it can be undone. Left out while it does. */
      deleted: z.literal(true).optional(),
    })
    .nullable(),
  type: transactionTypeSchema,
  direction: directionSchema.nullable(),
  quantity: z.int(),
  unitPrice: z.number(),
  totalAmount: z.number(),
  note: z.string(),
  status: transactionStatusSchema,
  /** Why it was rejected, or is stuck. */
  reason: z.string().nullable(),
  /** Stock after it, once completed. */
  newStockLevel: z.int().nullable(),
  /** The transaction this one undoes, and the one that undid it (or is about to, while that is pending). */
  reverses: z.uuid().nullable(),
  reversedBy: z.uuid().nullable(),
  /** Of what undoes a purchase that set price or expiry date: which are back, and which stay. */
  restoration: shownRestorationSchema.optional(),
  /** The batch that it named, and the reason for one that does not expire first. Absent where it named none. */
  batch: namedBatchSchema.optional(),
  /** Of which batches, once completed. Absent for sample data. */
  lines: z.array(batchLineSchema).optional(),
  /** Made with the sample data: part of history and reports, without effect on the stock. */
  sample: z.boolean(),
  /** Who recorded it, with the name of that day where it is known; null for sample data. */
  recordedBy: z.object({ _id: z.string(), name: z.string().nullable() }).nullable(),
  /** While pending: since when inventory refuses it in words that are not understood; an administrator sees to it. */
  stuckSince: z.string().optional(),
  /** The questions that `recordedBy` answered with yes. Absent where none was asked. */
  confirmed: shownConfirmedSchema.optional(),
  /** The administrator who lifted the limit of staff for it. Absent where none had to. */
  approvedBy: z.object({ _id: z.string(), name: z.string() }).optional(),
  /**
   * When it was made: the time of the sale, by which history, days and sums go. The server's own time unless the request
   * named an earlier one that is believed (`madeAt`).
   */
  createdAt: z.string(),
  /** When the server got it, where that is more than a minute later. */
  recordedAt: z.string().optional(),
  /** The time that the request named, where it is not believed. */
  claimedAt: z.string().optional(),
  /** When it was discarded, or cancelled: it has no effect, and never will. */
  cancelledAt: z.string().optional(),
})
export type Transaction = z.infer<typeof transactionSchema>

const isRange = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) =>
  !startDate || !endDate || startDate <= endDate
const rangeProblem = { path: ['endDate'], message: 'must not be before the start date' }

/** Which transactions, by inclusive calendar days in the store's time zone. */
const transactionsFilterSchema = z.strictObject({
  type: transactionTypeSchema.optional(),
  startDate: calendarDateSchema.optional(),
  endDate: calendarDateSchema.optional(),
  medicineId: z.uuid().toLowerCase().optional(),
  /** Who recorded them, by their id. */
  person: z.string().min(1).max(64).optional(),
})

/** Newest first. `status=cancelled` lists what was discarded, which is no part of the list without it. */
export const listTransactionsQuerySchema = transactionsFilterSchema
  .extend({ status: z.literal('cancelled').optional(), ...pageQuerySchema.shape })
  .refine(isRange, rangeProblem)
export type ListTransactionsQuery = z.infer<typeof listTransactionsQuerySchema>

/** Which transactions `GET /api/transactions/summary` sums up. */
export const summarizeTransactionsQuerySchema = transactionsFilterSchema.refine(isRange, rangeProblem)
export type SummarizeTransactionsQuery = z.infer<typeof summarizeTransactionsQuerySchema>

/**
 * Sums over completed transactions. Units that came in and went out; rupees taken by sales, and paid for purchases and
 * returns. What undoes a transaction counts against it, in units and rupees, on the day of the undo. Write-offs and adjustments move no money.
 */
export const transactionsSummarySchema = z.object({
  count: z.int(),
  unitsIn: z.int(),
  unitsOut: z.int(),
  rupeesIn: z.number(),
  rupeesOut: z.number(),
})
export type TransactionsSummary = z.infer<typeof transactionsSummarySchema>

/** Transactions of a part of a day that stand: neither undone nor undoing. `sales` in rupees, less refunds for returns. */
const tradedFiguresSchema = z.object({ transactions: z.int(), sales: z.number() })
export type TradedFigures = z.infer<typeof tradedFiguresSchema>

/**
 * `GET /api/transactions/today`: the store's day so far, also by who recorded it, and the same weekday a week before up to
 * the same time of day.
 */
export const salesTodaySchema = tradedFiguresSchema.extend({
  date: calendarDateSchema,
  /** Those who sold most first; the name is that of the day. */
  people: z.array(tradedFiguresSchema.extend({ _id: z.string(), name: z.string().nullable() })),
  weekBefore: tradedFiguresSchema.extend({ date: calendarDateSchema }),
})
export type SalesToday = z.infer<typeof salesTodaySchema>

/** Types of the events that sales publishes. */
export const salesEvents = { transactionCompleted: 'sales.transaction.completed' } as const

/**
 * Data of `sales.transaction.completed`: what happened, once and for all. `totalAmount` in rupees, negative
 * for a reversal; `change` is the signed effect in units. That a transaction was undone is published
 * as the event of its reversal. Events of sample transactions come with dates of the year before.
 */
export const completedTransactionSchema = transactionSchema
  .pick({
    _id: true,
    type: true,
    direction: true,
    quantity: true,
    unitPrice: true,
    totalAmount: true,
    reverses: true,
    lines: true,
    sample: true,
    confirmed: true,
    approvedBy: true,
    createdAt: true,
  })
  .extend({ medicineId: z.uuid(), change: z.int() })
export type CompletedTransaction = z.infer<typeof completedTransactionSchema>

/**
 * A page of all completed transactions, from `GET /internal/transactions`. Ask again with `after: next` until
 * `next` is null; then read the feed from `lastEventId`. Transactions met twice are the same.
 */
export const transactionsSnapshotSchema = z.object({
  lastEventId: z.string(),
  transactions: z.array(completedTransactionSchema),
  next: z.string().nullable(),
})
export type TransactionsSnapshot = z.infer<typeof transactionsSnapshotSchema>
