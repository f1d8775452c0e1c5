import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { priceSchema } from '../fields/money.ts'
import { rupeesToPaise } from '../fields/paise.ts'
import { each, instantSchema, personSchema, snapshotShape } from '../fields/schemas.ts'
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
import { MAX_APPROVAL_LENGTH } from './approvals.ts'
import { confirmedSchema, shownConfirmedSchema } from './counter-limits.ts'

/** Maximum length of a transaction's note, in characters. */
export const MAX_NOTE_LENGTH = 1_000

/** Maximum total of a transaction in paise: 1,000 crore rupees. The database can sum 9 million of them. */
const MAX_TOTAL_PAISE = 1_000_000_000_000

/** Total of a transaction in integer paise; `unitPrice` is in rupees. */
export const totalPaise = (quantity: number, unitPrice: number): number => quantity * rupeesToPaise(unitPrice)

/** Text of several lines, without other control characters or lone surrogates. */
const noteSchema = z
  .string()
  .trim()
  .max(MAX_NOTE_LENGTH)
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
    /** Pack size that the page displayed. By default, the one in force at `madeAt`. */
    packSize: z.int().min(1).max(MAX_PACK_SIZE).optional(),
    unitPrice: priceSchema,
    note: noteSchema.default(''),
    direction: directionSchema.optional(),
    newUnitPrice: priceSchema.optional(),
    newExpiryDate: calendarDateSchema.optional(),
    confirmed: confirmedSchema.optional(),
    /** Lifts the limit on returns and write-offs by staff; issued by `POST /api/auth/approvals`. */
    approval: z.string().max(MAX_APPROVAL_LENGTH).optional(),
    /** Same in every retry. If missing or implausible, the arrival time applies: a wrong clock must not stop a sale. */
    madeAt: instantSchema.optional(),
    /** Default for a sale: the batch that expires first. Default for a return: the batch sold last. */
    batch: namedBatchSchema.optional(),
  })
  .superRefine((entered, context) => {
    const { type, batch, direction } = entered
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    const isPurchase = type === 'purchase'
    const isDecrease = type === 'adjustment' && direction === 'decrease'
    const mayAddStock = isPurchase || (type === 'adjustment' && !isDecrease)
    if (direction && type !== 'adjustment') refuse(['direction'], 'is for adjustments only')
    for (const field of ['newUnitPrice', 'newExpiryDate'] as const)
      if (entered[field] !== undefined && !isPurchase) refuse([field], 'is for purchases only')
    if (batch && !batch._id && !batch.number && batch.expiryDate === undefined)
      refuse(['batch'], 'must have a number or an expiry date')
    if (batch?.expiryDate !== undefined && !batch.scanned && !mayAddStock)
      refuse(
        ['batch', 'expiryDate'],
        'is for purchases, for adjustments that add stock and for scanned packs',
      )
    if (batch?._id && isPurchase) refuse(['batch', '_id'], 'is not for purchases: they name a number')
    if (batch?.reason && type !== 'sale') refuse(['batch', 'reason'], 'is for sales only')
    if (batch?.toSupplier && !isDecrease)
      refuse(['batch', 'toSupplier'], 'is for adjustments that decrease only')
    if (totalPaise(entered.quantity, entered.unitPrice) > MAX_TOTAL_PAISE)
      refuse(['quantity'], 'makes the total too large')
  })
export type CreateTransaction = z.infer<typeof createTransactionSchema>

/** `pending` until inventory answers. Only `completed` changed the stock; `rejected` and `cancelled` are final. */
const transactionStatusSchema = z.enum(['pending', 'completed', 'rejected', 'cancelled'])
export type TransactionStatus = z.infer<typeof transactionStatusSchema>

/**
 * A transaction in answers of the API, in rupees. `medicineId` is null for an unknown medicine. A reversal repeats the
 * fields of its original with a negative `totalAmount`, so that lists add up.
 */
