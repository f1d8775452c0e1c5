import {
  type BillSums,
  type CreateBill,
  type Discount,
  defaultPack,
  type GroupLine,
  grossOf,
  isGstin,
  type Offer,
  type OfferedBatch,
  packPaiseOf,
  type RefusedLine,
  type ShownBillLine,
  type ShownBillSettings,
  splitByWeight,
  sumsOfBill,
  taxRateOf,
} from '@mms/contracts'
import { newKey } from '@mms/sdk'
import type { PickedMedicine } from '../medicines/api.ts'
import * as words from '../words/bills.ts'

type TaxClass = GroupLine['taxClass']
type BillBatch = NonNullable<GroupLine['batch']>

/** Copied from the catalogue, which may change while the bill is written. Prices are per pack, in paise. */
export interface SoldMedicine
  extends Pick<ShownBillLine, '_id' | 'name' | 'manufacturer' | 'hsn' | 'schedule'>,
    Pick<ShownBillLine, 'packSize' | 'packWord' | 'unitWord' | 'packPrice' | 'packMrp'> {
  taxClass: TaxClass
}

/** Prices are per pack, in paise. Batches from the catalogue have no id. */
export type SoldBatch = Omit<OfferedBatch, '_id'> & { _id: string | null }

export interface BillEntry {
  id: string
  medicine: SoldMedicine
  units: number
  /** Batches that can be sold, the first to expire first. Null if they are not known. */
  batches: readonly SoldBatch[] | null
  chosen?: BillBatch | undefined
  discount: Discount
  refusal?: Pick<RefusedLine, 'message' | 'offer'> | undefined
}

/** All amounts are in paise. `id` becomes the bill's id and its Idempotency-Key. */
export interface BillDraft extends Pick<CreateBill, 'customer' | 'doctor' | 'discount' | 'payments'> {
  id: string
  entries: readonly BillEntry[]
  removed: readonly BillEntry[]
  /** What the customer gave before the bill was refused. The payment starts from it. */
  refusedPayments?: CreateBill['payments']
}

/** A line of the bill. An entry that needs several batches becomes several lines. */
export interface DraftLine extends Pick<BillEntry, 'discount'> {
  entry: BillEntry
  units: number
  packPrice: number
  packMrp: number | null
  batch?: BillBatch
}

export const newBillDraft = (): BillDraft => ({
  id: newKey(),
  entries: [],
  removed: [],
  customer: null,
  doctor: null,
  discount: null,
  payments: [],
})

export const isUntouchedDraft = ({ entries, customer, doctor }: BillDraft): boolean =>
  entries.length === 0 && !customer && !doctor

export function soldMedicineOf(medicine: PickedMedicine): SoldMedicine {
  const { _id, name, manufacturer = '', packSize = 1, taxClass = defaultPack.taxClass } = medicine
  const { packWord = defaultPack.packWord, unitWord = defaultPack.unitWord } = medicine
  const { hsn = defaultPack.hsn, schedule = defaultPack.schedule } = medicine
  return {
    _id,
    name,
    manufacturer,
    packSize,
    packWord,
    unitWord,
    hsn,
    schedule,
    taxClass: taxClass as TaxClass,
    ...packPaiseOf(medicine),
  }
}

export const batchKey = ({ _id, number }: SoldBatch): string => number ?? _id ?? ''

export const toBillBatch = ({ _id, number, expiryDate }: SoldBatch): BillBatch => ({
  ...(_id !== null && { _id }),
  ...(number !== null && { number }),
  expiryDate,
})

const isSameBatch = (batch: SoldBatch, { _id, number }: BillBatch): boolean =>
  number === undefined ? batch._id === _id : batch.number === number

