import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { each, instantSchema, personSchema, plainTextSchema } from '../fields/schemas.ts'
import { pageQuerySchema } from '../http/paging.ts'
import { groupLineSchema, MAX_BILL_LINES, refusedLineSchema } from '../inventory/movement-groups.ts'
import { MAX_APPROVAL_LENGTH } from '../sales/approvals.ts'
import { counterProofSchema } from './counters.ts'
import { MAX_NUMBER } from './numbers.ts'
import { gstinSchema, printedStoreSchema, stateCodeSchema } from './settings.ts'
import { grossOf } from './sums.ts'

/** Maximum of a bill and of each line, in paise: 1,000 crore rupees. */
const MAX_BILL_PAISE = 1_000_000_000_000
const paiseSchema = z.int().min(0).max(MAX_BILL_PAISE)

const discountSchema = z.union([
  z.strictObject({ basisPoints: z.int().min(0).max(10_000) }),
  z.strictObject({ paise: paiseSchema }),
])

const customerSchema = z.strictObject({
  name: plainTextSchema(200),
  phone: plainTextSchema(20),
  address: plainTextSchema(300).default(''),
  gstin: gstinSchema.nullable().default(null),
  stateCode: stateCodeSchema.nullable().default(null),
})
export type Customer = z.infer<typeof customerSchema>

const doctorSchema = z.strictObject({
  name: plainTextSchema(200),
  registration: plainTextSchema(50).default(''),
})