export const transactionSchema = z.object({
  _id: z.uuid(),
  medicineId: z
    .object({
      _id: z.uuid(),
      name: z.string(),
      category: z.string(),
      /** Set if the medicine was deleted, so that the transaction cannot be undone. */
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
  /** Reason for a rejected or stuck transaction. */
  reason: z.string().nullable(),
  newStockLevel: z.int().nullable(),
  /** `reverses`: the transaction that this one undoes. `reversedBy`: the one that undoes this one, even if pending. */
  reverses: z.uuid().nullable(),
  reversedBy: z.uuid().nullable(),
  /** For the reversal of a purchase: whether its price was restored. */
  restoration: shownRestorationSchema.optional(),
  /** Batch that the user selected; `reason` if another batch expires earlier. Absent if none was selected. */
  batch: namedBatchSchema.optional(),
  /** Batches that a completed transaction changed. Absent for sample data. */
  lines: z.array(batchLineSchema).optional(),
  /** Sample data appears in history and reports but never changed the stock. */
  sample: z.boolean(),
  /** The user who recorded it, with the name at that time. Null for sample data. */
  recordedBy: z.object({ _id: z.string(), name: z.string().nullable() }).nullable(),
  /** Since when inventory's refusal is one that sales does not know. Still pending; an administrator must act. */
  stuckSince: z.string().optional(),
  /** Warnings that `recordedBy` confirmed. Absent without warnings. */
  confirmed: shownConfirmedSchema.optional(),
  /** The administrator who lifted a limit on staff. Absent if no limit was exceeded. */
  approvedBy: personSchema.optional(),
  /** Time of the sale, for history, days and sums: `madeAt` if plausible, else the server's time. */
  createdAt: z.string(),
  /** Time of arrival, if it is more than a minute after `createdAt`. */
  recordedAt: z.string().optional(),
  /** The `madeAt` of the request, if it was implausible. */
  claimedAt: z.string().optional(),
  /** When the transaction was cancelled. It will not change the stock. */
  cancelledAt: z.string().optional(),
  /** The bill that this transaction is a line of. */
  bill: z.object({ _id: z.uuid(), number: z.string() }).optional(),
})
export type Transaction = z.infer<typeof transactionSchema>

/** Dates are inclusive, in the store's time zone. */
const transactionsFilterSchema = z.strictObject({
  type: transactionTypeSchema.optional(),
  startDate: calendarDateSchema.optional(),
  endDate: calendarDateSchema.optional(),
  medicineId: z.uuid().toLowerCase().optional(),
  /** Id of the user who recorded it. */
  person: z.string().min(1).max(64).optional(),
})

const isRange = ({ startDate, endDate }: z.infer<typeof transactionsFilterSchema>) =>
  !startDate || !endDate || startDate <= endDate
const rangeProblem = { path: ['endDate'], message: 'must not be before the start date' }

/** Newest first. Cancelled transactions appear only with `status=cancelled`. */
export const listTransactionsQuerySchema = transactionsFilterSchema
  .extend({ status: z.literal('cancelled').optional(), ...pageQuerySchema.shape })
  .refine(isRange, rangeProblem)
export type ListTransactionsQuery = z.infer<typeof listTransactionsQuerySchema>

/** `undone=excluded` leaves out undone transactions and their reversals, as reports do. */
export const summarizeTransactionsQuerySchema = transactionsFilterSchema
  .extend({ undone: z.literal('excluded').optional() })
  .refine(isRange, rangeProblem)
export type SummarizeTransactionsQuery = z.infer<typeof summarizeTransactionsQuerySchema>

/**
 * Sums over completed transactions: units in and out, rupees from sales, and rupees for purchases and returns. A
 * reversal is subtracted on the day of the undo, as in the list. Write-offs and adjustments do not count as money.
 */
export const transactionsSummarySchema = z.object({
  ...each(['count', 'unitsIn', 'unitsOut'], z.int()),
  ...each(['rupeesIn', 'rupeesOut'], z.number()),
})
export type TransactionsSummary = z.infer<typeof transactionsSummarySchema>

/** Excludes undone transactions and their reversals. `sales`: rupees, less refunds. */
const tradedFiguresSchema = z.object({ transactions: z.int(), sales: z.number() })
export type TradedFigures = z.infer<typeof tradedFiguresSchema>

/** `GET /api/transactions/today`: today so far, also by user, and the same weekday last week up to this time. */
export const salesTodaySchema = tradedFiguresSchema.extend({
  date: calendarDateSchema,
  /** Sorted by sales, highest first. Names are those of that day. */
  people: z.array(tradedFiguresSchema.extend({ _id: z.string(), name: z.string().nullable() })),
  weekBefore: tradedFiguresSchema.extend({ date: calendarDateSchema }),
})
export type SalesToday = z.infer<typeof salesTodaySchema>

export const salesEvents = { transactionCompleted: 'sales.transaction.completed' } as const

/**
 * Data of `sales.transaction.completed`. `totalAmount`: rupees, negative for a reversal. `change`: signed change of
 * stock, in units. If `packSize` is 1 or missing and the medicine was converted since, `change` is in packs. An undo is
 * published as an event of its reversal. Sample transactions are dated in the previous year.
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

/** `GET /internal/transactions`: completed ones, paged like `medicinesSnapshotSchema`. They may repeat. */
export const transactionsSnapshotSchema = z.object({
  ...snapshotShape,
  transactions: z.array(completedTransactionSchema),
})
export type TransactionsSnapshot = z.infer<typeof transactionsSnapshotSchema>

/** `GET /api/transactions/returnable/:medicineId`: units sold without a bill in the last 90 days, less returns. */
export const returnableSchema = z.object({ units: z.int() })
export type Returnable = z.infer<typeof returnableSchema>
