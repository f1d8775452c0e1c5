import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { priceSchema } from '../fields/money.ts'
import { rupeesToPaise } from '../fields/paise.ts'
import { pageQuerySchema } from '../http/paging.ts'
import { batchLineSchema } from '../inventory/batches.ts'
import { MAX_QUANTITY } from '../inventory/limits.ts'
import { MAX_PACK_SIZE } from '../inventory/packs.ts'
import {
  directionSchema,
  namedBatchSchema,
  shownRestorationSchema,
  transactionTypeSchema,
} from '../inventory/stock.ts'
import { MAX_APPROVAL } from './approvals.ts'
import { confirmedSchema, shownConfirmedSchema } from './counter-limits.ts'

/** Maximum length of a transaction's note, in characters. */
export const MAX_NOTE = 1_000

/** Largest total of one transaction, in paise: 1,000 crore rupees. A database can sum 9 million of them. */
const MAX_TOTAL_PAISE = 1_000_000_000_000

/** Total of a transaction in integer paise; `unitPrice` is in rupees. */
export function totalPaise(quantity: number, unitPrice: number): number {
  return quantity * rupeesToPaise(unitPrice)
}

/** Multi-line text without other control characters or lone surrogates. */
const noteSchema = z
  .string()
  .trim()
  .max(MAX_NOTE)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'must be plain text')

/**
 * Body of `POST /api/transactions`; `unitPrice` in rupees. `direction` (default `increase`) is for adjustments only. A
 * purchase's `newUnitPrice` becomes the medicine's price, its `newExpiryDate` the date of the delivered units.
 */