export const paymentModes = ['cash', 'upi', 'card', 'credit'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** `tendered`: cash handed over by the customer, before change. */
const paymentSchema = z.strictObject({
  mode: z.enum(paymentModes),
  amount: paiseSchema,
  tendered: paiseSchema.optional(),
  reference: plainTextSchema(50).optional(),
})
export type Payment = z.infer<typeof paymentSchema>

const billLineSchema = groupLineSchema
  .safeExtend({ discount: discountSchema.nullable().default(null) })
  .refine((line) => grossOf(line) <= MAX_BILL_PAISE, { path: ['units'], message: 'make too large an amount' })

/**
 * Body of `POST /api/bills`, all money in paise. `_id` is also the Idempotency-Key. The counter's browser assigns the
 * number. `handedOver`: the customer already has the goods and the printed bill, so the server never refuses it. The
 * sums follow the store settings of `settingsVersion`.
 */
export const createBillSchema = z
  .strictObject({
    _id: z.uuid().toLowerCase(),
    counter: counterProofSchema,
    number: z.int().min(1).max(MAX_NUMBER),
    day: calendarDateSchema,
    madeAt: instantSchema,
    settingsVersion: z.int().min(0),
    sumsVersion: z.literal(1),
    customer: customerSchema.nullable().default(null),
    doctor: doctorSchema.nullable().default(null),
    lines: z.array(billLineSchema).min(1).max(MAX_BILL_LINES),
    discount: discountSchema.nullable().default(null),
    payments: z.array(paymentSchema).max(8),
    total: paiseSchema,
    roundOff: z.int().min(-100).max(100),
    payable: paiseSchema,
    handedOver: z.literal(true).optional(),
    /** Who made the bill, if another user's session sends it later. Ignored unless the bill was handed over. */
    seller: z.strictObject({ _id: plainTextSchema(64).min(1), name: plainTextSchema(200) }).optional(),
    /** Lifts the limits on staff; issued by `POST /api/auth/approvals`. */
    approval: z.string().max(MAX_APPROVAL_LENGTH).optional(),
  })
  .refine(({ _id, lines }) => new Set([_id, ...lines.map((line) => line._id)]).size > lines.length, {
    path: ['lines'],
    message: 'must have different ids',
  })
export type CreateBill = z.infer<typeof createBillSchema>

export const taxesShape = each(['taxable', 'cgst', 'sgst', 'igst'], z.int())

/** Sorted by rate, lowest first. */
export const ratesSchema = z.array(z.object({ rateBp: z.int(), ...taxesShape }))

/** `discount` is the line's own; `share` is its part of the discount on the whole bill. */
const shownLineSchema = z.object({
  _id: z.uuid(),
  medicineId: z.uuid(),
  ...each(['name', 'manufacturer', 'hsn', 'schedule', 'packWord', 'unitWord'], z.string()),
  ...each(['packSize', 'units', 'packPrice', 'rateBp', 'gross', 'discount', 'share', 'net'], z.int()),
  ...each(['found', 'writtenOff'], z.int()),
  packMrp: z.int().nullable(),
  batches: z.array(
    z.object({ number: z.string().nullable(), expiryDate: calendarDateSchema.nullable(), units: z.int() }),
  ),
  batchReason: z.string().optional(),
  ...taxesShape,
  /** Pack price and tax class in inventory, if the bill charged others. */
  bookPrice: z.int().optional(),
  bookTaxClass: z.string().optional(),
  /** For a credit note: id of the line on the bill. */
  of: z.uuid().optional(),
})
export type ShownBillLine = z.infer<typeof shownLineSchema>

/**
 * A bill or credit note, all money in paise. A final one never changes. `pending` until inventory answers. A refused bill
 * becomes a draft at its counter again and keeps its number. `void` marks the number of a lost bill. Its document has no
 * lines, and its `seller` is the person who voided it.
 */
export const billSchema = z.object({
  _id: z.uuid(),
  number: z.string(),
  status: z.enum(['pending', 'refused', 'final', 'void']),
  title: z.string(),
  counter: z.object({ _id: z.uuid(), code: z.string() }),
  day: calendarDateSchema,
  madeAt: z.string(),
  recordedAt: z.string(),
  seller: personSchema,
  store: printedStoreSchema,
  customer: customerSchema.nullable(),
  doctor: doctorSchema.nullable(),
  lines: z.array(shownLineSchema),
  rates: ratesSchema,
  ...each(['billDiscount', 'total', 'roundOff', 'payable'], z.int()),
  payments: z.array(paymentSchema),
  handedOver: z.boolean(),
  /** The sender, if not the seller. */
  sentBy: personSchema.optional(),
  approvedBy: personSchema.optional(),
  /** Rules that a handed-over bill broke: limits on staff, prescription, date. */
  overLimit: z.string().optional(),
  /** How refunds of this bill are rounded. */
  rounding: z.enum(['none', 'nearest', 'capped']).optional(),
  /** For a credit note: its bill. `payable` is the refund, and `payments` say how it is paid. */
  creditOf: z.object({ _id: z.uuid(), number: z.string() }).optional(),
  /** For a void number or a credit note. */
  reason: z.string().optional(),
  /** Refused lines, for a refused bill. */
  refused: z.array(refusedLineSchema).optional(),
})
export type BillDocument = z.infer<typeof billSchema>

/** `differs`: inventory had fewer units than the bill sold, or another price. */
export const listedBillSchema = billSchema
  .pick({ _id: true, number: true, status: true, day: true, madeAt: true, seller: true, payable: true })
  .extend({
    customer: z.object({ name: z.string(), phone: z.string() }).nullable(),
    lines: z.int(),
    handedOver: z.boolean(),
    differs: z.boolean(),
    creditOf: billSchema.shape.creditOf,
    reason: z.string().optional(),
  })
export type ListedBill = z.infer<typeof listedBillSchema>

/** `search`: a bill number or a phone number. */
export const listBillsQuerySchema = z.strictObject({
  search: plainTextSchema(40).optional(),
  day: calendarDateSchema.optional(),
  medicineId: z.uuid().toLowerCase().optional(),
  batch: plainTextSchema(50).optional(),
  differs: z.literal('true').optional(),
  ...pageQuerySchema.shape,
})
export type ListBillsQuery = z.infer<typeof listBillsQuerySchema>
