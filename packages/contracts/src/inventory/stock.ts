import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { costPriceSchema, mrpSchema, priceSchema } from '../fields/money.ts'
import { instantSchema, snapshotShape } from '../fields/schemas.ts'
import { batchLineSchema, batchNumberSchema, batchReasonSchema, batchSupplierSchema } from './batches.ts'
import { MAX_QUANTITY } from './limits.ts'

/** `before`: value before the purchase. `now`: value at the time of the undo. */
const restorationOf = <Value extends z.ZodType>(value: Value) =>
  z.object({ isRestored: z.boolean(), now: value, before: value })

/** The movement or form edit that set the present value; `name` if known. Null if neither is known. */
const setBy = z.object({ movementId: z.uuid().nullable(), name: z.string().nullable() }).nullable()

/** Tells whether undoing a purchase restored the prices, in rupees. */
export const restorationSchema = z.object({
  unitPrice: restorationOf(priceSchema).extend({ setBy }).optional(),
  costPrice: restorationOf(costPriceSchema).extend({ setBy }).optional(),
})
export type PriceRestoration = z.infer<typeof restorationSchema>

export const shownRestorationSchema = z.object({
  unitPrice: restorationOf(priceSchema).extend({ changedBy: z.string().optional() }).optional(),
})
export type ShownRestoration = z.infer<typeof shownRestorationSchema>

export const transactionTypes = ['sale', 'purchase', 'return', 'expired', 'adjustment'] as const
export const transactionTypeSchema = z.enum(transactionTypes)
export type TransactionType = z.infer<typeof transactionTypeSchema>

export const directionSchema = z.enum(['increase', 'decrease'])
export type Direction = z.infer<typeof directionSchema>

/** Changes that a delivery makes to its medicine. `unitPrice` in rupees. */
const deliveryChangesSchema = z.strictObject({ unitPrice: priceSchema.optional() })
export type DeliveryChanges = z.infer<typeof deliveryChangesSchema>

/** Selects a batch by `_id` or `number`; by default the first to expire. `reason`: why another was selected. */
export const billBatchSchema = z.strictObject({
  _id: z.uuid().toLowerCase().optional(),
  number: batchNumberSchema.optional(),
  expiryDate: calendarDateSchema.nullable().optional(),
  reason: batchReasonSchema.optional(),
  scanned: z.literal(true).optional(),
})

/**
 * Batch of a command, selected by `_id` or `number`. New stock (purchase or positive adjustment) has `number` and
 * `expiryDate`, or only `expiryDate`. `reason`: why a sale does not take the batch that expires first. `scanned`:
 * number and date were read from the pack, so an unknown number is accepted and inventory selects the batch.
 */
export const namedBatchSchema = billBatchSchema.extend({
  /** For purchases: prices and supplier of the batch. The pack price applies only while the unit price is its share. */
  unitPrice: priceSchema.optional(),
  mrp: mrpSchema.optional(),
  packPrice: priceSchema.optional(),
  packMrp: mrpSchema.optional(),
  supplier: batchSupplierSchema.optional(),
  returnBy: calendarDateSchema.nullable().optional(),
  /** For negative adjustments: the units are returned to the supplier, before the return date. */
  toSupplier: z.literal(true).optional(),
})
export type NamedBatch = z.infer<typeof namedBatchSchema>

/** Maximum batches of one customer return. */
export const MAX_BATCH_SHARES = 400

/**
 * `shares`: units to return to each batch that was sold; inventory allocates the rest. `acceptExpired`: lets a purchase
 * receive expired stock, to be written off or sent back.
 */
const commandBatchSchema = namedBatchSchema.extend({
  acceptExpired: z.literal(true).optional(),
  shares: z
    .array(z.strictObject({ batchId: z.uuid().toLowerCase(), units: z.int().min(1).max(MAX_QUANTITY) }))
    .max(MAX_BATCH_SHARES)
    .optional(),
})
export type CommandBatch = z.infer<typeof commandBatchSchema>

/**
 * Body of `PUT /internal/movements/{id}`, which moves stock of one medicine. The caller saves the id first; sending it
 * again returns the stored outcome. `reverses`: an applied movement to undo; `type`, `quantity` and `direction` repeat
 * the original's. `actorId`: user recorded in the ledger. `changes` and `costPrice` (rupees per unit) are for
 * purchases; an undo restores the old values unless they were changed since. `salePrice`: rupees per unit. `byAdmin`:
 * an administrator recorded it. `madeAt`: time of the transaction, if it was sent later. The header `Pack-Size` tells
 * in which packs the sender counted. If the medicine was converted to units since, sales and purchases are refused, and
 * other quantities are multiplied. Without the header, quantities count in present units.
 */
export const stockCommandSchema = z
  .strictObject({
    medicineId: z.uuid().toLowerCase(),
    type: transactionTypeSchema,
    quantity: z.int().min(1).max(MAX_QUANTITY),
    direction: directionSchema.default('increase'),
    reverses: z.uuid().toLowerCase().optional(),
    actorId: z.string().min(1).max(64).optional(),
    changes: deliveryChangesSchema.optional(),
    costPrice: costPriceSchema.optional(),
    salePrice: priceSchema.optional(),
    byAdmin: z.literal(true).optional(),
    batch: commandBatchSchema.optional(),
    madeAt: instantSchema.optional(),
  })
  .refine(({ changes, type, reverses }) => !changes || (type === 'purchase' && !reverses), {
    path: ['changes'],
    message: 'is for purchases only',
  })
export type StockCommand = z.infer<typeof stockCommandSchema>

export const stockOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('applied'),
    movementId: z.uuid(),
    medicineId: z.uuid(),
    version: z.int(),
    balanceAfter: z.int(),
    lines: z.array(batchLineSchema),
    restoration: restorationSchema.optional(),
  }),
  z.object({ outcome: z.literal('rejected'), code: z.string(), message: z.string() }),
  z.object({ outcome: z.literal('cancelled') }),
])
export type StockOutcome = z.infer<typeof stockOutcomeSchema>

/** `opening`: initial stock of a new medicine. */
const movementTypeSchema = z.enum(['opening', ...transactionTypes])
export type MovementType = z.infer<typeof movementTypeSchema>

/** A ledger line; `_id` is the command's. A medicine's `change`s add up to its stock. `actorId`: user, or null. */
export const movementSchema = z.object({
  _id: z.uuid(),
  medicineId: z.uuid(),
  version: z.int(),
  type: movementTypeSchema,
  change: z.int(),
  balanceAfter: z.int(),
  reverses: z.uuid().nullable(),
  actorId: z.string().nullable(),
  createdAt: z.string(),
  lines: z.array(batchLineSchema),
  toSupplier: z.literal(true).optional(),
  /** Marks the conversion from packs to units. Multiply earlier quantities by this number. */
  unitsTimes: z.int().optional(),
})
export type Movement = z.infer<typeof movementSchema>

/** `commanded`: another service ordered the movement and has a record of it. */
export const ledgerLineSchema = movementSchema.extend({ commanded: z.boolean() })
export type LedgerLine = z.infer<typeof ledgerLineSchema>

/** `GET /internal/movements`, in order per medicine; paged like `medicinesSnapshotSchema`. Movements may repeat. */
export const movementsSnapshotSchema = z.object({ ...snapshotShape, movements: z.array(movementSchema) })
export type MovementsSnapshot = z.infer<typeof movementsSnapshotSchema>
