import {
  type BillSettings,
  billSettingsSchema,
  defaultBillSettings,
  MAX_DATED_RATES,
  MAX_LICENCES,
  taxClasses,
} from '@mms/contracts'
import { type FormApi, formRules, numberOf, type Path } from '@mms/sdk/forms'
import * as billingWords from '../words/billing.ts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/store.ts'

type TaxClass = (typeof taxClasses)[number]

/** Text as typed, in percent and rupees where the contract has basis points and paise. */
export interface StoreValues {
  legalName: string
  tradeName: string
  address: string
  stateCode: string
  phone: string
  gstin: string
  taxStatus: string
  licences: { number: string; validUntil: string }[]
  upiId: string
  roundOff: string
  paper: string
  limits: Record<keyof BillSettings['limits'], string>
  rates: Record<TaxClass, { from: string; basisPoints: string }[]>
}
export type StoreForm = FormApi<StoreValues>

export const taxClassNames: Record<TaxClass, string> = {
  medicine: sharedWords.medicine,
  nil: words.nil,
  standard: words.standard,
}

const indexes = (length: number) => Array.from({ length }, (_, index) => index)
const licenceLabels = indexes(MAX_LICENCES).flatMap((at) => [
  [`licences.${at}.number`, words.licenceNumber(at + 1)],
  [`licences.${at}.validUntil`, words.licenceValidUntil(at + 1)],
])
const rateLabels = taxClasses.flatMap((taxClass) =>
  indexes(MAX_DATED_RATES).flatMap((at) => [
    [`rates.${taxClass}.${at}.basisPoints`, words.rateNumber(taxClassNames[taxClass], at + 1)],
    [`rates.${taxClass}.${at}.from`, words.rateFrom(taxClassNames[taxClass], at + 1)],
  ]),
)

export const storeLabels = {
  tradeName: words.tradeName,
  legalName: words.legalName,
  address: billingWords.address,
  stateCode: billingWords.state,
  phone: billingWords.phone,
  taxStatus: words.taxStatus,
  gstin: billingWords.gstin,
  upiId: words.upiId,
  roundOff: billingWords.roundOff,
  paper: words.paper,
  'limits.discountBasisPoints': billingWords.discountPercent,
  'limits.creditPaise': words.creditRupees,
  'limits.returnPaise': words.returnRupees,
  'limits.returnDays': words.returnWithinDays,
  ...Object.fromEntries([...licenceLabels, ...rateLabels]),
} as Record<Path<StoreValues>, string>

export const hasFilledField = (row: object) => Object.values(row).some((text) => text !== '')

const hundredths = (text: string) => Math.round(numberOf(text) * 100)
const textOf = (count: number) => String(count / 100)

/** Adds empty rows, because the form always has fields for the maximum number of rows. */
const padded = <Row>(rows: Row[], length: number, empty: Row) =>
  indexes(length).map((at) => rows[at] ?? empty)

const mapNames = <Name extends string, From, To>(
  names: readonly Name[],
  record: Record<Name, From>,
  change: (from: From) => To,
) => Object.fromEntries(names.map((name) => [name, change(record[name])])) as Record<Name, To>

const limitNames = ['discountBasisPoints', 'creditPaise', 'returnPaise'] as const

export function toStoreValues(settings: BillSettings): StoreValues {
  const { legalName, tradeName, address, phone, taxStatus, roundOff, paper, limits } = settings
  return {
    legalName,
    tradeName,
    address,
    phone,
    taxStatus,
    roundOff,
    paper,
    stateCode: settings.stateCode ?? '',
    gstin: settings.gstin ?? '',
    upiId: settings.upiId ?? '',
    licences: padded(
      settings.licences.map(({ number, validUntil }) => ({ number, validUntil: validUntil ?? '' })),
      MAX_LICENCES,
      { number: '', validUntil: '' },
    ),
    limits: { ...mapNames(limitNames, limits, textOf), returnDays: String(limits.returnDays) },
    rates: mapNames(taxClasses, settings.rates, (rows) =>
      padded(
        rows.map(({ from, basisPoints }) => ({ from, basisPoints: textOf(basisPoints) })),
        MAX_DATED_RATES,
        { from: '', basisPoints: '' },
      ),
    ),
  }
}

export const storeRules = formRules({
  name: 'store',
  labels: storeLabels,
  empty: toStoreValues(defaultBillSettings),
  schema: billSettingsSchema,
  bodyOf: ({ limits, ...values }: StoreValues) => ({
    ...values,
    stateCode: values.stateCode || null,
    gstin: values.gstin.trim() || null,
    licences: values.licences
      .filter(hasFilledField)
      .map(({ number, validUntil }) => ({ number, validUntil: validUntil || null })),
    upiId: values.upiId.trim() || null,
    limits: { ...mapNames(limitNames, limits, hundredths), returnDays: numberOf(limits.returnDays) },
    rates: mapNames(taxClasses, values.rates, (rows) =>
      rows
        .filter(hasFilledField)
        .map(({ from, basisPoints }) => ({ from, basisPoints: hundredths(basisPoints) })),
    ),
  }),
  /** An error of the whole list is shown on its first row. */
  nameOf: (field) => (/^rates\.\w+$/.test(field) ? `${field}.0.from` : field),
})
