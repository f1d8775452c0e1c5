import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { each, instantSchema, personSchema, plainTextSchema } from '../fields/schemas.ts'
import { pageQuerySchema } from '../http/paging.ts'
import { paymentModes, ratesSchema, taxesShape } from './bills.ts'
import { counterProofSchema } from './counters.ts'
import { MAX_NUMBER } from './numbers.ts'

/** Maximum of any single amount in a drawer, in paise: ₹10 crore. */
const MAX_DRAWER_PAISE = 10_000_000_000
const paiseSchema = z.int().min(0).max(MAX_DRAWER_PAISE)

/** Body of `POST /api/bills/drawers`, at most one per counter. It covers the counter's bills from `openedAt` on. */
export const openDrawerSchema = z.strictObject({
  _id: z.uuid().toLowerCase(),
  counter: counterProofSchema,
  float: paiseSchema,
  pharmacist: plainTextSchema(200).min(1),
  openedAt: instantSchema,
})
export type OpenDrawer = z.infer<typeof openDrawerSchema>

/** Reasons for cash that enters or leaves the drawer without a bill. `change`: coins and small notes brought in. */
const cashEntryKinds = ['expense', 'to-safe', 'supplier', 'change', 'other'] as const
export type CashEntryKind = (typeof cashEntryKinds)[number]

/** Body of `POST /api/bills/drawers/{id}/entries`. */
export const cashEntrySchema = z.strictObject({
  _id: z.uuid().toLowerCase(),
  counter: counterProofSchema,
  direction: z.enum(['in', 'out']),
  kind: z.enum(cashEntryKinds),
  amount: paiseSchema.min(1),
  note: plainTextSchema(200).min(1),
  madeAt: instantSchema,
})
export type CreateCashEntry = z.infer<typeof cashEntrySchema>

const countedSchema = z.strictObject({
  notes: z
    .array(z.strictObject({ value: z.int().min(1).max(200_000), count: z.int().min(0).max(100_000) }))
    .max(20),
  coins: paiseSchema,
})

/**
 * Body of `POST /api/bills/drawers/{id}/closing`. The counter identifies itself and sends its highest bill number of
 * each financial year (`highest`). An administrator may close without either. `reason` explains a cash difference.
 */
export const closeDrawerSchema = z.strictObject({
  counter: counterProofSchema.optional(),
  highest: z.record(z.string().regex(/^\d{2}-\d{2}$/), z.int().min(0).max(MAX_NUMBER)).default({}),
  counted: countedSchema,
  reason: plainTextSchema(200).default(''),
})
export type CloseDrawer = z.infer<typeof closeDrawerSchema>

const byModeSchema = z.object(each(paymentModes, z.int()))
/** Consecutive numbers of one kind in one financial year, from `first` to `last`. */
const numberRangeSchema = z.object({ first: z.string(), last: z.string(), count: z.int() })

const drawerFiguresSchema = z.object({
  ...each(['sales', 'refunds', 'net', 'cashIn', 'cashOut', 'expectedCash', 'notes'], z.int()),
  byMode: byModeSchema,
  bills: z.array(numberRangeSchema),
  /** Tax on bills less tax on credit notes, by rate. */
  rates: ratesSchema,
})

/** A cash drawer, all money in paise. `figures` are current while it is open and final once it is closed. */
export const drawerSchema = z.object({
  _id: z.uuid(),
  counter: z.object({ _id: z.uuid(), code: z.string(), name: z.string() }),
  /** Store day on which it was opened. */
  day: calendarDateSchema,
  float: z.int(),
  pharmacist: z.string(),
  openedAt: z.string(),
  openedBy: personSchema,
  entries: z.array(
    z.object({
      _id: z.uuid(),
      direction: z.enum(['in', 'out']),
      kind: z.enum(cashEntryKinds),
      amount: z.int(),
      note: z.string(),
      madeAt: z.string(),
      by: personSchema,
    }),
  ),
  figures: drawerFiguresSchema,
  /** Null while the drawer is open. `number`: number of the day report. */
  closing: z
    .object({
      number: z.string(),
      closedAt: z.string(),
      closedBy: personSchema,
      counted: countedSchema,
      countedCash: z.int(),
      difference: z.int(),
      reason: z.string(),
    })
    .nullable(),
})
export type Drawer = z.infer<typeof drawerSchema>

