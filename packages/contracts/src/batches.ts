import { z } from 'zod'
import { calendarDateSchema } from './dates.ts'
import { costPriceSchema, mrpSchema, priceSchema } from './money.ts'
import { pageQuerySchema } from './paging.ts'
import { isPlainText } from './plain-text.ts'

/** Stock that is quarantined or recalled is there, and is sold on no path. */
export const batchStatuses = ['available', 'quarantined', 'recalled'] as const
export const batchStatusSchema = z.enum(batchStatuses)
export type BatchStatus = z.infer<typeof batchStatusSchema>

/** What is drawn as nothing, or into the character before it. Vowel signs of Indian scripts are neither. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Script=Inherited}]/gu

/** A batch number as it is compared: numbers that look alike on a pack are one number. */
const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .toUpperCase()

/** Capitals of other scripts that are drawn as Latin ones, each above the one it looks like. */
const [ALIKE, LATIN] = ['АВЕЅІЈКМНОРСТУҮХҺԚԜԀѴΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYYXHQWDVABEZHIKMNOPTYX']

/** A maker's name as recalls compare it: what looks alike on paper is one maker. */
export const makerKey = (manufacturer: string): string =>
  comparable(manufacturer.normalize('NFKD').replace(UNSEEN, '').replace(/\s+/g, ' '))
    .replace(/[^\0-\x7F]/gu, (letter) => LATIN[ALIKE.indexOf(letter)] ?? letter)
    .replace(/[. ]+$/, '')
    .slice(0, 200)
    .toWellFormed()

/** The number on the pack, which prints ASCII alone. Case, width, kinds of dashes and unseen characters make no other number. */
export const batchNumberSchema = z
  .string()
  .overwrite(comparable)
  .min(1)
  .max(50)
  .refine((text) => /^[ -~]*$/.test(text), 'must be in Latin letters, digits and signs, as on the pack')

/** Why stock is held or released, in one line. */
export const batchReasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(isPlainText, 'must be one line of plain text')

/** Who delivered a batch. Empty means that it is not known. */
export const batchSupplierSchema = z
  .string()
  .trim()
  .max(200)
  .refine(isPlainText, 'must be one line of plain text')
  .nullable()
  .transform((text) => text || null)

/** What a movement did to a batch, in units. `number` is null for the stock without one. */
export const batchLineSchema = z.object({
  batchId: z.uuid(),
  number: z.string().nullable(),
  expiryDate: calendarDateSchema.nullable(),
  effect: z.int(),
  balanceAfter: z.int(),
  /** The units came into a batch that is quarantined or recalled. */
  held: z.literal(true).optional(),
})
export type BatchLine = z.infer<typeof batchLineSchema>

/** A batch as events of its medicine carry it. Prices in rupees; null means the medicine's. */
export const stockBatchSchema = z.object({
  _id: z.uuid(),
  number: z.string().nullable(),
  expiryDate: calendarDateSchema.nullable(),
  status: batchStatusSchema,
  stock: z.int(),
  unitPrice: z.number().nullable(),
  mrp: z.number().nullable(),
})
export type StockBatch = z.infer<typeof stockBatchSchema>

