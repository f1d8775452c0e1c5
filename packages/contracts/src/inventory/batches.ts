import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { costPriceSchema, mrpSchema, priceSchema } from '../fields/money.ts'
import { each, plainTextSchema } from '../fields/schemas.ts'
import { pageQuerySchema } from '../http/paging.ts'
import { comparable, UNSEEN } from './batch-number.ts'

/** Quarantined and recalled stock is in the store but cannot be sold. */
const batchStatuses = ['available', 'quarantined', 'recalled'] as const
const batchStatusSchema = z.enum(batchStatuses)
export type BatchStatus = z.infer<typeof batchStatusSchema>

/** Non-Latin capitals, and the Latin letters that they resemble, in the same order. */
const [ALIKE, LATIN] = ['АВЕЅІЈКМНОРСТУҮХҺԚԜԀѴΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYYXHQWDVABEZHIKMNOPTYX']

/** Returns the key by which recalls compare manufacturers. Names that look alike in print have the same key. */
export const makerKey = (manufacturer: string): string =>
  comparable(manufacturer.normalize('NFKD').replace(UNSEEN, '').replace(/\s+/g, ' '))
    .replace(/[^\0-\x7F]/gu, (letter) => LATIN[ALIKE.indexOf(letter)] ?? letter)
    .replace(/[. ]+$/, '')
    .slice(0, 200)
    .toWellFormed()

/** ASCII, because packs print nothing else. Case, width, dashes and invisible characters are normalised first. */
export const batchNumberSchema = z
  .string()
  .overwrite(comparable)
  .min(1)
  .max(50)
  .refine((text) => /^[ -~]*$/.test(text), 'must be in Latin letters, digits and signs, as on the pack')

export const batchReasonSchema = plainTextSchema(200).min(1)
export const batchSupplierSchema = plainTextSchema(200)
  .nullable()
  .transform((text) => text || null)

export const batchLineSchema = z.object({
  batchId: z.uuid(),
  number: z.string().nullable(),
  expiryDate: calendarDateSchema.nullable(),
  effect: z.int(),
  balanceAfter: z.int(),
  held: z.literal(true).optional(),
})
export type BatchLine = z.infer<typeof batchLineSchema>

/** Prices in rupees; null means the medicine's price. Use a pack price only while the unit price is its share. */
export const stockBatchSchema = z.object({
  _id: z.uuid(),
  number: z.string().nullable(),
  expiryDate: calendarDateSchema.nullable(),
  status: batchStatusSchema,
  stock: z.int(),
  ...each(['unitPrice', 'mrp'], z.number().nullable()),
  ...each(['costPrice', 'packPrice', 'packMrp', 'packCost'], z.number().nullable().optional()),
})
export type StockBatch = z.infer<typeof stockBatchSchema>

const changeSchema = z.object({ by: z.string().nullable(), byName: z.string().nullable(), at: z.string() })

/** `version` is also the ETag. Staff do not get `costPrice` and `packCost`. `held` is set while it is on hold. */
export const batchSchema = stockBatchSchema.extend({
  medicineId: z.uuid(),
  supplier: z.string().nullable(),
  /** Last day on which the supplier accepts a return. Null means the expiry date. */
  returnBy: calendarDateSchema.nullable(),
  discounted: changeSchema.nullable(),
  held: changeSchema.extend({ reason: z.string().nullable() }).nullable(),
  version: z.int(),
  createdAt: z.string(),
})
export type Batch = z.infer<typeof batchSchema>

export const namedStockBatchSchema = batchSchema.extend({
  medicineName: z.string(),
  manufacturer: z.string(),
  price: z.number(),
  /** The medicine was deleted: its stock no longer counts, but customers may have its packs. */
  deleted: z.literal(true).optional(),
})
export type NamedStockBatch = z.infer<typeof namedStockBatchSchema>

export const listBatchesQuerySchema = z.strictObject({ empty: z.enum(['true', 'false']).optional() })

/** A pack price also sets the unit price. */
export const updateBatchSchema = z.strictObject({
  number: batchNumberSchema.optional(),
  expiryDate: calendarDateSchema.nullable().optional(),
  unitPrice: priceSchema.nullable().optional(),
  mrp: mrpSchema.optional(),
  costPrice: costPriceSchema.optional(),
  packPrice: priceSchema.nullable().optional(),
  packMrp: mrpSchema.optional(),
  packCost: costPriceSchema.optional(),
  supplier: batchSupplierSchema.optional(),
  returnBy: calendarDateSchema.nullable().optional(),
})
export type UpdateBatch = z.infer<typeof updateBatchSchema>