/** By store day, newest first, or the newest drawer of a counter. Without a filter, returns the open drawers. */
export const listDrawersQuerySchema = z.strictObject({
  day: calendarDateSchema.optional(),
  counter: z.uuid().toLowerCase().optional(),
})

/** Body of `POST /api/bills/{id}/payment-moves`: corrects a wrong payment mode, or records that credit was paid. */
export const paymentMoveSchema = z
  .strictObject({
    _id: z.uuid().toLowerCase(),
    /** Counter whose drawer receives the money when credit is paid. */
    counter: counterProofSchema.optional(),
    from: z.enum(paymentModes),
    to: z.enum(['cash', 'upi', 'card']),
    amount: paiseSchema.min(1),
    reference: plainTextSchema(50).default(''),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must be another mode' })
export type CreatePaymentMove = z.infer<typeof paymentMoveSchema>

/** `GET /api/bills/{id}/payment-moves`, oldest first. */
export const shownPaymentMoveSchema = z.object({
  _id: z.uuid(),
  from: z.enum(paymentModes),
  to: z.enum(['cash', 'upi', 'card']),
  amount: z.int(),
  reference: z.string(),
  recordedAt: z.string(),
  by: personSchema,
})
export type PaymentMove = z.infer<typeof shownPaymentMoveSchema>

/** `GET /api/bills/credits?phone=`: bills with unpaid credit, oldest first. */
export const openCreditSchema = z.object({
  _id: z.uuid(),
  number: z.string(),
  day: calendarDateSchema,
  customer: z.object({ name: z.string(), phone: z.string() }),
  payable: z.int(),
  open: z.int(),
})
export type OpenCredit = z.infer<typeof openCreditSchema>
export const openCreditsQuerySchema = z.strictObject({ phone: plainTextSchema(20).min(4) })

export const billReportQuerySchema = z
  .strictObject({ from: calendarDateSchema, to: calendarDateSchema })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before the first day' })

const tradeSchema = z.object({
  ...each(['bills', 'notes', 'sales', 'refunds'], z.int()),
  byMode: byModeSchema,
})

/**
 * `GET /api/bills/report`, all money in paise. Bills and credit notes count on their own day, payments on the day the
 * money moved. Each counter has only the figures of its own drawer.
 */
export const billReportSchema = tradeSchema.extend({
  from: calendarDateSchema,
  to: calendarDateSchema,
  roundOff: z.int(),
  rates: ratesSchema,
  counters: z.array(tradeSchema.extend({ _id: z.uuid(), code: z.string(), name: z.string() })),
  people: z.array(tradeSchema.extend(personSchema.shape)),
  /** Payments of the period that belong to no drawer. */
  withoutDrawer: byModeSchema,
})
export type BillReport = z.infer<typeof billReportSchema>

const rowShape = {
  number: z.string(),
  kind: z.enum(['bill', 'note']),
  day: calendarDateSchema,
  madeAt: z.string(),
}

/** Query of `GET /api/bills/report/bills` and `…/lines`. `limit` counts bills; a page includes all their lines. */
export const billRowsQuerySchema = billReportQuerySchema.safeExtend(pageQuerySchema.shape)

/** A bill or credit note as one row of an exported file, oldest first. Money in paise, negative for credit notes. */
export const billRowSchema = z.object({
  ...rowShape,
  /** For a credit note: the number of its bill. */
  creditOf: z.string(),
  ...each(['counter', 'seller'], z.string()),
  customer: z.object(each(['name', 'phone', 'gstin'], z.string())),
  ...each(['total', 'roundOff', 'payable'], z.int()),
  ...taxesShape,
  ...byModeSchema.shape,
})
export type BillRow = z.infer<typeof billRowSchema>

/** Units are negative for credit notes, too. */
export const billLineRowSchema = z.object({
  ...rowShape,
  ...each(['seller', 'name', 'manufacturer', 'hsn', 'batches'], z.string()),
  ...each(['packSize', 'units', 'packPrice', 'net', 'rateBp'], z.int()),
  packMrp: z.int().nullable(),
  /** Discount of the line, including its share of the bill's discount. */
  discount: z.int(),
  ...taxesShape,
})
export type BillLineRow = z.infer<typeof billLineRowSchema>