/** `taken` holds the units that earlier lines sell, by batch. */
function partsOf(entry: BillEntry, taken: Map<string, number>): Omit<DraftLine, 'entry' | 'discount'>[] {
  const { medicine, chosen, units, batches } = entry
  const meant = (batches ?? []).filter((batch) => !chosen || isSameBatch(batch, chosen))
  const { packPrice, packMrp } = medicine
  if (meant.length === 0) return [{ units, packPrice, packMrp, ...(chosen && { batch: chosen }) }]
  let left = units
  const parts = meant.map((batch, at) => {
    const key = `${medicine._id} ${batchKey(batch)}`
    const free = Math.max(0, batch.units - (taken.get(key) ?? 0))
    // Units beyond the known stock go to the last batch, so that inventory can refuse them.
    const part = at === meant.length - 1 ? left : Math.min(left, free)
    left -= part
    taken.set(key, (taken.get(key) ?? 0) + part)
    return { batch, units: part }
  })
  return parts
    .filter((part) => part.units > 0)
    .map(({ batch, units }) => ({
      units,
      packPrice: batch.packPrice,
      packMrp: batch.packMrp,
      batch: { ...toBillBatch(batch), ...reasonOf(chosen) },
    }))
}

const reasonOf = (chosen: BillBatch | undefined) => ({
  ...(chosen?.reason && { reason: chosen.reason }),
  ...(chosen?.scanned && { scanned: chosen.scanned }),
})

export function draftLinesOf(entries: readonly BillEntry[]): DraftLine[] {
  const taken = new Map<string, number>()
  return entries.flatMap((entry) => {
    const { discount, medicine } = entry
    const parts = partsOf(entry, taken)
    const grosses = parts.map((part) => grossOf({ ...part, packSize: medicine.packSize }))
    const paise = discount && 'paise' in discount && parts.length > 1 ? discount.paise : null
    const shares = paise === null ? [] : splitByWeight(paise, grosses)
    return parts.map((part, at) => {
      const share = shares[at]
      return { entry, ...part, discount: share === undefined ? discount : { paise: share } }
    })
  })
}

/** Units on the bill that exceed the stock of the medicine's known batches. */
export function missingUnitsOf(entries: readonly BillEntry[], { medicine, batches }: BillEntry): number {
  if (batches === null) return 0
  const same = entries.filter((other) => other.medicine._id === medicine._id)
  const there = batches.reduce((sum, batch) => sum + batch.units, 0)
  return Math.max(0, same.reduce((sum, { units }) => sum + units, 0) - there)
}

export interface DraftSums {
  lines: DraftLine[]
  sums: BillSums
  problem?: string
}

const none: BillSums = {
  documentTitle: '',
  lines: [],
  rates: [],
  billDiscount: 0,
  total: 0,
  payable: 0,
  roundOff: 0,
}

/** `day` selects the tax rates. If there is a problem, the sums are empty. */
export function sumsOfDraft(draft: BillDraft, settings: ShownBillSettings, day: string): DraftSums {
  const { entries, customer, discount } = draft
  const lines = draftLinesOf(entries)
  const state = customer?.stateCode ?? null
  const sums = sumsOfBill({
    taxStatus: settings.taxStatus,
    interState: state !== null && settings.stateCode !== null && state !== settings.stateCode,
    roundOff: settings.roundOff,
    billDiscount: discount,
    lines: lines.map(({ entry: { medicine }, ...line }) => {
      const { packSize, taxClass } = medicine
      return { ...line, packSize, rateBp: taxRateOf(settings.rates, taxClass, day) }
    }),
  })
  if (!('error' in sums)) return { lines, sums }
  const name = sums.line === undefined ? words.billNoun : lines[sums.line - 1]?.entry.medicine.name
  const problem =
    sums.error === 'sales.above_mrp' ? words.priceAboveMrp(name) : words.discountAboveAmount(name)
  return { lines, sums: none, problem }
}

/** The reason why the bill cannot be paid yet, if any. */
export function reasonAgainst({ entries, customer, doctor }: BillDraft, { sums, problem }: DraftSums) {
  if (entries.length === 0) return words.addMedicineFirst
  if (problem) return problem
  const strict = entries.find(({ medicine }) => ['H1', 'X'].includes(medicine.schedule))?.medicine
  if (strict && !(customer?.name && doctor?.name))
    return words.scheduleNeedsPatient(strict.name, strict.schedule)
  if (customer?.gstin && sums.documentTitle === 'Invoice-cum-Bill of Supply') return words.needsTwoBills
  return undefined
}