export const createTransactionSchema = z
  .strictObject({
    medicineId: z.uuid().toLowerCase(),
    type: transactionTypeSchema,
    quantity: z.int().min(1).max(MAX_QUANTITY),
    /** Pack size of the medicine as the page showed it. Default: its pack size at `madeAt`. */
    packSize: z.int().min(1).max(MAX_PACK_SIZE).optional(),
    unitPrice: priceSchema,
    note: noteSchema.default(''),
    direction: directionSchema.optional(),
    newUnitPrice: priceSchema.optional(),
    newExpiryDate: calendarDateSchema.optional(),
    confirmed: confirmedSchema.optional(),
    /** Lifts the limit on staff returns and write-offs; from `POST /api/auth/approvals`. */
    approval: z.string().max(MAX_APPROVAL).optional(),
    /** Same in every retry. Missing or implausible: arrival time applies, as a wrong clock must not refuse a sale. */
    madeAt: z.iso.datetime().optional(),
    /** Batch. By default a sale takes the earliest expiry, and a return goes back to the batch sold last. */
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

/** `pending` until inventory answers. `completed` changed the stock; `rejected` and `cancelled` never will. */
const transactionStatusSchema = z.enum(['pending', 'completed', 'rejected', 'cancelled'])
export type TransactionStatus = z.infer<typeof transactionStatusSchema>

/**
 * A transaction in API answers, in rupees. `medicineId` is null for an unknown medicine. A reversal repeats the fields
 * of its original with a negative `totalAmount`, so that lists add up.
 */
export const transactionSchema = z.object({
  _id: z.uuid(),
  medicineId: z
    .object({
      _id: z.uuid(),
      name: z.string(),
      category: z.string(),
      /** True if inventory no longer lists it, so that it cannot be undone; otherwise absent. */
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
  /** Reason why it was rejected or is stuck. */
  reason: z.string().nullable(),
  newStockLevel: z.int().nullable(),
  /** The transaction that it undoes, and the one that undoes it (also while that is pending). */
  reverses: z.uuid().nullable(),
  reversedBy: z.uuid().nullable(),
  /** In the reversal of a purchase: whether price and expiry date were restored. */
  restoration: shownRestorationSchema.optional(),
  /** The named batch, and the reason if another expires earlier. Absent if none was named. */
  batch: namedBatchSchema.optional(),
  /** Batches of a completed transaction. Absent for sample data. */
  lines: z.array(batchLineSchema).optional(),
  /** Sample data appears in history and reports, without effect on stock. */
  sample: z.boolean(),
  /** The user who recorded it, under their name at that time; null for sample data. */
  recordedBy: z.object({ _id: z.string(), name: z.string().nullable() }).nullable(),
  /** Since when inventory's refusal has not been understood, while pending; an administrator must act. */
  stuckSince: z.string().optional(),
  /** Warnings that `recordedBy` confirmed. Absent without warnings. */
  confirmed: shownConfirmedSchema.optional(),
  /** The administrator who lifted the limit on staff. Absent if none was needed. */
  approvedBy: z.object({ _id: z.string(), name: z.string() }).optional(),
  /** Time of the sale, used for history, days and sums: a plausible `madeAt`, else the server's time. */
  createdAt: z.string(),
  /** Arrival time, if more than a minute later. */
  recordedAt: z.string().optional(),
  /** The requested time, if it was implausible. */
  claimedAt: z.string().optional(),
  /** When it was discarded or cancelled; it never takes effect. */
  cancelledAt: z.string().optional(),
  /** The bill whose line it is. */
  bill: z.object({ _id: z.uuid(), number: z.string() }).optional(),
})
export type Transaction = z.infer<typeof transactionSchema>

const isRange = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) =>
  !startDate || !endDate || startDate <= endDate
const rangeProblem = { path: ['endDate'], message: 'must not be before the start date' }

/** Dates are inclusive, in the store's time zone. */
const transactionsFilterSchema = z.strictObject({
  type: transactionTypeSchema.optional(),
  startDate: calendarDateSchema.optional(),
  endDate: calendarDateSchema.optional(),
  medicineId: z.uuid().toLowerCase().optional(),
  /** User id of the recorder. */
  person: z.string().min(1).max(64).optional(),
})

/** Newest first. Discarded transactions appear only with `status=cancelled`. */
export const listTransactionsQuerySchema = transactionsFilterSchema
  .extend({ status: z.literal('cancelled').optional(), ...pageQuerySchema.shape })
  .refine(isRange, rangeProblem)
export type ListTransactionsQuery = z.infer<typeof listTransactionsQuerySchema>

export const summarizeTransactionsQuerySchema = transactionsFilterSchema.refine(isRange, rangeProblem)
export type SummarizeTransactionsQuery = z.infer<typeof summarizeTransactionsQuerySchema>

/**
 * Sums over completed transactions: units in and out, rupees from sales and for purchases and returns. A reversal
 * counts against its original on the day of the undo. Write-offs and adjustments move no money.
 */
export const transactionsSummarySchema = z.object({
  count: z.int(),
  unitsIn: z.int(),
  unitsOut: z.int(),
  rupeesIn: z.number(),
  rupeesOut: z.number(),
})
export type TransactionsSummary = z.infer<typeof transactionsSummarySchema>

/** Excludes undone transactions and reversals. `sales` is in rupees, less refunds. */
const tradedFiguresSchema = z.object({ transactions: z.int(), sales: z.number() })
export type TradedFigures = z.infer<typeof tradedFiguresSchema>

/** `GET /api/transactions/today`: today so far, also per recorder, and the same weekday last week up to this time. */
export const salesTodaySchema = tradedFiguresSchema.extend({
  date: calendarDateSchema,
  /** Largest sales first; names are of that day. */
  people: z.array(tradedFiguresSchema.extend({ _id: z.string(), name: z.string().nullable() })),
  weekBefore: tradedFiguresSchema.extend({ date: calendarDateSchema }),
})
export type SalesToday = z.infer<typeof salesTodaySchema>

export const salesEvents = { transactionCompleted: 'sales.transaction.completed' } as const

/**
 * Data of `sales.transaction.completed`. `totalAmount`: rupees, negative for a reversal. `change`: signed effect in
 * units, which were packs if `packSize` is 1 or missing and the medicine was converted. An undo is published as its reversal's event. Sample transactions have dates of the year before.
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
  .extend({ medicineId: z.uuid(), change: z.int(), packSize: z.int().optional() })
export type CompletedTransaction = z.infer<typeof completedTransactionSchema>

/** Completed transactions of `GET /internal/transactions`, paged like `medicinesSnapshotSchema`; they may repeat. */
export const transactionsSnapshotSchema = z.object({
  lastEventId: z.string(),
  transactions: z.array(completedTransactionSchema),
  next: z.string().nullable(),
})
export type TransactionsSnapshot = z.infer<typeof transactionsSnapshotSchema>

/** `GET /api/transactions/returnable/:medicineId`: net units sold in the last 90 days. */
export const returnableSchema = z.object({ units: z.int() })
export type Returnable = z.infer<typeof returnableSchema>
