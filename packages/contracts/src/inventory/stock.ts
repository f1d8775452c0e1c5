import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { costPriceSchema, mrpSchema, priceSchema } from '../fields/money.ts'
import { batchLineSchema, batchNumberSchema, batchReasonSchema, batchSupplierSchema } from './batches.ts'
import { MAX_QUANTITY } from './limits.ts'

/** `before`: value before the purchase. `now`: value when it was undone. */
const restorationOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    isRestored: z.boolean(),
    now: value,
    before: value,
    /** A later movement or the form; `name` where inventory knows it. Null if neither is known. */
    setBy: z.object({ movementId: z.uuid().nullable(), name: z.string().nullable() }).nullable(),
  })

/** Prices in rupees that the undo of a purchase restored or kept. */
export const restorationSchema = z.object({
  unitPrice: restorationOf(priceSchema).optional(),
  costPrice: restorationOf(costPriceSchema).optional(),
})
export type Restoration = z.infer<typeof restorationSchema>

const shownRestorationOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    isRestored: z.boolean(),
    now: value,
    before: value,
    changedBy: z.string().optional(),
  })

export const shownRestorationSchema = z.object({
  unitPrice: shownRestorationOf(priceSchema).optional(),
})
export type ShownRestoration = z.infer<typeof shownRestorationSchema>

export const transactionTypes = ['sale', 'purchase', 'return', 'expired', 'adjustment'] as const
export const transactionTypeSchema = z.enum(transactionTypes)
export type TransactionType = z.infer<typeof transactionTypeSchema>

export const directionSchema = z.enum(['increase', 'decrease'])
export type Direction = z.infer<typeof directionSchema>

/** A delivery's changes of its medicine. `unitPrice` in rupees. */
const deliveryChangesSchema = z.strictObject({ unitPrice: priceSchema.optional() })
export type DeliveryChanges = z.infer<typeof deliveryChangesSchema>

/**
 * The batch of a command, by `_id` or `number`. New stock (purchase or positive adjustment) names `number` and
 * `expiryDate`, or `expiryDate` only. `reason`: why a sale does not take the batch that expires first. `scanned`:
 * number and date come from the pack, and inventory decides; otherwise an unknown number is refused.
 */
export const namedBatchSchema = z.strictObject({
  _id: z.uuid().toLowerCase().optional(),
  number: batchNumberSchema.optional(),
  expiryDate: calendarDateSchema.nullable().optional(),
  reason: batchReasonSchema.optional(),
  scanned: z.literal(true).optional(),
  /** In a purchase: prices and supplier of the batch. A pack's price applies while its share equals the unit price. */
  unitPrice: priceSchema.optional(),
  mrp: mrpSchema.optional(),
  packPrice: priceSchema.optional(),
  packMrp: mrpSchema.optional(),
  supplier: batchSupplierSchema.optional(),
  returnBy: calendarDateSchema.nullable().optional(),
  /** Marks a negative adjustment as a return to the supplier, within its window. */
  toSupplier: z.literal(true).optional(),
})
export type NamedBatch = z.infer<typeof namedBatchSchema>

/** Maximum batches of one return. */
export const MAX_SHARES = 400

/**
 * `shares`: returned units per batch that sold them; inventory places the rest. `acceptExpired`: receives expired stock
 * of a purchase, to write off or send back.
 */
const commandBatchSchema = namedBatchSchema.extend({
  acceptExpired: z.literal(true).optional(),
  shares: z
    .array(z.strictObject({ batchId: z.uuid().toLowerCase(), units: z.int().min(1).max(MAX_QUANTITY) }))
    .max(MAX_SHARES)
    .optional(),
})
export type CommandBatch = z.infer<typeof commandBatchSchema>

/**
 * Body of `PUT /internal/movements/{id}`, which moves stock of one medicine. The caller saves the id first; sending it
 * again returns the stored outcome.
 * `reverses`: an applied movement to undo; `type`, `quantity` and `direction` repeat the original's. `actorId`: the
 * user, for the ledger. `changes` and `costPrice` (per unit, rupees) belong to purchases and are restored by undo
 * unless set since. `salePrice`: rupees per unit. `byAdmin`: recorded by an administrator. `madeAt`: when it was made,
 * if it waited before it was sent.
 * A header `Pack-Size` says how the quantity was counted. If the medicine was converted since, sales and purchases are
 * refused, and other quantities multiplied. Without it they count as now.
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
    madeAt: z.iso.datetime().optional(),
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

/** `opening` is the stock a medicine began with. */
const movementTypeSchema = z.enum(['opening', ...transactionTypes])
export type MovementType = z.infer<typeof movementTypeSchema>

/** A ledger line with its command's id. A medicine's signed `change`s add up to its stock. `actorId`: user or null. */
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
  /** Factor by which earlier quantities grow: from this movement on, stock is counted in units instead of packs. */
  unitsTimes: z.int().optional(),
})
export type Movement = z.infer<typeof movementSchema>

/** `commanded`: the sender of the command has a record; other movements are inventory's own. */
export const ledgerLineSchema = movementSchema.extend({ commanded: z.boolean() })
export type LedgerLine = z.infer<typeof ledgerLineSchema>

/** `GET /internal/movements`, in order per medicine; paged like `medicinesSnapshotSchema`. `version` shows repeats. */
export const movementsSnapshotSchema = z.object({
  lastEventId: z.string(),
  movements: z.array(movementSchema),
  next: z.string().nullable(),
})
export type MovementsSnapshot = z.infer<typeof movementsSnapshotSchema>
