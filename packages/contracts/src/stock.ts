import { z } from 'zod'
import { batchLineSchema, batchNumberSchema, batchReasonSchema, batchSupplierSchema } from './batches.ts'
import { calendarDateSchema } from './dates.ts'
import { MAX_QUANTITY } from './inventory.ts'
import { costPriceSchema, mrpSchema, priceSchema } from './money.ts'
import { restorationSchema } from './restoration.ts'

/** What people record about stock. `expired` is a write-off. */
export const transactionTypes = ['sale', 'purchase', 'return', 'expired', 'adjustment'] as const
export const transactionTypeSchema = z.enum(transactionTypes)
export type TransactionType = z.infer<typeof transactionTypeSchema>

export const directionSchema = z.enum(['increase', 'decrease'])
export type Direction = z.infer<typeof directionSchema>

/** Signed change of stock, in units, that recording `quantity` units of `type` makes. */
export function stockEffect(
  type: TransactionType,
  quantity: number,
  direction: Direction = 'increase',
): number {
  switch (type) {
    case 'sale':
    case 'expired':
      return -quantity
    case 'purchase':
    case 'return':
      return quantity
    case 'adjustment':
      return direction === 'increase' ? quantity : -quantity
  }
}

/** What a delivery changes of its medicine besides the stock. `unitPrice` in rupees. */
const deliveryChangesSchema = z.strictObject({ unitPrice: priceSchema.optional() })
export type DeliveryChanges = z.infer<typeof deliveryChangesSchema>

/**
 * The batch of a command, by `_id` or `number`. A purchase, or an adjustment that adds, names `number` and `expiryDate` of a
 * new batch, or only the `expiryDate` of stock without a number. `reason`: why a sale takes one that does not expire first.
 * `scanned`: number and expiry date are those of the pack in hand, and inventory decides what is done with it; without
 * this a number that is not on record is refused.
 */
export const namedBatchSchema = z.strictObject({
  _id: z.uuid().toLowerCase().optional(),
  number: batchNumberSchema.optional(),
  expiryDate: calendarDateSchema.nullable().optional(),
  reason: batchReasonSchema.optional(),
  scanned: z.literal(true).optional(),
  /** Of a purchase: what the batch sells for, its MRP and who delivered it. What is left out stays that of the medicine. */
  unitPrice: priceSchema.optional(),
  mrp: mrpSchema.optional(),
  supplier: batchSupplierSchema.optional(),
  returnBy: calendarDateSchema.nullable().optional(),
  /** Of an adjustment that decreases: the batch goes back to its supplier, within its window. */
  toSupplier: z.literal(true).optional(),
})
export type NamedBatch = z.infer<typeof namedBatchSchema>

/** Most batches that one return goes back to. */
export const MAX_SHARES = 400

/**
 * `shares`: of a return, the units that go back to each batch which sold them. Units beyond are for inventory to place.
 * `acceptExpired`: of a purchase, that what has expired is received, to be written off or sent back.
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
 * Body of the command `PUT /internal/movements/{id}`: move stock of one medicine.
 * The caller makes and saves the id first; sending the same id again answers the stored outcome.
 * `reverses` names an applied movement whose effect this one undoes (then `type`, `quantity` and
 * `direction` repeat the original's, and the effect is its opposite). `actorId` is the user on whose
 * behalf the caller acts, for the ledger. `changes` and `costPrice` (of a unit, in rupees) are for purchases: they are set
 * with the movement, or not at all; undoing the purchase restores each that nothing has set since. `salePrice` is what a
 * unit is sold for, in rupees. `byAdmin`: an administrator recorded it. `madeAt` is the instant at which the transaction
 * was made, where it waited before it was sent.
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

/** The stored outcome of a command. Refusals are outcomes too, and final. */
export const stockOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('applied'),
    movementId: z.uuid(),
    medicineId: z.uuid(),
    /** The medicine's movement number: 1, 2, 3 … without gaps. */
    version: z.int(),
    /** Units in stock after the movement. */
    balanceAfter: z.int(),
    /** Of which batches. */
    lines: z.array(batchLineSchema),
    /** Of what undoes a purchase that changed price or date. */
    restoration: restorationSchema.optional(),
  }),
  z.object({ outcome: z.literal('rejected'), code: z.string(), message: z.string() }),
  z.object({ outcome: z.literal('cancelled') }),
])
export type StockOutcome = z.infer<typeof stockOutcomeSchema>

/** What a line of the ledger can be; `opening` is the stock a medicine began with. */
const movementTypeSchema = z.enum(['opening', ...transactionTypes])
export type MovementType = z.infer<typeof movementTypeSchema>

/**
 * A line of the stock ledger. A movement that a command made has the command's id. `change` is signed;
 * the changes of a medicine add up to its stock. `actorId` is the user who did it, where known.
 */
export const movementSchema = z.object({
  _id: z.uuid(),
  medicineId: z.uuid(),
  version: z.int(),
  type: movementTypeSchema,
  change: z.int(),
  balanceAfter: z.int(),
  /** The movement this one undoes. */
  reverses: z.uuid().nullable(),
  actorId: z.string().nullable(),
  createdAt: z.string(),
  /** Of which batches; they add up to `change`. */
  lines: z.array(batchLineSchema),
  /** An adjustment that returned a batch to its supplier. */
  toSupplier: z.literal(true).optional(),
})
export type Movement = z.infer<typeof movementSchema>

/**
 * A movement as services read it. `commanded`: it carried out a command, of which the sender has a record; others
 * are inventory's own.
 */
export const ledgerLineSchema = movementSchema.extend({ commanded: z.boolean() })
export type LedgerLine = z.infer<typeof ledgerLineSchema>

/**
 * A page of the ledger of all medicines, each medicine's movements in order, from `GET /internal/movements`. Ask again
 * with `after: next` until `next` is null; then read the feed from `lastEventId`. Movements met twice are the same, by
 * `version`.
 */
export const movementsSnapshotSchema = z.object({
  lastEventId: z.string(),
  movements: z.array(movementSchema),
  next: z.string().nullable(),
})
export type MovementsSnapshot = z.infer<typeof movementsSnapshotSchema>
