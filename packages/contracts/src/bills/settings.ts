import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { each, personSchema, plainTextSchema } from '../fields/schemas.ts'
import { taxClasses } from '../inventory/packs.ts'
import { isGstin } from './gstin.ts'
import { defaultTaxRates } from './rates.ts'

export const gstinSchema = z
  .string()
  .trim()
  .toUpperCase()
  .max(15)
  .refine(isGstin, 'is not a valid GSTIN: check all 15 characters')

/** The first two digits of a GSTIN. */
export const stateCodeSchema = z.string().regex(/^(0[1-9]|[12]\d|3[0-8]|97)$/, 'must be a state code')

const percentSchema = z.int().min(0).max(10_000, 'must be at most 100 %')

export const MAX_DATED_RATES = 20
export const MAX_LICENCES = 6

const datedRatesSchema = z
  .array(z.strictObject({ from: calendarDateSchema, basisPoints: percentSchema }))
  .min(1)
  .max(MAX_DATED_RATES)
  .refine((rates) => new Set(rates.map(({ from }) => from)).size === rates.length, 'must have different days')

const licenceSchema = z.strictObject({
  number: plainTextSchema(50).min(1),
  validUntil: calendarDateSchema.nullable(),
})

const UPI_ID = /^[\w.-]{2,256}@[a-z][\w.-]{1,64}$/i

/** Percentages in basis points, money in paise. Staff need an administrator's approval to exceed a limit. */
const settingsFields = z.strictObject({
  legalName: plainTextSchema(200),
  tradeName: plainTextSchema(200),
  address: plainTextSchema(300),
  stateCode: stateCodeSchema.nullable(),
  phone: plainTextSchema(20),
  gstin: gstinSchema.nullable(),
  taxStatus: z.enum(['regular', 'composition', 'unregistered']),
  licences: z.array(licenceSchema).max(MAX_LICENCES),
  upiId: z.string().trim().regex(UPI_ID, 'must be a UPI id such as shop@bank').nullable(),
  roundOff: z.enum(['none', 'nearest', 'capped']),
  paper: z.enum(['80mm', 'A5']),
  limits: z.strictObject({
    discountBasisPoints: percentSchema,
    creditPaise: z.int().min(0).max(1_000_000_000),
    returnPaise: z.int().min(0).max(1_000_000_000),
    returnDays: z.int().min(0).max(365),
  }),
  rates: z.strictObject(each(taxClasses, datedRatesSchema)),
})
export type BillSettings = z.infer<typeof settingsFields>

/** Body of `PUT /api/bills/store`. */
export const billSettingsSchema = settingsFields
  .refine(({ taxStatus, gstin }) => taxStatus === 'unregistered' || gstin !== null, {
    path: ['gstin'],
    message: 'is needed for this tax status',
  })
  .refine(({ gstin, stateCode }) => gstin === null || stateCode === null || gstin.startsWith(stateCode), {
    path: ['gstin'],
    message: 'belongs to another state',
  })

/** Settings before the first save: an unregistered store, which sells on cash memos. */
export const defaultBillSettings: BillSettings = {
  legalName: '',
  tradeName: '',
  address: '',
  stateCode: null,
  phone: '',
  gstin: null,
  taxStatus: 'unregistered',
  licences: [],
  upiId: null,
  roundOff: 'capped',
  paper: '80mm',
  limits: { discountBasisPoints: 1_000, creditPaise: 200_000, returnPaise: 200_000, returnDays: 7 },
  rates: defaultTaxRates,
}

/** Version 0 is the defaults; it has no `changedBy` and `changedAt`. */
export const shownBillSettingsSchema = z.object({
  ...settingsFields.shape,
  version: z.int(),
  changedAt: z.string().optional(),
  changedBy: personSchema.optional(),
})
export type ShownBillSettings = z.infer<typeof shownBillSettingsSchema>

/** Store data printed at the head of a bill. */
export const printedStoreSchema = settingsFields.omit({
  roundOff: true,
  paper: true,
  limits: true,
  rates: true,
})
