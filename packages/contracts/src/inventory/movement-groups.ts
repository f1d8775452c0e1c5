import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { MAX_PRICE } from '../fields/money.ts'
import { rupeesToPaise } from '../fields/paise.ts'
import { each, instantSchema } from '../fields/schemas.ts'
import { batchLineSchema } from './batches.ts'
import { MAX_QUANTITY } from './limits.ts'
import { MAX_PACK_SIZE, taxClasses } from './packs.ts'
import { billBatchSchema } from './stock.ts'

export const MAX_BILL_LINES = 200
const MAX_UNIT_PAISE = rupeesToPaise(MAX_PRICE)
const MAX_PACK_PAISE = MAX_UNIT_PAISE * MAX_PACK_SIZE

/** `_id` is also the id of the movement and of the transaction. Pack prices in paise, as displayed to the seller. */
export const groupLineSchema = z
  .strictObject({
    _id: z.uuid().toLowerCase(),
    medicineId: z.uuid().toLowerCase(),
    units: z.int().min(1).max(MAX_QUANTITY),
    packSize: z.int().min(1).max(MAX_PACK_SIZE),
    packPrice: z.int().min(0),
    packMrp: z.int().min(1).max(MAX_PACK_PAISE).nullable(),
    taxClass: z.enum(taxClasses),
    batch: billBatchSchema.optional(),
  })
  .refine(({ packPrice, packSize }) => packPrice <= MAX_UNIT_PAISE * packSize, {
    path: ['packPrice'],
    message: 'is too large',
  })
export type GroupLine = z.infer<typeof groupLineSchema>

/**
 * Body of `PUT /internal/movement-groups/{id}`: moves all lines of a bill, or none. Sending an id again returns the
 * stored outcome. `handedOver`: the customer already has the goods, so every line is booked even if stock is missing. A
 * group that was refused before is then decided again. `madeAt`: time of the bill, if it was sent later.
 */
export const movementGroupSchema = z.strictObject({
  actorId: z.string().min(1).max(64),
  madeAt: instantSchema.optional(),
  handedOver: z.literal(true).optional(),
  lines: z
    .array(groupLineSchema)
    .min(1)
    .max(MAX_BILL_LINES)
    .refine((lines) => new Set(lines.map(({ _id }) => _id)).size === lines.length, 'must have different ids'),
})
export type MovementGroup = z.infer<typeof movementGroupSchema>

/** Pack prices in paise. */
const offeredBatchSchema = z.object({
  _id: z.uuid(),
  number: z.string().nullable(),
  expiryDate: calendarDateSchema.nullable(),
  units: z.int(),
  packPrice: z.int(),
  packMrp: z.int().nullable(),
})
export type OfferedBatch = z.infer<typeof offeredBatchSchema>

/** Current pack and prices of a medicine, and the batches that can be sold, sorted by expiry date. */
const offerSchema = z.object({
  packSize: z.int(),
  taxClass: z.string(),
  packPrice: z.int(),
  packMrp: z.int().nullable(),
  units: z.int(),
  batches: z.array(offeredBatchSchema),
})
export type Offer = z.infer<typeof offerSchema>

/** `offer` is missing if the medicine is unknown. */
export const refusedLineSchema = z.object({
  _id: z.uuid(),
  code: z.string(),
  message: z.string(),
  offer: offerSchema.optional(),
})
export type RefusedLine = z.infer<typeof refusedLineSchema>

/**
 * Medicine data at the time of sale, for the printed bill. `found`: units that inventory did not have and added by an
 * adjustment. `writtenOff`: units taken from a batch that is on hold or expired.
 */
const movedLineSchema = z.object({
  _id: z.uuid(),
  medicine: z.object(each(['name', 'manufacturer', 'hsn', 'schedule', 'packWord', 'unitWord'], z.string())),
  ...each(['version', 'balanceAfter', 'found', 'writtenOff'], z.int()),
  lines: z.array(batchLineSchema),
  /** Price in inventory, in paise, for a pack of the bill's size. A bill that was handed over may differ. */
  packPrice: z.int(),
  taxClass: z.string(),
})
export type MovedLine = z.infer<typeof movedLineSchema>

/** A rejected group names every refused line. */
export const groupOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('applied'), lines: z.array(movedLineSchema) }),
  z.object({ outcome: z.literal('rejected'), lines: z.array(refusedLineSchema) }),
])
export type GroupOutcome = z.infer<typeof groupOutcomeSchema>