/** A batch as the API answers it. `version` is also its ETag; `costPrice` is left out for staff. `held`: while it is not available. */
export const batchSchema = stockBatchSchema.extend({
  medicineId: z.uuid(),
  costPrice: z.number().nullable().optional(),
  supplier: z.string().nullable(),
  /** The last day on which the supplier takes it back; null where it is that of its expiry. */
  returnBy: calendarDateSchema.nullable(),
  /** Who discounted it, from the expiry queue, and when. */
  discounted: z
    .object({ by: z.string().nullable(), byName: z.string().nullable(), at: z.string() })
    .nullable(),
  held: z
    .object({
      reason: z.string().nullable(),
      by: z.string().nullable(),
      byName: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  version: z.int(),
  createdAt: z.string(),
})
export type Batch = z.infer<typeof batchSchema>

/** A batch with what its medicine is called, as lists over several medicines show it. */
export const namedStockBatchSchema = batchSchema.extend({
  medicineName: z.string(),
  manufacturer: z.string(),
  /** What a unit sells for: the batch's price, or the medicine's. */
  price: z.number(),
})
export type NamedStockBatch = z.infer<typeof namedStockBatchSchema>

/** Query of `GET /api/medicines/{id}/batches`: with `empty=true` also those of which nothing is left. */
export const listBatchesQuerySchema = z.strictObject({ empty: z.enum(['true', 'false']).optional() })

/** Corrections of a batch; fields left out stay. */
export const updateBatchSchema = z.strictObject({
  number: batchNumberSchema.optional(),
  expiryDate: calendarDateSchema.nullable().optional(),
  unitPrice: priceSchema.nullable().optional(),
  mrp: mrpSchema.optional(),
  /** From administrators only. */
  costPrice: costPriceSchema.optional(),
  supplier: batchSupplierSchema.optional(),
  returnBy: calendarDateSchema.nullable().optional(),
})
export type UpdateBatch = z.infer<typeof updateBatchSchema>

/** Most batches that one request holds or releases by id. */
export const MAX_HELD = 200

const makerAndNumber = { manufacturer: z.string().trim().min(1).max(200), number: batchNumberSchema }

/** Which batches are held or released, and why: some by id, or every one of a maker with a number. */
export const holdBatchesSchema = z
  .strictObject({
    batchIds: z.array(z.uuid().toLowerCase()).min(1).max(MAX_HELD).optional(),
    manufacturer: makerAndNumber.manufacturer.optional(),
    number: makerAndNumber.number.optional(),
    reason: batchReasonSchema,
  })
  .refine(
    ({ batchIds, manufacturer, number }) =>
      batchIds ? manufacturer === undefined && number === undefined : Boolean(manufacturer && number),
    { path: ['batchIds'], message: 'must be given, or a manufacturer and a number' },
  )
export type HoldBatches = z.infer<typeof holdBatchesSchema>

/** A maker's number of which every later delivery is held. */
export const recallSchema = z.object({
  manufacturer: z.string(),
  number: z.string(),
  reason: z.string(),
  byName: z.string(),
  at: z.string(),
})
export type Recall = z.infer<typeof recallSchema>

/** Which batches are discounted in one step, and by how many per cent of their medicine's price. */
export const discountBatchesSchema = z.strictObject({
  batchIds: z.array(z.uuid().toLowerCase()).min(1).max(MAX_HELD),
  percent: z.int().min(1).max(99),
})
export type DiscountBatches = z.infer<typeof discountBatchesSchema>

/** The last day on which the supplier takes a batch back; null where nothing says so. */
export const lastReturnDay = ({
  returnBy,
  expiryDate,
}: Partial<Pick<Batch, 'returnBy'>> & Pick<Batch, 'expiryDate'>): string | null => returnBy ?? expiryDate

/** Query of the batches with a number over all medicines, of one maker or any. */
export const findBatchesQuerySchema = z.strictObject({
  manufacturer: makerAndNumber.manufacturer.optional(),
  number: makerAndNumber.number,
})

/** Units of a recall's page: what came in, what went where, what is left. They add up. */
export const batchFlowSchema = namedStockBatchSchema.extend({
  received: z.int(),
  sold: z.int(),
  returned: z.int(),
  writtenOff: z.int(),
  adjusted: z.int(),
  /** Numbers that it had before it was corrected, the latest first. */
  formerNumbers: z.array(z.string()).optional(),
})
export type BatchFlow = z.infer<typeof batchFlowSchema>

/** A movement of a batch; that of a command has the id of its transaction. `effect` is of this batch alone. */
export const batchMovementSchema = z.object({
  _id: z.uuid(),
  /** The medicine's movement number. */
  version: z.int(),
  type: z.string(),
  effect: z.int(),
  balanceAfter: z.int(),
  reverses: z.uuid().nullable(),
  /** An adjustment that returned it to its supplier. */
  toSupplier: z.literal(true).optional(),
  actorId: z.string().nullable(),
  createdAt: z.string(),
})
export type BatchMovement = z.infer<typeof batchMovementSchema>

/** What the expiry queue is asked for: `discounted` are available ones at a price of their own, which are done until they expire. */
export const queueStates = [...batchStatuses, 'discounted'] as const
export type QueueState = (typeof queueStates)[number]

/** `until` of all that is in stock: what has no date comes last. */
export const ANY_EXPIRY = '9999-12-31'

/** Query of the expiry queue: batches in stock that expire up to `until`, today's horizon where it is left out. */
export const expiryQueueQuerySchema = z.strictObject({
  until: calendarDateSchema.optional(),
  status: z.enum(queueStates).optional(),
  ...pageQuerySchema.shape,
})
export type ExpiryQueueQuery = z.infer<typeof expiryQueueQuerySchema>

/** Sums of the queue, in units and rupees at what they sell for. */
export const expiryQueueSummarySchema = z.object({
  batches: z.int(),
  units: z.int(),
  value: z.number(),
  expiredBatches: z.int(),
  expiredUnits: z.int(),
  expiredValue: z.number(),
})
export type ExpiryQueueSummary = z.infer<typeof expiryQueueSummarySchema>