export const stateCodeOfGstin = (gstin: string): string | null => (isGstin(gstin) ? gstin.slice(0, 2) : null)

/* Changes of a draft. A change of the lines clears the payments, because the total changes. */

const withEntries = (draft: BillDraft, entries: readonly BillEntry[]): BillDraft => ({
  ...draft,
  entries,
  payments: [],
})

export const changeEntry = (draft: BillDraft, id: string, change: Partial<BillEntry>): BillDraft =>
  withEntries(
    draft,
    draft.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
  )

/** `id` is for a new entry. It is ignored if the units join an existing entry. */
export type UnitsToAdd = Omit<BillEntry, 'discount'>

/** Adds units to the entry of the same medicine, pack size and batch, or else adds an entry. */
export function addUnits(draft: BillDraft, added: UnitsToAdd): [BillDraft, BillEntry] {
  const { medicine, units, batches, chosen } = added
  const same = draft.entries.find(
    (entry) =>
      entry.medicine._id === medicine._id &&
      entry.medicine.packSize === medicine.packSize &&
      entry.chosen?._id === chosen?._id &&
      entry.chosen?.number === chosen?.number &&
      !entry.refusal,
  )
  if (same) {
    const entry = { ...same, units: same.units + units, batches: batches ?? same.batches }
    return [changeEntry(draft, same.id, entry), entry]
  }
  const entry = { ...added, discount: null }
  return [withEntries(draft, [...draft.entries, entry]), entry]
}

export function removeEntry(draft: BillDraft, id: string): BillDraft {
  const removed = draft.entries.filter((entry) => entry.id === id)
  const entries = draft.entries.filter((entry) => entry.id !== id)
  return { ...withEntries(draft, entries), removed: [...draft.removed, ...removed] }
}

export function restoreEntry(draft: BillDraft): BillDraft {
  const last = draft.removed.at(-1)
  if (!last) return draft
  return { ...withEntries(draft, [...draft.entries, last]), removed: draft.removed.slice(0, -1) }
}

/** Turns a refused bill into a draft with a new id. `lineIds` are its line ids, as in `draftLinesOf`. */
export function refuseDraft(
  draft: BillDraft,
  lineIds: readonly string[],
  refused: readonly RefusedLine[],
): BillDraft {
  const lines = draftLinesOf(draft.entries)
  const entries = draft.entries.map((entry) => {
    const line = refused.find(({ _id }) => lines[lineIds.indexOf(_id)]?.entry.id === entry.id)
    return line ? { ...entry, refusal: line } : entry
  })
  return { ...withEntries(draft, entries), id: newKey() }
}

/** Units to sell under an offer. Before a conversion of the medicine, the line counted whole packs. */
export const offeredUnits = ({ units, medicine }: BillEntry, { packSize, units: most }: Offer): number =>
  Math.min(medicine.packSize === 1 ? units * packSize : units, most)

/** Accepts the batches and units that inventory offered instead. Removes the entry if the offer is empty. */
export function acceptOffer(draft: BillDraft, entry: BillEntry): BillDraft {
  const offer = entry.refusal?.offer
  if (!offer || offer.units === 0) return removeEntry(draft, entry.id)
  const { packSize, packPrice, packMrp, batches } = offer
  const taxClass = offer.taxClass as TaxClass
  const medicine = { ...entry.medicine, packSize, packPrice, packMrp, taxClass }
  const units = offeredUnits(entry, offer)
  return changeEntry(draft, entry.id, { medicine, batches, units, chosen: undefined, refusal: undefined })
}

/** Price of the lines before discounts, in paise. */
export const grossOfLines = (lines: readonly DraftLine[]): number =>
  lines.reduce((sum, { entry, ...line }) => sum + grossOf({ ...line, packSize: entry.medicine.packSize }), 0)