const batchIdsSchema = z.array(z.uuid().toLowerCase()).min(1).max(200)
const makerSchema = z.string().trim().min(1).max(200)

/** Selects batches by id, or all batches of one manufacturer with a number. */
export const holdBatchesSchema = z
  .strictObject({
    batchIds: batchIdsSchema.optional(),
    manufacturer: makerSchema.optional(),
    number: batchNumberSchema.optional(),
    reason: batchReasonSchema,
  })
  .refine(
    ({ batchIds, manufacturer, number }) =>
      batchIds ? manufacturer === undefined && number === undefined : Boolean(manufacturer && number),
    { path: ['batchIds'], message: 'must be given, or a manufacturer and a number' },
  )
export type HoldBatches = z.infer<typeof holdBatchesSchema>

/** A recall also holds later deliveries of this manufacturer's batch number. */
export const recallSchema = z.object({
  manufacturer: z.string(),
  number: z.string(),
  reason: z.string(),
  byName: z.string(),
  at: z.string(),
})
export type Recall = z.infer<typeof recallSchema>

/** Discount in percent of the medicine's price. */
export const discountBatchesSchema = z.strictObject({
  batchIds: batchIdsSchema,
  percent: z.int().min(1).max(99),
})
export type DiscountBatches = z.infer<typeof discountBatchesSchema>

/** Returns the last day on which the supplier accepts a return; null if the batch has no date. */
export const lastReturnDay = (
  batch: Pick<Batch, 'expiryDate'> & { returnBy?: string | null },
): string | null => batch.returnBy ?? batch.expiryDate

export const findBatchesQuerySchema = z.strictObject({
  manufacturer: makerSchema.optional(),
  number: batchNumberSchema,
})

/** Movements of a recalled batch in units, by kind. They add up to its remaining stock. */
export const batchFlowSchema = namedStockBatchSchema.extend({
  ...each(['received', 'sold', 'returned', 'writtenOff', 'adjusted'], z.int()),
  formerNumbers: z.array(z.string()).optional(),
})
export type BatchFlow = z.infer<typeof batchFlowSchema>

/** `_id` is the id of the transaction, if the movement has one. `effect` is the change of this batch only. */
export const batchMovementSchema = z.object({
  _id: z.uuid(),
  version: z.int(),
  type: z.string(),
  effect: z.int(),
  balanceAfter: z.int(),
  reverses: z.uuid().nullable(),
  toSupplier: z.literal(true).optional(),
  actorId: z.string().nullable(),
  createdAt: z.string(),
})
export type BatchMovement = z.infer<typeof batchMovementSchema>

/** `discounted`: available batches with a price of their own, which need no action until they expire. */
export const queueStates = [...batchStatuses, 'discounted'] as const
export type QueueState = (typeof queueStates)[number]

export const ANY_EXPIRY = '9999-12-31'

/** Batches in stock that expire by `until`. The default is the date of `expiryHorizon`. */
export const expiryQueueQuerySchema = z.strictObject({
  until: calendarDateSchema.optional(),
  status: z.enum(queueStates).optional(),
  ...pageQuerySchema.shape,
})
export type ExpiryQueueQuery = z.infer<typeof expiryQueueQuerySchema>

export const expiryQueueSummarySchema = z.object({
  ...each(['batches', 'units', 'expiredBatches', 'expiredUnits'], z.int()),
  ...each(['value', 'expiredValue'], z.number()),
})
export type ExpiryQueueSummary = z.infer<typeof expiryQueueSummarySchema>

/** Batches as other services parse them. Null if invalid: the medicine's date then applies to all its stock. */
export const receivedBatchesSchema = z
  .array(
    z.object({
      number: z.string().nullable().catch(null),
      expiryDate: z.iso.date().nullable(),
      status: z.string(),
      stock: z.int(),
      ...each(['unitPrice', 'packPrice', 'costPrice', 'packCost'], z.number().min(0).nullish().catch(null)),
    }),
  )
  .nullish()
  .catch(null)
export type ReceivedBatches = z.output<typeof receivedBatchesSchema>
